import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { markProblems, markStates } from '#domain/office/marks.ts'
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
  line,
  list,
  longText,
  name,
  nullable,
  ofPeople,
  plain,
  read,
  saved,
  textUpTo,
  time,
  uuid,
  type Value,
  version,
  write,
} from './office-call.ts'
import { handOver } from './parcels.ts'

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
/** A child marked absent, and whom to call. */
const missing = plain({
  bookingId: id,
  sessionId: id,
  accountId: nullable(id),
  name: line,
  title: line,
  startTime: time,
  contacts: list(plain({ name: line, phone: line, email: line, relationship: line })),
})
export type MissingChild = Value<typeof missing>

export const registerDay = plain({
  /**
   * `here` counts the booked who came, also if they left again. `isNotTaken`: no mark 15 minutes after the start.
   * `unmarked`: how many places have no mark yet in a register that somebody began.
   */
  sessions: list(
    plain({ ...dayOfSession, here: count, walkIns: count, unmarked: count, isNotTaken: boolean }),
  ),
  /** The children marked absent in these registers. */
  missing: list(missing),
  /**
   * A teacher's own dates in the next 14 days whose registers are not open yet. Other roles can open every register.
   */
  later: list(plain({ ...dayOfSession, startsAt: instant })),
  venues: list(plain({ id, name })),
  /** The next day with a register. */
  next: nullable(date),
})
export type RegisterOfDay = Omit<
  Value<typeof registerDay>['sessions'][number],
  'here' | 'walkIns' | 'unmarked' | 'isNotTaken'
>
export type ListedRegister = Value<typeof registerDay>['sessions'][number]
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
  /** The whole months of the age, in which a baby's is said. */
  months: ifPresent(count),
  bookedAt: instant,
  isTrial: boolean,
  isFirstTime: boolean,
  isUnpaid: boolean,
  /** Whether the family said that nobody will come. */
  isToldAbsent: boolean,
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
  /**
   * The last days on which the person was booked in this class, newest first, with the mark; null if there is
   * none.
   */
  lastDays: list(plain({ date, state: nullable(choice(markStates)) })),
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

/** The maximum number of marks that one call may send. */
export const maxMarks = 200

/** Somebody who came without a booking. The device makes the id, so that it can mark them offline. */
const walkIn = { id: uuid, name, phone: line, isTrial: boolean }

/** One press in a register. `markedAt` is the device's time, corrected by the server's. */
const markToSend = plain({
  id: uuid,
  sessionId: id,
  day: date,
  /** The place: a booking, or a walk-in, which is sent with each of its marks. */
  bookingId: ifPresent(id),
  walkIn: ifPresent(plain(walkIn)),
  state: choice(markStates),
  /** The person who collected a child that left; '' if nobody said. */
  collectedBy: line,
  markedAt: instant,
})
export type MarkToSend = Value<typeof markToSend>

/** `by` is the member who made them. They are refused as a whole if somebody else is signed in by now. */
const marksToSend = { marks: list(markToSend, maxMarks), by: ifPresent(id) }

const markAnswers = plain({
  now: instant,
  answers: list(plain({ id: uuid, outcome: choice(['kept', 'flagged', 'refused']), sentence: line })),
})

const shownMark = plain({
  id: uuid,
  bookingId: nullable(id),
  walkInId: nullable(uuid),
  state: choice(markStates),
  collectedBy: line,
  markedAt: instant,
  byId: id,
  by: name,
})
export type ShownMark = Value<typeof shownMark>

/** A note about a booked place or a walk-in on a day. Everybody who may open the register sees it. */
const shownNote = plain({
  id,
  version: id,
  bookingId: nullable(id),
  walkInId: nullable(uuid),
  text: longText,
  byId: id,
  by: name,
  at: instant,
  /** The last change of its text; null if there was none. */
  changed: nullable(plain({ by: name, at: instant })),
})
export type ShownNote = Value<typeof shownNote>

/** Says that an incident was written down, without its words. */
const writtenIncident = plain({
  id,
  bookingId: nullable(id),
  walkInId: nullable(uuid),
  by: name,
  writtenAt: instant,
})
export type WrittenIncident = Value<typeof writtenIncident>

/** All marks of a day. The page adds the marks that it has not sent yet. */
const marksOfDay = {
  /** The server's time, with which a device corrects its own clock. */
  now: instant,
  marks: list(shownMark),
  walkIns: list(plain({ ...walkIn, by: name })),
  /**
   * Marks whose place was cancelled or moved, or whose date is now on another day, with the name of the
   * person.
   */
  strays: list(
    plain({
      id: uuid,
      name: line,
      state: choice(markStates),
      problem: choice(markProblems),
      markedAt: instant,
      by: name,
    }),
  ),
  notes: list(shownNote),
  incidents: list(writtenIncident),
  /** The expected places. A page that shows other places reads the register again. */
  bookingIds: list(id),
}
export const dayMarks = plain(marksOfDay)
export type DayMarks = Value<typeof dayMarks>

/** The fire list of a venue: people marked present, and expected people who have no mark. */
const fireList = plain({
  venue: name,
  now: instant,
  sessions: list(
    plain({
      ...dayOfSession,
      isMarked: boolean,
      people: list(
        plain({
          key: line,
          name: line,
          state: choice(markStates),
          isWalkIn: boolean,
          /** Empty if a teacher reads it for a date of another teacher. */
          contacts: list(plain({ name: line, phone: line })),
        }),
      ),
    }),
  ),
})
export type FireList = Value<typeof fireList>

const openRegister = {
  ...dayOfSession,
  /** The shown day, and all days of the date: a camp has a register for each. */
  day: date,
  days: list(date),
  notesShown: boolean,
  rows: list(registerRow),
  /** Shown to members who may see families. */
  waiting: list(waiting),
  /** The time in which this member can mark places of the day; null if that side has no limit. */
  marksFrom: nullable(instant),
  marksUntil: nullable(instant),
  ...marksOfDay,
  /** The products that the families of the date collect there. They are drawn with the rows, so that none moves. */
  handOvers: list(handOver),
}

/** The maximum number of readings without a signal that one call may hand in, and of children of one. */
export const maxReadings = 100
const maxChildrenRead = 200

/** The maximum number of children whose notes a phone can have at once. */
export const maxKnownNotes = 2_000

/** Registers: the attendees of a session (spec 3 §2.8). */
export const registers = {
  day: read('Registers/day', 'child.register', { date, venueId: ifPresent(id) }, registerDay),
  /**
   * Opens the medical notes too if the session is near, and logs it. Repeated with the same `reading` within some minutes,
   * it logs only children who are new in it. `readAway` takes the same ids.
   */
  get: read(
    'Registers/get',
    'child.register',
    { sessionId: id, day: ifPresent(date), reading: ifPresent(uuid) },
    plain(openRegister),
  ),
  /**
   * Returns the registers that a phone downloads for the time without a signal: those of this member that begin within 36
   * hours or ended at most 2 hours ago, by session. `after` is the `next` of the answer before. `known` are the notes that
   * the phone has. Only other notes are sent and logged; `same` lists the children whose known notes are still right.
   */
  along: read(
    'Registers/along',
    'child.register',
    { known: list(plain({ childId: id, hash: textUpTo(64) }), maxKnownNotes), after: ifPresent(id) },
    plain({
      registers: list(plain({ ...openRegister, endsAt: instant })),
      notes: list(plain({ childId: id, hash: line, medical: longText, allergy: longText })),
      same: list(id),
      next: nullable(id),
    }),
    { isPoll: true },
  ),
  /** Reads only the marks of a day, without notes, because the page polls it. */
  marks: read('Registers/marks', 'child.register', { sessionId: id, day: date }, dayMarks, { isPoll: true }),
  /**
   * Adds marks. Each gets its own answer: `kept`, `flagged` (kept, but its place is gone) or `refused` with a
   * sentence. A repeated mark is kept once. No mark is refused because it arrives late.
   */
  mark: write('Registers/mark', 'register.mark', marksToSend, markAnswers),
  /** Takes the marks that a member made before their session was ended, for 24 hours. Answers like `mark`. */
  handIn: write('Registers/handIn', 'register.mark', marksToSend, markAnswers, {
    takesEnded: true,
  }),
  /** Logs that notes were read on a phone without a signal. A repeated reading is logged once. */
  readAway: write(
    'Registers/readAway',
    'child.register',
    {
      readings: list(
        plain({ id: uuid, sessionId: id, childIds: list(id, maxChildrenRead), readAt: instant }),
        maxReadings,
      ),
      by: ifPresent(id),
    },
    plain({ logged: list(uuid) }),
    { takesEnded: true },
  ),
  /**
   * Adds a note, or changes the text of one: '' removes it, and another save brings it back. Only its author and
   * managers can change it.
   */
  saveNote: write(
    'Registers/saveNote',
    'register.mark',
    {
      ...{ sessionId: id, day: date, bookingId: ifPresent(id), walkInId: ifPresent(uuid) },
      ...{ id: ifPresent(id), version, text: longText },
    },
    saved,
  ),
  /** Reads the fire list of a venue. A teacher can read it only where they teach today. */
  fire: read('Registers/fire', 'child.register', { venueId: id }, fireList, { isPoll: true }),
  /** Exports a register without notes. */
  export: exported('Registers', 'people.export', { sessionId: id, day: date }, ofPeople),
  /** Called before a register is printed with its notes: the log records who printed it. */
  print: write('Registers/print', 'child.register', { sessionId: id }, done),
}
