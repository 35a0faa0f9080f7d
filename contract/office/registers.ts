import { everyOfferingKind } from '#domain/offering-kinds.ts'
import {
  choice,
  count,
  date,
  done,
  id,
  ifPresent,
  instant,
  line,
  list,
  longText,
  name,
  nullable,
  plain,
  read,
  time,
  truth,
  type Value,
  write,
} from './office-call.ts'

const dayOfSession = {
  id,
  kind: choice(everyOfferingKind),
  title: line,
  ages: name,
  date,
  startTime: time,
  endTime: time,
  venueId: id,
  venue: name,
  room: name,
  capacity: count,
  /** Places that somebody has, paid or not yet. */
  expected: count,
  teachers: list(name),
  isWithdrawn: truth,
}
export const registerDay = plain({
  sessions: list(plain(dayOfSession)),
  /** For a teacher: own dates of the next 14 days whose registers are not open yet. Others open every register. */
  later: list(plain({ ...dayOfSession, startsAt: instant })),
  venues: list(plain({ id, name })),
  /** The next day that has any. */
  next: nullable(date),
})
export type RegisterOfDay = Value<typeof registerDay>['sessions'][number]
export type LaterSession = Value<typeof registerDay>['later'][number]

const reached = { name: line, phone: line, email: line, relationship: line }
export const person = plain(reached)
/** Who fetches a child; the picture is by its path, or ''. */
export const pickUpPerson = plain({ ...reached, photo: line })

/** What is known of a child's health: '' when the family has told nothing. */
export const childNotes = plain({ childId: id, medical: longText, allergy: longText })

export const registerRow = plain({
  bookingId: id,
  childId: nullable(id),
  accountId: nullable(id),
  name: line,
  age: nullable(count),
  isTrial: truth,
  isFirstTime: truth,
  isUnpaid: truth,
  /** The day of this week on which it has its birthday. */
  birthday: nullable(date),
  /** Whether the family told of something: the mark of a register, which is no note. */
  hasMedical: truth,
  hasAllergy: truth,
  /** Null where notes are not shown. */
  medical: nullable(longText),
  allergy: nullable(longText),
  note: longText,
  photoPermission: nullable(truth),
  photoMarketingPermission: nullable(truth),
  contacts: list(person),
  pickUp: nullable(pickUpPerson),
})
export type RegisterRow = Value<typeof registerRow>

/** Who waits for a place, and how they are reached; a family by its page. */
const waiting = plain({
  id,
  accountId: nullable(id),
  name: line,
  phone: line,
  email: line,
  since: instant,
  offerUntil: nullable(instant),
})
export type WaitingPerson = Value<typeof waiting>

/** Who comes (spec 3 §2.8), to be read: marking is the next part. */
export const registers = {
  day: read('Registers/day', 'child.register', { date, venueId: ifPresent(id) }, registerDay),
  /** Opens the notes too when the session is near, and leaves a row in the log for it. */
  get: read(
    'Registers/get',
    'child.register',
    { sessionId: id },
    // Those who wait are shown to whoever sees families.
    plain({ ...dayOfSession, notesShown: truth, rows: list(registerRow), waiting: list(waiting) }),
  ),
  /** Before a register goes onto paper with its notes: paper lies about, and the log says whose it was. */
  print: write('Registers/print', 'child.register', { sessionId: id }, done),
}
