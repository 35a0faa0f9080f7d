import { sizes } from './basket.ts'
import { backOfOrder, order, orderNumber, shownPrice, submitted } from './orders.ts'
import {
  boolean,
  both,
  call,
  count,
  date,
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
  nullable,
  optional,
  page,
  pageQuery,
  pence,
  phone,
  postcode,
  record,
  time,
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
  /** Its sizes, in the details of a product that has some: `stock` is then their sum. A field of our own. */
  variants: ['variants', ifPresent(sizes)],
})

/** The delivery address. Client and server require every field (decision D-19). */
export const delivery = record({
  address: ['address', line],
  fullName: ['full_name', name],
  mobile: ['mobile', phone],
  postcode: ['postal_code', postcode],
})

/** Whether the products are collected at a class: then no address is needed. A field of our own. */
const collecting = record({ collects: ['collect', ifPresent(flag)] })

/** The family's next class, at which products can be collected. */
const collectAt = record({
  venue: ['course_shop_name', line],
  startDate: ['start_date', date],
  startTime: ['start_time', time],
})

/** The order before it is placed, with the account's delivery details as a suggestion. */
export const purchasePreview = record({
  lines: [
    'goods',
    list(
      record({
        productId: ['goods_id', id],
        /** The size. A field of our own. */
        variantId: ['variant_id', ifPresent(id)],
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
  /** The part of the total that sending costs, if the business charges for it. A field of our own. */
  postagePence: ['postage_price', ifPresent(pence)],
  delivery: ['address', delivery],
  /** Where it could be collected, if the business offers that. A field of our own. */
  collectAt: ['collect_at', ifPresent(collectAt)],
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
            variantId: ['variant_id', ifPresent(id)],
            image: ['image', line],
            name: ['name', line],
            quantity: ['num', count],
            linePence: ['total_price', pence],
            /** How many pieces were returned. A field of our own. */
            returned: ['returned_num', ifPresent(count)],
          }),
        ),
      ],
      /** The part of the total that sending costs. A field of our own. */
      postagePence: ['postage_price', pence],
      /**
       * Left out if the products are sent. `next` is null once they were handed over, or while no class is
       * booked. A field of our own.
       */
      collected: [
        'collect',
        ifPresent(
          record({ isHandedOver: ['is_handed_over', boolean], next: ['next_class', nullable(collectAt)] }),
        ),
      ],
      ...backOfOrder,
    }),
    delivery,
  ),
)

const oneProduct = record({
  quantity: ['num', count],
  productId: ['goods_id', id],
  /** The size of a product that has sizes. A field of our own. */
  variantId: ['variant_id', ifPresent(optional(id))],
})
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
  previewProduct: call('order/buyNowConfirmOrder', 'signedIn', both(oneProduct, collecting), purchasePreview),
  previewBasket: call('order/cartConfirmOrder', 'signedIn', both(basketLines, collecting), purchasePreview),
  placeProduct: call(
    'order/submitOrder',
    'signedIn',
    both(both(oneProduct, both(delivery, collecting)), shownPrice),
    submitted,
  ),
  placeBasket: call(
    'order/cartSubmitOrder',
    'signedIn',
    both(both(basketLines, both(delivery, collecting)), shownPrice),
    submitted,
  ),
  orders: call('order/getOrderList', 'signedIn', pageQuery, page(productOrder)),
  orderDetails: call('order/getOrderDetails', 'signedIn', orderNumber, productOrder),
}
