import { times, title } from './offerings.ts'
import { kindCodes, order, orderNumber } from './orders.ts'
import {
  both,
  call,
  count,
  flag,
  id,
  line,
  list,
  localDateTime,
  longText,
  nothing,
  nullable,
  oneOf,
  pence,
  record,
} from './wire.ts'

// What a family has booked, of every kind at once: calls of our own (record 035).

const orderKind = oneOf({ ...kindCodes, product: 'goods', pack: 'combo' })

/** Which order, and where it is shown. */
export const namedOrder = both(orderNumber, record({ kind: ['kind', orderKind] }))

/** A booked place with all that one needs to get there. */
export const bookedPlace = both(
  orderNumber,
  record({
    kind: ['kind', oneOf(kindCodes)],
    bookingId: ['cpu_id', id],
    /** It rises with every change: a calendar takes the newer of two entries. */
    sequence: ['moves', count],
    sessionId: ['course_product_id', id],
    typeId: ['course_type_id', id],
    typeName: ['course_type_name', line],
    title,
    name: ['name', line],
    ...times,
    venue: ['course_shop_name', line],
    address: ['address', longText],
    /** A map that the office named; else empty. */
    mapUrl: ['map_url', longText],
    room: ['class', line],
    toBring: ['to_bring', longText],
    ages: ['course_age_name', line],
    attendee: ['child', line],
    isTrial: ['is_try', flag],
    pricePence: ['price', pence],
  }),
)

/** An order as it is thanked for and printed: what it is of, and how its total came about. */
export const receipt = both(
  both(order, record({ kind: ['kind', orderKind] })),
  record({
    /** Who sold it: the company, else the trading name; and its childcare registration (record 086). */
    provider: ['provider', line],
    childcareRegistration: ['childcare_registration', line],
    buyer: ['full_name', line],
    /** To which the confirmation goes; empty for a guest who left a number only. */
    email: ['email', line],
    paidAt: ['pay_time', nullable(localDateTime)],
    listPence: ['original_price', pence],
    creditPence: ['combo_price', pence],
    discountPence: ['discount_price', pence],
    refundedPence: ['refund_price', pence],
    creditsUsed: ['combo_num', count],
    places: ['products', list(bookedPlace)],
    items: [
      'goods',
      list(record({ name: ['name', line], quantity: ['num', count], pence: ['price', pence] })),
    ],
  }),
)

const unpaidOrder = both(
  namedOrder,
  record({
    name: ['name', line],
    totalPence: ['total_price', pence],
    holdExpiresAt: ['expire_time', localDateTime],
    /** When what is booked is; none of products and packs. */
    sessions: ['products', list(record(times))],
  }),
)

export const ownBookings = {
  /** The next three places, with the first one of every kind; and what waits to be paid, the most urgent first. */
  upNext: call(
    'booking/getUpNext',
    'signedIn',
    nothing,
    record({ places: ['products', list(bookedPlace)], unpaid: ['orders', list(unpaidOrder)] }),
  ),
  receipt: call('booking/getReceipt', 'signedIn', orderNumber, receipt),
  /** By the signed address of a guest's order (record 010). */
  guestReceipt: call(
    'booking/getGuestReceipt',
    'anyone',
    record({ guestOrder: ['guest_order', line] }),
    receipt,
  ),
}
