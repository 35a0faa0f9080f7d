import { everyDeskMethod } from '#domain/desk-payment.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import {
  boolean,
  choice,
  count,
  date,
  id,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  plain,
  read,
  textUpTo,
  time,
  uuid,
  type Value,
  write,
} from './office-call.ts'

const foundClass = plain({
  offeringId: id,
  kind: choice(everyOfferingKind),
  title: line,
  venue: name,
  ages: line,
  nextDate: date,
  nextTime: time,
  /** The dates still to come, and how many of them have a free place. */
  dates: count,
  free: count,
})
export type FoundClass = Value<typeof foundClass>

const bookableDate = plain({
  sessionId: id,
  date,
  startTime: time,
  endTime: time,
  capacity: count,
  /** The places that this family can take, including those reserved for it. */
  free: count,
  pricePence: count,
  credits: count,
  offersTrial: boolean,
  /** Why this family cannot book the date; '' if it can. */
  problem: line,
  /** Whether somebody chosen has a place on the date already, and which of the children. */
  isBooked: boolean,
  bookedChildIds: list(id),
  /**
   * Why the class does not take these attendees; '' if it does. The office may book them anyway, for a
   * reason.
   */
  refused: line,
  /** The capacity at which the family could book, if a lack of places is the only problem. */
  raiseTo: nullable(count),
})
export type BookableDate = Value<typeof bookableDate>

const price = {
  listPence: count,
  creditPence: count,
  discountPence: count,
  totalPence: count,
  creditsUsed: count,
}

const wanted = {
  accountId: id,
  offeringId: id,
  /** Empty if the places are for the family's own contact. */
  childIds: list(id, 20),
  sessionIds: list(id, 100),
  isTrial: boolean,
  /** The walk-in whom this booking settles; its date may have begun, and be full. */
  walkInId: ifPresent(uuid),
}

const placing = {
  ...wanted,
  /**
   * Books somebody whom the class does not take, by age or as a new family; needs a reason (decision O-96).
   */
  skipsClassRules: ifPresent(boolean),
  /**
   * The answers to the class's question, one for each child or (without an id) for the parent. None is required, and an
   * answer to no question is dropped.
   */
  answers: ifPresent(list(plain({ childId: ifPresent(id), text: line }), 20)),
  /** The full dates whose capacity is raised in the same call, each with its new capacity. */
  raises: list(plain({ sessionId: id, to: count }), 100),
  /** The price that was shown. The call is refused if it has changed. */
  expected: plain({ totalPence: count, creditsUsed: count }),
}
const back = plain({ refundedPence: count, keptPence: count, credits: count })
const rebooked = { bookingId: id, sessionId: id }
const placed = plain({ number: line, totalPence: count })

/** Books for a family at the desk, by the rules and prices that the family itself has (spec 4 §4). */
export const deskBookings = {
  /** Finds classes with dates to come by words of their title and venue. */
  classes: read('DeskBookings/classes', 'booking.make', { words: textUpTo(200) }, list(foundClass)),
  /** The dates of a class for this family, and what the chosen ones cost. Writes nothing. */
  preview: read(
    'DeskBookings/preview',
    'booking.make',
    { ...wanted, pay: choice(['credits', 'desk', 'expected', 'link', 'nothing']) },
    plain({
      kind: choice(everyOfferingKind),
      title: line,
      venue: name,
      /** The question that the class asks for each person, or ''. */
      question: line,
      dates: list(bookableDate),
      /** The family's children who are of the class's ages on its next date. */
      childIdsOfAge: list(id),
      creditBalance: count,
      price: plain(price),
      /** Until when a payment link keeps the chosen places: by default, and at the latest. */
      usuallyKept: instant,
      latestKept: instant,
      /** Why the chosen places cannot be booked like this, or ''. */
      problem: line,
      /** Why the class does not take them on a chosen date, a sentence for each child; empty if it does. */
      refused: list(line),
      /** Which children have another age than the class is meant for, where the class takes them all the same. */
      advice: list(line),
      /** Which children have another place at the time of a chosen date. They can be booked all the same. */
      clashes: list(line),
    }),
  ),
  /**
   * Books, and records money that was paid at the desk or is expected, or mails a link to pay by card and keeps the
   * places until `keepUntil` (decision O-90). The family is mailed.
   */
  place: write(
    'DeskBookings/place',
    'booking.make',
    {
      ...placing,
      /** `expected`: the money comes later. */
      pay: choice(['credits', 'desk', 'expected', 'link']),
      method: ifPresent(choice(everyDeskMethod)),
      reference: textUpTo(100),
      keepUntil: ifPresent(instant),
      /** Why the office books somebody whom the class does not take. */
      reason: ifPresent(textUpTo(500)),
    },
    placed,
  ),
  /** Returns what cancelling a place gives back by its policy, and what another date costs its child today. */
  previewRebook: read(
    'DeskBookings/previewRebook',
    'booking.cancel',
    { ...rebooked, pay: choice(['credits', 'desk', 'expected', 'link']) },
    plain({
      back,
      price: plain(price),
      creditBalance: count,
      usuallyKept: instant,
      latestKept: instant,
      problem: line,
    }),
  ),
  /** Cancels a place by its policy and books its child on another date at today's price, both or neither. */
  rebook: write(
    'DeskBookings/rebook',
    'booking.cancel',
    {
      ...rebooked,
      reason: textUpTo(500),
      back,
      expected: plain({ totalPence: count, creditsUsed: count }),
      pay: choice(['credits', 'desk', 'expected', 'link']),
      method: ifPresent(choice(everyDeskMethod)),
      reference: textUpTo(100),
      keepUntil: ifPresent(instant),
    },
    placed,
    { needsReauthentication: true },
  ),
  /** Books without payment, for a reason. */
  placeFree: write(
    'DeskBookings/placeFree',
    'price.override',
    { ...placing, reason: textUpTo(500) },
    placed,
    {
      needsReauthentication: true,
    },
  ),
}
