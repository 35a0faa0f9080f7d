import { classBooked, placeState, times, title } from './offerings.ts'
import { kindCodes, moneyBack, order, orderNumber, placeRefund } from './orders.ts'
import {
  boolean,
  both,
  call,
  count,
  date,
  flag,
  id,
  idList,
  ifPresent,
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

// A family's bookings of every kind: calls of our own (record 035).

const orderKind = oneOf({ ...kindCodes, product: 'goods', pack: 'combo' })

/** The order, and the page that shows it. */
export const namedOrder = both(orderNumber, record({ kind: ['kind', orderKind] }))

/** A booked place with everything needed to get there. */
export const bookedPlace = both(
  orderNumber,
  record({
    kind: ['kind', oneOf(kindCodes)],
    bookingId: ['cpu_id', id],
    /** Rises with every change: calendars use the entry with the higher number. */
    sequence: ['moves', count],
    sessionId: ['course_product_id', id],
    ...classBooked,
    typeName: ['course_type_name', line],
    title,
    name: ['name', line],
    ...times,
    venue: ['course_shop_name', line],
    address: ['address', longText],
    /** The map link that the office entered, or empty. */
    mapUrl: ['map_url', longText],
    room: ['class', line],
    toBring: ['to_bring', longText],
    ages: ['course_age_name', line],
    attendee: ['child', line],
    isTrial: ['is_try', flag],
    pricePence: ['price', pence],
    state: ['state', placeState],
    refund: ['refund', placeRefund],
    /** Whether it was paid at the desk: its money goes back by hand. */
    isPaidAtDesk: ['is_paid_at_desk', ifPresent(boolean)],
    /** Whether the family may cancel it. It may until the session starts. */
    mayCancel: ['is_cancellable', ifPresent(boolean)],
    /** Whether the family said that nobody will come. */
    isAbsent: ['is_absent', ifPresent(boolean)],
  }),
)

const deskMethodCodes = {
  cash: 'cash',
  bank: 'bank',
  cardMachine: 'card_machine',
  childcare: 'childcare',
  voucher: 'voucher',
  council: 'council',
  other: 'other',
} as const

/** An order for the thank-you page and the receipt: what was bought, and how the total is made up. */
export const receipt = both(
  both(order, record({ kind: ['kind', orderKind] })),
  record({
    /** The seller: the company, else the trading name; and its childcare registration (record 035). */
    provider: ['provider', line],
    providerAddress: ['provider_address', longText],
    childcareRegistration: ['childcare_registration', line],
    vatNumber: ['vat_number', line],
    /** The VAT in what was paid, less refunds; empty where the business was not registered. */
    vat: [
      'vat',
      list(
        record({
          code: ['code', oneOf({ standard: 'standard', reduced: 'reduced', zero: 'zero', exempt: 'exempt' })],
          percent: ['percent', count],
          grossPence: ['gross', pence],
          vatPence: ['vat', pence],
        }),
      ),
    ],
    buyer: ['full_name', line],
    /** Where the confirmation is sent; empty for a guest who left only a number. */
    email: ['email', line],
    paidAt: ['pay_time', nullable(localDateTime)],
    listPence: ['original_price', pence],
    /** The part of an order of products that sending costs. */
    postagePence: ['postage_price', pence],
    creditPence: ['combo_price', pence],
    discountPence: ['discount_price', pence],
    refundedPence: ['refund_price', pence],
    creditsUsed: ['combo_num', count],
    places: ['products', list(bookedPlace)],
    items: [
      'goods',
      list(
        record({
          name: ['name', line],
          quantity: ['num', count],
          pence: ['price', pence],
          /** How many pieces were returned. */
          returned: ['returned_num', count],
        }),
      ),
    ],
    /** How it was paid at the desk, or how expected money will be paid. */
    desk: [
      'desk_payment',
      ifPresent(
        nullable(
          record({
            method: ['type', oneOf(deskMethodCodes)],
            reference: ['reference', line],
            /** The money that has not been received yet. */
            expectedPence: ['expected_price', pence],
            /** How to pay it and by when, if the family itself chose to pay later (decision E-60). */
            instructions: ['instructions', ifPresent(longText)],
            dueOn: ['due_on', ifPresent(date)],
          }),
        ),
      ),
    ],
    /** The refunds, except those for cancelled places. */
    refunds: ['refunds', list(moneyBack)],
    /** The credits of the pack that were given back, and the credits given as goodwill. */
    creditsTaken: ['returned_combo_num', count],
    creditsGiven: ['goodwill_combo_num', count],
  }),
)

/** The statement of what a child attended in one month, and what was paid for it (decision E-72). */
export const statement = record({
  child: ['child', line],
  buyer: ['full_name', line],
  provider: ['provider', line],
  providerAddress: ['provider_address', longText],
  childcareRegistration: ['childcare_registration', line],
  /** The average price of a credit of the family's packs; 0 if no credit was used (decision O-24). */
  creditPricePence: ['combo_unit_price', pence],
  places: [
    'products',
    list(
      record({
        bookingId: ['cpu_id', id],
        title,
        ...times,
        venue: ['course_shop_name', line],
        isTrial: ['is_try', flag],
        isCancelled: ['is_cancelled', boolean],
        attendance: ['attendance', oneOf({ unmarked: '', came: 'came', absent: 'absent' })],
        /** The money paid for it, less what came back. */
        paidPence: ['pay_price', pence],
        /** When it was paid; null while money is still expected. */
        paidAt: ['pay_time', nullable(localDateTime)],
        credits: ['combo_num', count],
        /** The estimated value of its credits. */
        creditPence: ['combo_price', pence],
      }),
    ),
  ],
})

const unpaidOrder = both(
  namedOrder,
  record({
    name: ['name', line],
    totalPence: ['total_price', pence],
    holdExpiresAt: ['expire_time', localDateTime],
    /** When the booked sessions take place; empty for products and packs. */
    sessions: ['products', list(record(times))],
  }),
)

/** An order whose money the business expects. It does not expire (decision E-68). */
const expectedOrder = both(
  namedOrder,
  record({
    name: ['name', line],
    method: ['type', oneOf(deskMethodCodes)],
    /** The money that has not been received yet. */
    expectedPence: ['expected_price', pence],
    /** The day on which the money is due, if the family itself chose to pay later. */
    dueOn: ['due_on', ifPresent(date)],
    sessions: ['products', list(record(times))],
  }),
)

const cancelledBookings = record({ bookingIds: ['cpu_id', idList] })

const cancelTotals = record({
  refundedPence: ['refund_price', pence],
  keptPence: ['kept_price', pence],
  /** Credits returned, and credits given instead of money. */
  credits: ['combo_num', count],
})

export const ownBookings = {
  /**
   * Returns the next twelve places and the next of each kind, how many are to come in all, and the last place that is
   * over, for "Book again". With them the unpaid orders, the most urgent first, and those with expected money.
   */
  upNext: call(
    'booking/getUpNext',
    'signedIn',
    nothing,
    record({
      places: ['products', list(bookedPlace)],
      coming: ['coming_num', count],
      unpaid: ['orders', list(unpaidOrder)],
      expected: ['expected_orders', list(expectedOrder)],
      last: ['last', nullable(bookedPlace)],
    }),
  ),
  /** Previews the refund of cancelling places of one order now. */
  previewCancel: call('booking/previewCancelPlaces', 'signedIn', cancelledBookings, cancelTotals),
  /** Refused if the refund differs from the one that was shown. */
  cancelPlaces: call(
    'booking/cancelPlaces',
    'signedIn',
    both(cancelledBookings, record({ expected: ['expected', cancelTotals] })),
    cancelTotals,
  ),
  /** Records that nobody will come to a booked place, or withdraws that. The place and its money stay. */
  tellAbsence: call(
    'booking/tellAbsence',
    'signedIn',
    record({ bookingId: ['cpu_id', id], isAbsent: ['is_absent', boolean] }),
    nothing,
  ),
  receipt: call('booking/getReceipt', 'signedIn', orderNumber, receipt),
  /** Returns what an own child attended in the month of a day. */
  statement: call(
    'booking/getStatement',
    'signedIn',
    record({ childId: ['child_id', id], month: ['month', date] }),
    statement,
  ),
  /** Finds a guest's order by its signed address (record 010). */
  guestReceipt: call(
    'booking/getGuestReceipt',
    'anyone',
    record({ guestOrder: ['guest_order', line] }),
    receipt,
  ),
}
