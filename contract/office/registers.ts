import { everyOfferingKind } from '#domain/offering-kinds.ts'
import {
  boolean,
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
  /** Booked places, paid or not. */
  expected: count,
  teachers: list(name),
  isWithdrawn: boolean,
  /** A cancelled date stays on its day, with the people who were booked. */
  cancelled: nullable(plain({ id, at: instant, by: name })),
}
export const registerDay = plain({
  sessions: list(plain(dayOfSession)),
  /**
   * A teacher's own dates in the next 14 days whose registers are not open yet. Other roles can open every register.
   */
  later: list(plain({ ...dayOfSession, startsAt: instant })),
  venues: list(plain({ id, name })),
  /** The next day with a register. */
  next: nullable(date),
})
export type RegisterOfDay = Value<typeof registerDay>['sessions'][number]
export type LaterSession = Value<typeof registerDay>['later'][number]

const reached = { name: line, phone: line, email: line, relationship: line }
export const person = plain(reached)
/** The people who may pick up a child; the picture's path, or ''. */
export const pickUpPerson = plain({ ...reached, photo: line })

/** A child's medical notes: '' if the family reported nothing. */
export const childNotes = plain({ childId: id, medical: longText, allergy: longText })

export const registerRow = plain({
  bookingId: id,
  childId: nullable(id),
  accountId: nullable(id),
  name: line,
  age: nullable(count),
  isTrial: boolean,
  isFirstTime: boolean,
  isUnpaid: boolean,
  /** The child's birthday, if it is in this week. */
  birthday: nullable(date),
  /** Whether the family reported something: the badge in a register, without the medical note. */
  hasMedical: boolean,
  hasAllergy: boolean,
  /** Null if notes are not shown. */
  medical: nullable(longText),
  allergy: nullable(longText),
  note: longText,
  /** The class's question when the place was booked, and the answer; '' for none. */
  question: line,
  answer: line,
  photoPermission: nullable(boolean),
  photoMarketingPermission: nullable(boolean),
  contacts: list(person),
  pickUp: nullable(pickUpPerson),
})
export type RegisterRow = Value<typeof registerRow>

/** The people waiting for a place, and how to contact them; families have a link to their page. */
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

/** Registers: the attendees of a session (spec 3 §2.8). */
export const registers = {
  day: read('Registers/day', 'child.register', { date, venueId: ifPresent(id) }, registerDay),
  /** Opens the medical notes too if the session is near, and logs it. */
  get: read(
    'Registers/get',
    'child.register',
    { sessionId: id },
    // Waiting people are shown to members who may see families.
    plain({ ...dayOfSession, notesShown: boolean, rows: list(registerRow), waiting: list(waiting) }),
  ),
  /** Called before a register is printed with its notes: the log records who printed it. */
  print: write('Registers/print', 'child.register', { sessionId: id }, done),
}
