import { backOfOrder, order, orderNumber, shownPrice, submitted } from './orders.ts'
import {
  both,
  call,
  count,
  flag,
  html,
  id,
  idList,
  ifPresent,
  imageList,
  line,
  list,
  name,
  nothing,
  optional,
  page,
  pageQuery,
  pence,
  phone,
  postcode,
  record,
} from './wire.ts'

export const productCategory = record({
  id: ['id', id],
  name: ['name', line],
  image: ['image', line],
})

export const product = record({
  id: ['id', id],
  name: ['name', line],
  pricePence: ['goods_price', pence],
  image: ['image', line],
  images: ['images', imageList],
  stock: ['stock', count],
  contentHtml: ['content', html],
  categoryId: ['category_id', id],
  categoryName: ['category_name', line],
  /**
   * Whether the product is popular, so that a list without popular products gets another title. Not a documented field.
   */
  isPopular: ['is_hot', flag],
})

/** The delivery address. Client and server require every field (decision D-19). */
export const delivery = record({
  address: ['address', line],
  fullName: ['full_name', name],
  mobile: ['mobile', phone],
  postcode: ['postal_code', postcode],
})

/** The order before it is placed, with the account's delivery details as a suggestion. */
export const purchasePreview = record({
  lines: [
    'goods',
    list(
      record({
        productId: ['goods_id', id],
        basketLineId: ['cart_id', ifPresent(id)],
        name: ['name', line],
        image: ['image', line],
        pricePence: ['goods_price', pence],
        quantity: ['num', count],
        linePence: ['total_price', pence],
      }),
    ),
  ],
  totalPence: ['total_price', pence],
  delivery: ['address', delivery],
})

export const productOrder = both(
  order,
  both(
    record({
      items: [
        'goods',
        list(
          record({
            productId: ['id', id],
            image: ['image', line],
            name: ['name', line],
            quantity: ['num', count],
            linePence: ['total_price', pence],
            /** How many pieces were returned. A field of our own. */
            returned: ['returned_num', ifPresent(count)],
          }),
        ),
      ],
      ...backOfOrder,
    }),
    delivery,
  ),
)

const oneProduct = record({ quantity: ['num', count], productId: ['goods_id', id] })
const basketLines = record({ basketLineIds: ['cart_id', idList] })

export const shop = {
  categories: call('goods/getCategory', 'anyone', nothing, list(productCategory)),
  products: call(
    'goods/getGoodsList',
    'anyone',
    both(
      record({
        isPopular: ['is_hot', ifPresent(flag)],
        categoryId: ['category_id', ifPresent(optional(id))],
      }),
      pageQuery,
    ),
    page(product),
  ),
  productDetails: call('goods/getGoodsDetails', 'anyone', record({ productId: ['goods_id', id] }), product),
  previewProduct: call('order/buyNowConfirmOrder', 'signedIn', oneProduct, purchasePreview),
  previewBasket: call('order/cartConfirmOrder', 'signedIn', basketLines, purchasePreview),
  placeProduct: call(
    'order/submitOrder',
    'signedIn',
    both(both(oneProduct, delivery), shownPrice),
    submitted,
  ),
  placeBasket: call(
    'order/cartSubmitOrder',
    'signedIn',
    both(both(basketLines, delivery), shownPrice),
    submitted,
  ),
  orders: call('order/getOrderList', 'signedIn', pageQuery, page(productOrder)),
  orderDetails: call('order/getOrderDetails', 'signedIn', orderNumber, productOrder),
}
