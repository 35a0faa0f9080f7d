import {
  call,
  count,
  id,
  idList,
  ifPresent,
  line,
  list,
  nothing,
  optional,
  page,
  pageQuery,
  pence,
  record,
} from './wire.ts'

/** The sizes of a product with the stock of each. */
export const sizes = list(record({ id: ['id', id], name: ['name', line], stock: ['stock', count] }))

/** A product in the basket. `stock` is the number that can be bought now; 0 if it is no longer sold. */
export const productLine = record({
  id: ['id', id],
  productId: ['goods_id', id],
  /** The size. A field of our own. */
  variantId: ['variant_id', ifPresent(id)],
  name: ['goods_name', line],
  pricePence: ['goods_price', pence],
  quantity: ['num', count],
  image: ['image', line],
  stock: ['stock', count],
  /** The sizes to choose from, if the line has none that can be bought. A field of our own. */
  variants: ['variants', ifPresent(sizes)],
})

/** Counts the lines of each part of a basket: a call of our own (record 033). */
export const lineCounts = record({
  class: ['course', count],
  product: ['goods', count],
  event: ['events', count],
  parentSession: ['parents', count],
})

const oneLine = record({ basketLineId: ['cart_id', id] })
const newQuantity = record({ quantity: ['num', count] })

export const productBasket = {
  add: call(
    'cart/add',
    'signedIn',
    record({
      quantity: ['num', count],
      productId: ['goods_id', id],
      variantId: ['variant_id', ifPresent(optional(id))],
    }),
    nothing,
  ),
  increase: call('cart/inc', 'signedIn', oneLine, newQuantity),
  decrease: call('cart/dec', 'signedIn', oneLine, newQuantity),
  remove: call('cart/del', 'signedIn', record({ basketLineIds: ['cart_id', idList] }), nothing),
  /** Replaces a line by the same quantity of a size. A call of our own (record 035). */
  chooseSize: call(
    'cart/chooseSize',
    'signedIn',
    record({ basketLineId: ['cart_id', id], variantId: ['variant_id', id] }),
    nothing,
  ),
  list: call('cart/getCartGoodsList', 'signedIn', pageQuery, page(productLine)),
  count: call('cart/getCount', 'signedIn', nothing, lineCounts),
}
