import { everyDeskMethod, everyExpectedMethod } from '#domain/desk-payment.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { everyRingNews } from '#domain/office/order-sentences.ts'
import { everyVatCode } from '#domain/office/vat.ts'
import { familyPlace, orderKind, orderLine, orderState, payMethod } from './families.ts'
import {
  boolean,
  choice,
  count,
  date,
  done,
  exported,
  id,
  ifPresent,
  instant,
  integer,
  line,
  list,
  name,
  nullable,
  officeList,
  ofPeople,
  pageOfList,
  plain,
  read,
  sortedBy,
  textUpTo,
  time,
  type Value,
  write,
} from './office-call.ts'
import { collectAt, parcelAddress } from './parcels.ts'

const filters = {
  state: ifPresent(orderState),
  kind: ifPresent(orderKind),
  method: ifPresent(payMethod),
  placedFrom: ifPresent(date),
  placedTo: ifPresent(date),
  paidFrom: ifPresent(date),
  paidTo: ifPresent(date),
  sessionFrom: ifPresent(date),
  sessionTo: ifPresent(date),
  /** Only orders whose money came in or went back in these days, as takings count it. */
  moneyFrom: ifPresent(date),
  moneyTo: ifPresent(date),
  /** Only orders of which some of that money has this VAT code. Without both days it is ignored. */
  vatCode: ifPresent(choice(everyVatCode)),
  venueId: ifPresent(id),
  typeId: ifPresent(id),
  accountId: ifPresent(id),
  /** Only orders with a refund, made or in progress, whatever their status. */
  withRefund: ifPresent(boolean),
  /** Only orders that wait for a decision of this sort. */
  needs: ifPresent(
    choice(['refundFailed', 'refundWaiting', 'disputed', 'asked', 'expected', 'expectedLate', 'toRing']),
  ),
  /** Only orders that this discount code reduced. */
  codeId: ifPresent(id),
}

/** The events of an order, oldest first. `words` is the text of a message or a move. */
const event = plain({
  at: instant,
  what: choice([
    'placed',
    'pageOpened',
    'paid',
    'expected',
    'received',
    'receiptCorrected',
    'differs',
    'points',
    'moved',
    'newTime',
    'told',
    'linkMailed',
    'reminded',
    'claimed',
    'placeCancelled',
    'refundAsked',
    'refundFailed',
    'refunded',
    'itemsReturned',
    'creditsTaken',
    'creditsGiven',
    'disputed',
    'disputeWon',
    'disputeLost',
    'sent',
    'completed',
    'cancelled',
  ]),
  words: line,
  pence: nullable(count),
  /** The actor: the customer, the site itself, or a member of staff, by name if known. */
  by: choice(['family', 'site', 'office']),
  byName: name,
})
export type OrderEvent = Value<typeof event>

const way = { method: choice(['card', 'cash', 'bank', 'other']), reference: textUpTo(100) }

/** A refund. `waiting` means for the provider's balance; a failed one needs a decision. */
const refund = plain({
  id,
  pence: count,
  /** How much of it exceeds the payment, because it was refunded at the provider. */
  beyondPence: count,
  state: choice(['requested', 'waiting', 'succeeded', 'failed', 'superseded']),
  at: instant,
  reason: line,
  /** The member of staff who asked; '' for the site itself or the provider's dashboard. */
  by: name,
  kind: choice([
    'late',
    'double',
    'cancelled',
    'goodwill',
    'mismatch',
    'atStripe',
    'dispute',
    'pack',
    'returned',
  ]),
  /** `hand`: paid at the desk, and nobody has said yet how it was given back. */
  method: choice(['card', 'cash', 'bank', 'other', 'hand']),
  reference: textUpTo(100),
  /** The provider's reason for the failure. */
  why: line,
})

/** The provider's facts about a payment that does not match the order. */
const differs = plain({ pence: count, currency: line, orderNumber: line, isOurMode: boolean })

/** Where the money and credits of a cancelled place went. */
const settlement = plain({
  refundedPence: count,
  asCreditsPence: count,
  keptPence: count,
  backBeforePence: count,
  notReceivedPence: count,
  creditsReturned: count,
  creditsGranted: count,
})

/**
 * The order's reward points, from which the page computes how many a refund takes back; null if it earns
 * none.
 */
export const orderPoints = nullable(
  plain({ paidPence: count, backPence: count, held: integer, short: count, balance: count }),
)

/** The money, credits and pieces that can be refunded without cancelling places. */
const refundable = plain({
  leftPence: count,
  /** Whether it was paid at the desk: then nothing goes back to a card. */
  isPaidAtDesk: boolean,
  /** Whether credits can be given as goodwill: the order was paid, and a family placed it. */
  mayGetCredits: boolean,
  /** The pack that was bought: what was paid, and the family's present balance. */
  pack: nullable(plain({ credits: count, paidPence: count, returned: count, balance: count })),
  items: list(plain({ id, name: line, unitPence: count, quantity: count, returned: count })),
  /** The postage, which is refunded with the last pieces of the order. */
  postagePence: count,
  points: orderPoints,
})
export type Refundable = Value<typeof refundable>

const moveTarget = plain({
  sessionId: id,
  date,
  startTime: time,
  endTime: time,
  free: integer,
  pricePence: count,
  credits: count,
  /** Why the place cannot move there; '' if it can. */
  problem: line,
  /** Why the rules of its class refuse the attendee, so that staff need a reason; '' if they do not. */
  refused: line,
  isOtherPrice: boolean,
  /**
   * The most that can be given back because the date costs less: money, or credits if the place was paid with
   * credits.
   */
  backPence: count,
  backCredits: count,
  /** Which other places the child has at that time. The place can move there all the same. */
  clashes: list(line),
})
export type MoveTarget = Value<typeof moveTarget>

const moved = { bookingId: id, sessionId: id, reason: textUpTo(500) }

/** The totals of cancelling as they were shown. The call is refused if they have changed. */
const totals = plain({ refundedPence: count, keptPence: count, credits: count })

/** The totals of ending an order whose expected money does not come. */
const endingTotals = plain({
  places: count,
  /** How many of these places have begun. */
  begun: count,
  /** The money that was received and not refunded yet. */
  refundedPence: count,
  notReceivedPence: count,
  credits: count,
})

/** A place that can be cancelled, with the policy's proposal for it alone. */
const cancellable = plain({
  bookingId: id,
  who: line,
  title: line,
  date,
  startTime: time,
  endTime: time,
  payablePence: count,
  creditsUsed: count,
  creditPrice: count,
  backPence: count,
  creditsBack: count,
  proposed: settlement,
})
export type CancellablePlace = Value<typeof cancellable>

/** How one place is settled: the refund, the rest of the money, and whether its credits are returned. */
const chosen = plain({
  bookingId: id,
  refundPence: count,
  rest: choice(['credits', 'kept']),
  returnCredits: boolean,
})

/** An order's money, as `OrderBooks` in domain/settlement.ts. `leftPence` can still be refunded. */
const money = plain({
  cameInPence: count,
  staysPence: count,
  backPence: count,
  owedPence: count,
  asCreditsPence: count,
  keptPence: count,
  leftPence: count,
})

/** A guest without an email address, whom somebody rings about what was done with the order. */
const guestToRing = plain({
  id,
  number: line,
  name: line,
  phone: line,
  news: list(choice(everyRingNews)),
  notedAt: instant,
  rungAt: nullable(instant),
  rungBy: name,
})
export type GuestToRing = Value<typeof guestToRing>

const order = plain({
  order: orderLine,
  guest: nullable(plain({ name: line, email: line, phone: line })),
  places: list(familyPlace),
  /** The payment for each place, and how a cancelled one was settled. */
  placeMoney: list(
    plain({
      bookingId: id,
      listPence: count,
      payablePence: count,
      creditsUsed: count,
      /** Refunded while the place was still booked. */
      backPence: count,
      /** A camp is one date of several days. */
      days: count,
      settlement: nullable(settlement),
    }),
  ),
  money,
  items: list(plain({ name: line, quantity: count, pence: count, returned: count })),
  /** Credits of the pack that were given back, and credits given as goodwill. */
  packCreditsBack: count,
  goodwillCredits: count,
  /** The delivery address. `isToSend` is true until the products are sent; `isGiven` if the family took them away at once. */
  delivery: nullable(
    plain({
      ...parcelAddress,
      isCollected: boolean,
      collectAt: nullable(collectAt),
      isToSend: boolean,
      sentAt: nullable(instant),
      sentBy: name,
      isGiven: boolean,
    }),
  ),
  listPence: count,
  creditPence: count,
  discountPence: count,
  /** The discount code that was used, or ''. */
  discountCode: line,
  paidPence: count,
  creditsUsed: count,
  /** The colleague who booked it for the family, or ''. */
  placedBy: name,
  payments: list(
    plain({
      method: choice(['card', ...everyDeskMethod]),
      reference: line,
      /** Whether it was paid into another card account than the present one: then its money goes back by hand. */
      isOfFormerAccount: boolean,
      /** The link to the order at the card provider, or ''. */
      dashboard: line,
      pence: count,
      /** `refused`: the payment did not match, and was refunded in full. */
      state: choice(['created', 'succeeded', 'expired', 'mismatched', 'refused', 'expected', 'received']),
      differs: nullable(differs),
      createdAt: instant,
      settledAt: nullable(instant),
      back: list(refund),
      /** The disputes that the customer has opened at their bank. */
      disputes: list(
        plain({
          id,
          pence: count,
          reason: line,
          state: choice(['open', 'won', 'lost']),
          openedAt: instant,
          closedAt: nullable(instant),
        }),
      ),
    }),
  ),
  /**
   * Expected money and its receipts, also after all of it was received; null if the order was paid at once.
   */
  expected: nullable(
    plain({
      isOpen: boolean,
      method: choice(everyExpectedMethod),
      reference: line,
      pence: count,
      receivedPence: count,
      receipts: list(
        plain({
          id,
          pence: integer,
          receivedOn: date,
          reference: line,
          recordedAt: instant,
          /** The member who recorded it; '' for a card payment. */
          by: name,
          /**
           * Whether it can still be corrected. A card payment, a correction and a corrected receipt cannot.
           */
          mayBeCorrected: boolean,
        }),
      ),
    }),
  ),
  /** The news about which somebody has to ring the guest, or has rung them. */
  toRing: list(guestToRing),
  /** The refunds that the front desk asked for. */
  asked: list(
    plain({
      id,
      pence: count,
      reason: line,
      by: name,
      askedAt: instant,
      state: choice(['open', 'accepted', 'declined']),
      decidedBy: name,
      bookingId: nullable(id),
    }),
  ),
  /** Lists what can be done about an unpaid order; null once it was paid. */
  unpaid: nullable(
    plain({
      /** The mails with a link to pay it, newest first. */
      links: list(plain({ at: instant, by: name, isReminder: boolean })),
      /** Why no link, or no reminder, can be mailed now; '' if it can. */
      whyNoLink: line,
      whyNoReminder: line,
      /** Until when a link keeps the order by default, and at most. */
      usuallyKept: instant,
      latestKept: instant,
    }),
  ),
  events: list(event),
  /** Notes for colleagues, newest first. */
  notes: list(plain({ id, text: textUpTo(1000), at: instant, by: name })),
})
export type OfficeOrder = Value<typeof order>

/** Orders of every kind (spec 3 §2.9). */
export const orders = {
  list: read(
    'Orders/list',
    'order.see',
    { ...filters, ...pageOfList, sort: sortedBy('placed', 'total', 'back') },
    officeList(orderLine),
  ),
  /** How much of the matching orders is still expected, where it comes from, and how much of it is late. */
  expected: read(
    'Orders/expected',
    'order.see',
    filters,
    plain({
      orders: count,
      openPence: count,
      latePence: count,
      sources: list(plain({ method: choice(everyExpectedMethod), openPence: count })),
    }),
  ),
  get: read('Orders/get', 'order.see', { number: textUpTo(64) }, order),
  /** Lists the guests whom somebody has to ring, and those who were rung in the last 24 hours. */
  toRing: read('Orders/toRing', 'order.see', {}, plain({ guests: list(guestToRing) })),
  /** Ticks off, or unticks, a guest who was rung about what was done with their order. */
  rung: write('Orders/rung', 'family.edit', { id, isRung: boolean }, done),
  /** Lists the places of a paid order that can be cancelled, with a proposed settlement of each. */
  previewCancel: read(
    'Orders/previewCancel',
    'booking.cancel',
    { number: textUpTo(64) },
    plain({
      places: list(cancellable),
      leftPence: count,
      /**
       * The money of the places that the order still has: what is payable, and how much of that was received.
       */
      live: plain({ payablePence: count, receivedPence: count }),
      /** Whether it was paid at the desk: then nothing goes back to a card. */
      isPaidAtDesk: boolean,
      /** Whether the order stores its own policy. An older order uses today's policy. */
      hasOwnPolicy: boolean,
      /** The number of a guest without an email address, whom somebody has to ring; '' if a mail tells them. */
      ringOn: line,
      points: orderPoints,
    }),
  ),
  cancelPlaces: write(
    'Orders/cancelPlaces',
    'booking.cancel',
    {
      number: textUpTo(64),
      places: list(chosen, 100),
      ...way,
      reason: textUpTo(500),
      expected: totals,
    },
    plain({ totals, isOrderOver: boolean }),
    { needsReauthentication: true },
  ),
  /** Lists the booked places of a date that has not begun, to move one of them. */
  placesOfDate: read('Orders/placesOfDate', 'booking.make', { sessionId: id }, list(familyPlace)),
  /** Reads the coming dates of the place's class, or of the chosen one, and why it cannot move to some of them. */
  previewMove: read(
    'Orders/previewMove',
    'booking.make',
    { bookingId: id, offeringId: ifPresent(id) },
    plain({
      number: line,
      kind: choice(everyOfferingKind),
      title: line,
      venue: name,
      /** The money of the place, and of the whole order, that can still be refunded. */
      paidPence: count,
      leftPence: count,
      isPaidAtDesk: boolean,
      /** The number of a guest without an email address, whom somebody has to ring; '' if a mail tells them. */
      ringOn: line,
      dates: list(moveTarget),
    }),
  ),
  /**
   * Moves a place to a date of the same price. Going against the rules of its class needs a reason. The
   * family is told.
   */
  move: write('Orders/move', 'booking.make', moved, done),
  /** Moves a place to a date of another price, and gives `pence` or `credits` back; nothing if both are 0. */
  moveAtOtherPrice: write(
    'Orders/moveAtOtherPrice',
    'order.refund',
    { ...moved, ...way, pence: count, credits: count, leftPence: count },
    done,
    { needsReauthentication: true },
  ),
  /** Previews what can be refunded now: money, credits of a pack that are not spent, and pieces of the lines. */
  previewRefund: read('Orders/previewRefund', 'order.refund', { number: textUpTo(64) }, refundable),
  /** Refunds money or credits without cancelling a place. `leftPence` is the most that the page showed. */
  refund: write(
    'Orders/refund',
    'order.refund',
    {
      number: textUpTo(64),
      pence: count,
      ...way,
      reason: textUpTo(500),
      leftPence: count,
      bookingId: ifPresent(id),
      /** The colleague's request that this refund accepts. */
      askedId: ifPresent(id),
      /** Credits as goodwill, instead of money. */
      credits: ifPresent(count),
      /** The credits of a pack to give back, and how many were shown as left. */
      packCredits: ifPresent(plain({ credits: count, left: count })),
      /** The returned pieces, and whether they go back into stock. */
      items: ifPresent(list(plain({ id, quantity: count, restock: boolean }), 100)),
    },
    done,
    { needsReauthentication: true },
  ),
  /** Lets the front desk ask for a refund; somebody who may refund decides. */
  askRefund: write(
    'Orders/askRefund',
    'order.askRefund',
    { number: textUpTo(64), pence: count, reason: textUpTo(500), bookingId: ifPresent(id) },
    done,
  ),
  declineRefund: write('Orders/declineRefund', 'order.refund', { askedId: id, reason: textUpTo(500) }, done),
  /** Tries a failed refund again. */
  retryRefund: write('Orders/retryRefund', 'order.refund', { refundId: id }, done, {
    needsReauthentication: true,
  }),
  /** Records that a failed refund was paid in another way. */
  refundByHand: write(
    'Orders/refundByHand',
    'order.refund',
    { refundId: id, method: choice(['cash', 'bank', 'other']), reference: textUpTo(100) },
    done,
    { needsReauthentication: true },
  ),
  /** Asks the provider again about a mismatched payment, and confirms it if it matches now. */
  askAgain: write(
    'Orders/askAgain',
    'payment.mismatch',
    { number: textUpTo(64) },
    plain({ outcome: choice(['paid', 'goesBack', 'differs', 'settled']), differs: nullable(differs) }),
  ),
  /** Refunds a mismatched payment in full, and ends its unpaid order. */
  giveBackMismatch: write(
    'Orders/giveBackMismatch',
    'payment.mismatch',
    { number: textUpTo(64), receivedPence: count, reason: textUpTo(500) },
    done,
    { needsReauthentication: true },
  ),
  /** Records that an unpaid order was paid to the business, whole, and confirms it. The family is told. */
  payAtDesk: write(
    'Orders/payAtDesk',
    'payment.desk',
    { number: textUpTo(64), method: choice(everyDeskMethod), reference: textUpTo(100) },
    done,
  ),
  /**
   * Records that expected money was received, all or a part of it. `receivedPence` is the sum that the page
   * showed as received before.
   */
  receive: write(
    'Orders/receive',
    'payment.desk',
    {
      number: textUpTo(64),
      pence: count,
      receivedOn: date,
      reference: textUpTo(100),
      receivedPence: count,
    },
    plain({ receivedPence: count, expectedPence: count }),
  ),
  /** Corrects a receipt by an opposite entry. */
  correctReceipt: write(
    'Orders/correctReceipt',
    'payment.desk',
    { receiptId: id, receivedPence: count, reason: textUpTo(500) },
    done,
  ),
  /** Previews ending an order whose money is still expected: what was received is given back by hand. */
  previewTakeBack: read('Orders/previewTakeBack', 'booking.cancel', { number: textUpTo(64) }, endingTotals),
  takeBack: write(
    'Orders/takeBack',
    'booking.cancel',
    { number: textUpTo(64), reason: textUpTo(500), expected: endingTotals },
    done,
    { needsReauthentication: true },
  ),
  /** Ends an unpaid order, as its customer could. */
  end: write('Orders/end', 'order.end', { number: textUpTo(64), reason: textUpTo(500) }, done),
  /** Mails the link to pay an unpaid order, which is kept until `keepUntil` (decision O-90). */
  sendPaymentLink: write(
    'Orders/sendPaymentLink',
    'order.remind',
    { number: textUpTo(64), keepUntil: ifPresent(instant) },
    plain({ keptUntil: instant }),
  ),
  /** Mails the link once more, at most once an hour. */
  remind: write('Orders/remind', 'order.remind', { number: textUpTo(64) }, plain({ keptUntil: instant })),
  /** Adds a note for colleagues; the family never sees it on a page. */
  note: write('Orders/note', 'order.note', { number: textUpTo(64), text: textUpTo(1000) }, done),
  /** The filters of the list. */
  choices: read(
    'Orders/choices',
    'order.see',
    {},
    plain({
      venues: list(plain({ id, name })),
      types: list(plain({ id, name, kind: choice(everyOfferingKind) })),
    }),
  ),
  export: exported('Orders', 'people.export', filters, ofPeople),
}
