import {
  boolean,
  count,
  date,
  email,
  id,
  ifPresent,
  instant,
  integer,
  line,
  list,
  name,
  nullable,
  officeList,
  pageOfList,
  plain,
  read,
  sortedBy,
  textUpTo,
  time,
  type Value,
  write,
} from './office-call.ts'

/** The places of a date: sold, kept for those who wait, and left. */
const places = { capacity: count, taken: count, kept: count, free: count }

/** A date that somebody waits for, or a class for which any date suits. */
const waitedFor = plain({
  offeringId: id,
  /** Null if any date suits. */
  sessionId: nullable(id),
  title: line,
  venue: name,
  date: nullable(date),
  startTime: nullable(time),
  endTime: nullable(time),
  ...places,
  waiting: count,
  firstSince: instant,
  /** Whether its places are for people with a contact rather than for children. */
  isForAdults: boolean,
})
export type WaitedFor = Value<typeof waitedFor>

const waitingEntry = plain({
  id,
  /** Null for a guest. */
  accountId: nullable(id),
  name: line,
  phone: line,
  email,
  offeringId: id,
  sessionId: nullable(id),
  title: line,
  venue: name,
  /** The date they wait for, or the one that is kept for them. */
  date: nullable(date),
  startTime: nullable(time),
  since: instant,
  /** From 1; 0 while a place is kept. */
  position: count,
  offerUntil: nullable(instant),
  /** The member who offered the place by hand. */
  offeredBy: name,
  /** How often a place was kept for them and not taken. */
  tried: count,
})
export type WaitingEntry = Value<typeof waitingEntry>

const offeredDate = plain({
  sessionId: id,
  date,
  startTime: time,
  endTime: time,
  ...places,
})
export type OfferedDate = Value<typeof offeredDate>

const fullDate = plain({
  offeringId: id,
  sessionId: id,
  title: line,
  venue: name,
  date,
  startTime: time,
  waiting: count,
  /** Whether its places are for people with a contact rather than for children. */
  isForAdults: boolean,
})
export type FullDate = Value<typeof fullDate>

const reason = textUpTo(500)

/** The waiting lists, for staff at the desk (spec 4 §4). */
export const waiting = {
  /** The dates that people wait for, by day. */
  dates: read('Waiting/dates', 'queue.offer', {}, plain({ dates: list(waitedFor), total: count })),
  /** The waiting list of a date, or of a class for which any date suits. */
  queue: read(
    'Waiting/queue',
    'queue.offer',
    { offeringId: id, sessionId: ifPresent(id) },
    list(waitingEntry),
  ),
  people: read(
    'Waiting/people',
    'queue.offer',
    { words: ifPresent(textUpTo(200)), ...pageOfList, sort: sortedBy('since', 'name') },
    officeList(waitingEntry),
  ),
  /** The dates on which this entry may be offered a place. */
  offerDates: read('Waiting/offerDates', 'queue.offer', { id }, list(offeredDate)),
  /** Full dates still to come whose class or venue has these words. */
  fullDates: read('Waiting/fullDates', 'queue.offer', { words: textUpTo(200) }, list(fullDate)),
  /** Adds a child to a waiting list or, without a child, the family's own contact. The family is mailed. */
  add: write(
    'Waiting/add',
    'queue.offer',
    { accountId: id, childId: ifPresent(id), offeringId: id, sessionId: ifPresent(id) },
    plain({ id, position: count }),
  ),
  /**
   * Offers a free place out of turn. `raiseTo` raises the capacity of a full date by one in the same call; it
   * is the new capacity.
   */
  offer: write(
    'Waiting/offer',
    'queue.offer',
    { id, sessionId: id, hours: integer, reason, raiseTo: ifPresent(count) },
    plain({ offerUntil: instant, isRaised: boolean }),
  ),
  /** Removes an entry from a waiting list. The family is mailed. */
  remove: write('Waiting/remove', 'queue.offer', { id, reason }, plain({ offered: count })),
}
