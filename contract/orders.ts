import { type Attendees, forEveryKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { classBooked, placeState, times, title } from './offerings.ts'
import {
  boolean,
  both,
  call,
  count,
  date,
  email,
  flag,
  id,
  idList,
  ifPresent,
  line,
  list,
  listUpTo,
  localDateTime,
  name,
  nothing,
  nullable,
  oneOf,
  optional,
  page,
  pageQuery,
  pence,
  phone,
  type RecordCodec,
  record,
  sparse,
  time,
} from './wire.ts'

/** Some of the documented paths have capitals, others do not. */
export const bookingPaths = {
  class: { booking: 'Course_Order', order: 'course_order' },
  event: { booking: 'Events_Order', order: 'Events_order' },
  parentSession: { booking: 'parents_order', order: 'parents_order' },
} as const

/** The names of the kinds in calls of our own. */
export const kindCodes = { class: 'course', event: 'events', parentSession: 'parents' } as const

const contact = record({
  fullName: ['full_name', name],
  phone: ['contact_number', phone],
  email: ['email', email],
})

/**
 * The attendees: children of the account, or one person with a contact. The wire has several forms; handlers
 * get one.
 */
export function attendeesOf(
  kind: OfferingKind,
  childField: 'child_id' | 'child_ids' = 'child_id',
): RecordCodec<{ attendees: Attendees }> {
  const childIds = record({ childIds: [childField, idList] })
  if (offeringKinds[kind].attendees === 'children') {
    return {
      fields: childIds.fields,
      names: childIds.names,
      decode: (wire, label) => ({ attendees: { who: 'children', ...childIds.decode(wire, label) } }),
      encode: ({ attendees }) => (attendees.who === 'children' ? childIds.encode(attendees) : {}),
    }
  }
  return {
    fields: contact.fields,
    names: contact.names,
    decode: (wire, label) => ({ attendees: { who: 'contact', ...contact.decode(wire, label) } }),
    encode: ({ attendees }) => (attendees.who === 'contact' ? contact.encode(attendees) : {}),
  }
}

/** Any other status is shown as cancelled (spec 2 §9). */
export const orderStatus = oneOf({ pending: 0, paid: 1, cancelled: -1, completed: 2 }, 'cancelled')

export const orderNumber = record({ orderNumber: ['order_sn', line] })

/** The answer of every submit. */
export const submitted = record({
  orderNumber: ['order_sn', line],
  totalPence: ['total_price', pence],
  status: ['order_status', orderStatus],
})

const named = record({ name: ['name', line] })

/**
 * A session as the booking dialog offers it. Here bookable also means that a place is left (decision E-18).
 */
export const offeredSession = record({
  id: ['id', id],
  name: ['name', line],
  weekday: ['week', line],
  ...times,
  isBookable: ['is_expired', boolean],
  offersTrial: ['is_try', flag],
  trialPricePence: ['try_price', pence],
  pricePence: ['price', pence],
  credits: ['combo_num', count],
  placesLeft: ['can_num', count],
})

/**
 * Whether the account may choose to pay later, from a childcare account or by voucher (decision E-60). A field
 * of our own, left out if it may not.
 */
export const mayPayLater = { mayPayLater: ['may_pay_later', ifPresent(boolean)] } as const

export const preview = record({
  offering: [
    'course_details',
    record({
      id: ['id', id],
      title,
      image: ['image', line],
      type: ['type', named],
      venue: ['shop', named],
      ages: ['age', named],
      startDate: ['start_date', date],
      endDate: ['end_date', date],
      isPackOnly: ['is_combo', flag],
      priceDescription: ['price_description', line],
      typeId: ['course_type_id', id],
    }),
  ],
  sessions: ['all_list', list(offeredSession)],
  totalPence: ['total_price', pence],
  /** Documented but empty: a preview creates nothing (decision A-14). */
  orderNumber: ['order_sn', line],
  creditsUsed: ['combo_num', count],
  creditBalance: ['user_combo_num', count],
  listPence: ['original_price', pence],
  discountPence: ['discount_price', pence],
  /** Why the class does not take one of the chosen people (decision E-26). A field of our own. */
  problem: ['rule_msg', ifPresent(line)],
  ...mayPayLater,
})

/** A refund of an order, as the family sees it. */
export const moneyBack = record({
  refundedPence: ['refund_price', pence],
  method: ['refund_type', oneOf({ card: 'card', cash: 'cash', bank: 'bank', other: 'other', hand: 'hand' })],
  isOnItsWay: ['is_pending', boolean],
})

/** The refund of a place that was cancelled out of a paid order. A field of our own. */
export const placeRefund = ifPresent(
  both(moneyBack, record({ refundedBeforePence: ['refunded_before', pence], credits: ['combo_num', count] })),
)

const bookedSession = record({
  bookingId: ['cpu_id', id],
  sessionId: ['course_product_id', id],
  ...classBooked,
  name: ['name', line],
  image: ['image', line],
  ...times,
  venue: ['course_shop_name', line],
  typeName: ['course_type_name', line],
  ages: ['course_age_name', line],
  child: ['child', line],
  fullName: ['full_name', line],
  isTrial: ['is_try', flag],
  state: ['state', placeState],
  refund: ['refund', placeRefund],
  /** The question of the class when it was booked, and the answer; empty if it was not answered. Fields of our own. */
  question: ['question', ifPresent(line)],
  answer: ['answer', ifPresent(line)],
})

/** The fields of every order; `holdExpiresAt` while it is unpaid. */
export const order = record({
  orderNumber: ['order_sn', line],
  status: ['order_status', orderStatus],
  placedAt: ['createtime', localDateTime],
  paymentMethod: [
    'pay_type',
    oneOf({ none: '', card: 'card', credits: 'credits', free: 'free', desk: 'desk' }),
  ],
  totalPence: ['total_price', pence],
  paidPence: ['pay_price', pence],
  holdExpiresAt: ['expire_time', nullable(localDateTime)],
})

/** Refunds of an order besides its cancelled places. Fields of our own, left out if there are none. */
export const backOfOrder = {
  refunds: ['refunds', ifPresent(list(moneyBack))],
  creditsGiven: ['goodwill_combo_num', ifPresent(count)],
} as const

export const bookingOrder = both(
  order,
  record({
    name: ['name', line],
    creditsUsed: ['combo_num', count],
    summary: [
      'product',
      record({
        image: ['image', line],
        name: ['name', line],
        child: ['child', line],
        fullName: ['full_name', line],
        startTime: ['start_time', time],
        endTime: ['end_time', time],
      }),
    ],
    sessions: ['products', list(bookedSession)],
    ...backOfOrder,
    /**
     * Expected money that was not received yet (spec 4 §4). A field of our own, left out if there is none.
     */
    expectedPence: ['expected_price', ifPresent(pence)],
  }),
)

/**
 * The part of a request besides the attendees. Without `creditsWanted`, as many credits as possible are used (decision
 * E-10).
 */
export const extras = record({
  creditsWanted: ['combo_num', optional(count)],
  discountCode: ['discount_code', line],
})

/** The price shown to the customer: an order that would cost more is refused. A field of our own. */
export const shownPrice = record({
  shown: [
    'shown',
    ifPresent(optional(record({ totalPence: ['total_price', pence], creditsUsed: ['combo_num', count] }))),
  ],
})

/** The maximum number of answers of one order: eight children in fifty sessions of a basket. */
const maxAnswers = 400

/**
 * The answers to the classes' questions, one for each child or for the contact, and in a basket for each
 * line. Fields of our own. Nothing is refused for a missing answer; an answer to no question is dropped.
 */
const answers = record({
  answers: [
    'answers',
    ifPresent(
      listUpTo(
        maxAnswers,
        record({
          lineId: ['cart_id', ifPresent(id)],
          childId: ['child_id', ifPresent(id)],
          text: ['answer', line],
        }),
      ),
    ),
  ],
})

/** How the family pays later (decision E-60). A field of our own: without it the order is paid by card. */
const payLater = record({
  payLater: ['pay_later', ifPresent(oneOf({ childcare: 'childcare', voucher: 'voucher' }))],
})

/** The fields of our own that every submit takes. */
export const ofSubmit = both(both(shownPrice, answers), payLater)

function orderCalls(kind: OfferingKind) {
  const paths = bookingPaths[kind]
  const attendees = attendeesOf(kind)
  const chosen = both(
    both(record({ offeringId: ['course_id', id], sessionIds: ['course_product_id', idList] }), extras),
    attendees,
  )
  // The first preview also sends the clicked session's day (decision A-13); only the sessions count.
  const clicked = record({ dayId: ['date_id', ifPresent(count)] })
  const access = offeringKinds[kind].guestsMayBook ? 'optionally' : 'signedIn'
  return {
    preview: call(`${paths.booking}/buyNowConfirmOrder`, access, sparse(both(clicked, chosen)), preview),
    place: call(`${paths.booking}/submitOrder`, access, both(chosen, ofSubmit), submitted),
    placeTrial: call(
      `${paths.booking}/submitOrderByTry`,
      access,
      both(both(record({ sessionIds: ['course_product_id', idList] }), attendees), ofSubmit),
      submitted,
    ),
    list: call(`${paths.order}/getOrderList`, 'signedIn', pageQuery, page(bookingOrder)),
    details: call(`${paths.order}/getOrderDetails`, 'signedIn', orderNumber, bookingOrder),
    cancel: call(`${paths.order}/cancelOrder`, 'signedIn', orderNumber, nothing),
  }
}

/** Only kinds that check a child's trial history have this call (decision E-22). */
function trialCheck(kind: OfferingKind) {
  return call(
    `${bookingPaths[kind].order}/isTry`,
    'signedIn',
    record({ typeId: ['type_id', id], childId: ['child_id', id] }),
    nothing,
  )
}

const move = (kind: OfferingKind) => ({
  move: call(
    `${bookingPaths[kind].order}/change`,
    'signedIn',
    record({ bookingId: ['cpu_id', id], sessionId: ['change_id', id] }),
    nothing,
  ),
})

export const orders = forEveryKind(orderCalls)

export const trials = { class: trialCheck('class'), event: trialCheck('event') }

/** Moves a booked place to another session of its kind (decision E-15). */
export const rescheduling = forEveryKind(move)
