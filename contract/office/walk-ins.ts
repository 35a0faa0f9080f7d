import {
  boolean,
  date,
  done,
  id,
  instant,
  line,
  list,
  name,
  plain,
  read,
  textUpTo,
  time,
  uuid,
  type Value,
  write,
} from './office-call.ts'

const walkInToSettle = plain({
  id: uuid,
  name,
  phone: line,
  isTrial: boolean,
  day: date,
  cameAt: instant,
  /** The member of staff who noted it. */
  by: name,
  sessionId: id,
  offeringId: id,
  title: line,
  venue: name,
  startTime: time,
})
export type WalkInToSettle = Value<typeof walkInToSettle>

/** People who came without a booking, until they are booked and paid for (spec 4 §5.9). */
export const walkIns = {
  /** The walk-ins that are not settled, latest first. */
  list: read('WalkIns/list', 'booking.make', {}, list(walkInToSettle)),
  /** Takes a walk-in off the list without a booking, for a reason. It stays in its register. */
  dismiss: write('WalkIns/dismiss', 'booking.make', { id: uuid, reason: textUpTo(500) }, done),
}
