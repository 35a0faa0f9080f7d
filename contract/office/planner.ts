import { everyOfferingKind } from '#domain/offering-kinds.ts'
import {
  boolean,
  choice,
  colour,
  count,
  date,
  exported,
  html,
  id,
  ids,
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
  saved,
  textUpTo,
  time,
  type Value,
  version,
  write,
} from './office-call.ts'

const kind = choice(everyOfferingKind)
const sessionState = choice(['draft', 'scheduled', 'withdrawn', 'cancelled'])
const reason = ifPresent(textUpTo(500))
const named = plain({ id, name })

/**
 * Another session at the same time in the same room or by the same teacher: a warning, never a refusal
 * (decision O-15).
 */
export const clash = plain({
  with: choice(['room', 'teacher']),
  name,
  sessionId: id,
  title: line,
  date,
  startTime: time,
  endTime: time,
})
export type Clash = Value<typeof clash>

const slotFields = {
  weekday: count,
  startTime: time,
  endTime: time,
  weeks: choice(['every', 'odd', 'even']),
  roomId: nullable(id),
  capacity: count,
  teacherIds: ids,
}
const slot = plain(slotFields)
/** The maximum number of weekly times of one class. */
const maxSlots = 50

export const plannedDate = plain({
  slot: count,
  date,
  startTime: time,
  endTime: time,
  skippedFor: name,
  clashes: list(clash),
})
export type PlannedDate = Value<typeof plannedDate>

export const plannerSession = plain({
  id,
  version: id,
  offeringId: id,
  kind,
  title: line,
  typeName: name,
  ages: name,
  venueId: id,
  venue: name,
  roomId: nullable(id),
  room: name,
  termId: nullable(id),
  date,
  endDate: date,
  startTime: time,
  endTime: time,
  capacity: count,
  taken: count,
  /** Places reserved for an offer. */
  kept: count,
  waiting: count,
  state: sessionState,
  pricePence: count,
  credits: count,
  offersTrial: boolean,
  trialPricePence: count,
  colour,
  /** When a draft becomes public by itself: at its own time, or its term's. */
  publishAt: nullable(instant),
  teachers: list(named),
  clashes: list(clash),
  /** The cancellation, with how many of its families have been settled; null if the date is not cancelled. */
  cancelled: nullable(plain({ id, at: instant, by: name, families: count, settled: count })),
})
export type PlannerSession = Value<typeof plannerSession>

/** The maximum number of sessions of an answer; nobody reads a longer list. The page says that there may be more. */
export const maxSessionsShown = 3_000

const range = { from: date, to: date }
const filters = {
  termId: ifPresent(id),
  venueId: ifPresent(id),
  roomId: ifPresent(id),
  kind: ifPresent(kind),
  typeId: ifPresent(id),
  ageGroupId: ifPresent(id),
  teacherId: ifPresent(id),
  state: ifPresent(sessionState),
  /** 1 for Mondays, of the first day. */
  weekday: ifPresent(count),
  /** The hour in which they start. */
  hour: ifPresent(count),
  clashesOnly: ifPresent(boolean),
  underThird: ifPresent(boolean),
}

/**
 * The fields to change; fields that are left out stay. A day or a start time applies to one session or to many.
 * `keepInClosure` accepts a closed day.
 */
const changes = plain({
  pricePence: ifPresent(count),
  capacity: ifPresent(count),
  credits: ifPresent(count),
  offersTrial: ifPresent(boolean),
  trialPricePence: ifPresent(count),
  roomId: ifPresent(integer),
  addTeachers: ifPresent(ids),
  dropTeachers: ifPresent(ids),
  date: ifPresent(date),
  startTime: ifPresent(time),
  shiftMinutes: ifPresent(integer),
  keepInClosure: ifPresent(boolean),
})
/** Sessions, each with the version that the page read. */
const sessions = list(plain({ id, version: id }))
const changing = { sessions, changes, reason }

/** How many families are told, and how many guests left only a phone number. */
const told = { told: count, toRing: count }
const left = plain({ id, sentence: line, by: name, at: nullable(instant) })

/** Ages in months; the upper one is the first that is too old. */
const ageRange = plain({ fromMonths: nullable(count), toMonths: nullable(count) })

/** The class's own description; each date has its own places and price. */
const classFields = {
  name,
  /** Left out for a camp or parents' session that has a range of ages instead, which may be without bounds. */
  ageGroupId: ifPresent(id),
  ageRange: ifPresent(ageRange),
  roomId: nullable(id),
  colour,
  /** Where one of these two is empty, the type's applies. */
  introductionHtml: html,
  imagePath: textUpTo(200),
  isPackOnly: boolean,
  /** The rules about whom the class takes (decision E-26). If left out, it does not change; a new class takes everybody. */
  refusesOtherAges: ifPresent(boolean),
  isMembersOnly: ifPresent(boolean),
  /** The question that is asked for each person before an order is sent; empty for none. If left out, it does not change. */
  question: ifPresent(line),
  /** If empty, the price of the dates on sale and the planned term are shown. If left out, it does not change. */
  priceWords: ifPresent(line),
  termWords: ifPresent(line),
}

/** The class, its venue and its term. Type and venue are fixed once somebody has booked. */
const classPlace = { typeId: id, venueId: id, termId: nullable(id) }

/** `slot` is the index of the date's weekly time; a single date has none. */
const newDates = list(
  plain({
    date,
    endDate: ifPresent(date),
    startTime: time,
    endTime: time,
    slot: ifPresent(count),
    isKept: ifPresent(boolean),
  }),
)

/** The new weekly times; one with an id exists already. New dates are created between the two days. */
const newTimes = {
  id,
  slots: list(plain({ id: ifPresent(id), ...slotFields }), maxSlots),
  ...range,
  /** Also changes published dates: their day and time only if nobody has booked, everything else always. */
  withPublished: boolean,
  reason,
}
const whatFollows = {
  /** Counts the drafts that change, are created, are deleted, or are not created because of a closure. */
  drafts: count,
  made: count,
  deleted: count,
  skipped: count,
  /** Counts the published dates that change, and those that keep a day or time other than their weekly time. */
  published: count,
  staying: count,
  clashing: count,
  left: list(left),
}

/** The deleted drafts of a class, with everything needed to recreate them. */
const deletedDrafts = plain({
  offeringId: id,
  /** The class itself, if it was deleted with its last draft. */
  offering: nullable(
    plain({
      ...classFields,
      ...classPlace,
      ageGroupId: id,
      pricePence: count,
      weeksFrom: nullable(date),
      slots: list(plain({ id, ...slotFields })),
    }),
  ),
  drafts: list(
    plain({
      slotId: nullable(id),
      name: line,
      date,
      endDate: date,
      startTime: time,
      endTime: time,
      roomId: nullable(id),
      capacity: count,
      pricePence: count,
      credits: count,
      offersTrial: boolean,
      trialPricePence: count,
      isKept: boolean,
      publishAt: nullable(instant),
      teacherIds: ids,
    }),
  ),
})
export type DeletedDrafts = Value<typeof deletedDrafts>

export const planner = {
  /**
   * Finds classes whose title, venue, age or term contains all the words, the latest first, and their last
   * date. If only a date's own title matches, the result has that title and `sessionId`.
   */
  search: read(
    'Planner/search',
    'planner.see',
    { words: textUpTo(200) },
    list(
      plain({
        id,
        title: name,
        venue: name,
        ages: name,
        term: line,
        date: nullable(date),
        startTime: nullable(time),
        sessionId: nullable(id),
      }),
    ),
  ),
  /** All choices of the planner's forms. */
  choices: read(
    'Planner/choices',
    'planner.see',
    {},
    plain({
      types: list(plain({ id, name, kind, imagePath: ifPresent(textUpTo(200)) })),
      ages: list(named),
      venues: list(
        plain({ id, name, rooms: list(plain({ id, name, capacity: nullable(count), isShared: boolean })) }),
      ),
      teachers: list(named),
      /** How many of the shown classes have each colour. */
      colours: list(plain({ colour, classes: count })),
      /** The pack on sale with the cheapest credit. */
      cheapestPack: nullable(plain({ name, credits: count, pricePence: count })),
    }),
  ),
  week: read('Planner/week', 'planner.see', { ...range, ...filters }, list(plannerSession)),
  export: exported('Planner', 'planner.see', { ...range, ...filters }),
  month: read(
    'Planner/month',
    'planner.see',
    { ...range, ...filters, withNames: ifPresent(boolean) },
    // `names` are those of the day's first dates, each once, if they are asked for.
    list(
      plain({
        ...{ date, sessions: count, drafts: count, full: count, taken: count, capacity: count },
        names: list(line),
      }),
    ),
  ),
  /** With `offeringId`, previews additional weeks of that class. */
  previewDates: read(
    'Planner/previewDates',
    'planner.edit',
    { offeringId: ifPresent(id), venueId: id, termId: ifPresent(id), ...range, slots: list(slot, maxSlots) },
    plain({ dates: list(plannedDate), total: count, clashing: count }),
  ),
  /**
   * Returns the settings of the newest class of a type, if possible at the given venue, as defaults for a new
   * class. `minutes` is the length of a date.
   */
  usual: read(
    'Planner/usual',
    'planner.edit',
    { typeId: id, venueId: ifPresent(id) },
    nullable(
      plain({
        venueId: id,
        ageGroupId: id,
        ageRange: nullable(ageRange),
        termId: nullable(id),
        roomId: nullable(id),
        minutes: count,
        capacity: count,
        pricePence: count,
        credits: count,
        offersTrial: boolean,
        trialPricePence: count,
      }),
    ),
  ),
  makeClass: write(
    'Planner/makeClass',
    'planner.edit',
    {
      ...classFields,
      typeId: id,
      venueId: id,
      termId: ifPresent(id),
      pricePence: count,
      /** Left out if credits cannot pay for a place. */
      credits: ifPresent(count),
      offersTrial: boolean,
      trialPricePence: count,
      capacity: count,
      teacherIds: ids,
      slots: list(slot, maxSlots),
      dates: newDates,
      publish: choice(['not', 'now', 'at']),
      publishAt: ifPresent(instant),
      reason,
    },
    plain({ offeringId: id, sessionIds: ids }),
  ),
  /** One date, by its id. */
  session: read('Planner/session', 'planner.see', { id }, plannerSession),
  /** The changes of a date, newest first. */
  history: read(
    'Planner/history',
    'planner.edit',
    { ...pageOfList, id },
    officeList(plain({ id, at: instant, by: name, action: line, fields: list(line), reason: line })),
  ),
  class: read(
    'Planner/class',
    'planner.see',
    { id },
    plain({
      id,
      version: id,
      kind,
      ...classPlace,
      typeName: name,
      venue: name,
      term: name,
      ages: name,
      ...classFields,
      ageGroupId: id,
      /** Its range of ages, if it has no age group: `ageGroupId` is then the range's own row. */
      ageRange: nullable(ageRange),
      slots: list(plain({ id, ...slotFields })),
      /** The rooms and teachers of the class and its weekly times, active or not. */
      rooms: list(plain({ id, name, capacity: nullable(count) })),
      /** The same class at other venues, with their number of dates: a moved date joins one of them. */
      elsewhere: list(plain({ id, venue: name, dates: count })),
      sessions: list(plannerSession),
    }),
  ),
  /** `keepDates`: dates in a closure of the term stay unchanged. */
  saveClass: write(
    'Planner/saveClass',
    'planner.edit',
    { id, version, ...classPlace, ...classFields, keepDates: boolean },
    saved,
  ),
  /**
   * Adds further dates of a class as drafts, with the price of its newest date. The other fields apply to
   * single dates.
   */
  addDates: write(
    'Planner/addDates',
    'planner.edit',
    { id, dates: newDates, roomId: nullable(id), capacity: count, teacherIds: ids, reason },
    plain({ sessionIds: ids }),
  ),
  /** Previews what a change of weekly times would do to the dates. */
  previewTimes: read('Planner/previewTimes', 'planner.edit', newTimes, plain(whatFollows)),
  saveTimes: write(
    'Planner/saveTimes',
    'planner.edit',
    { ...newTimes, version },
    plain({ id, version: id, offered: count, ...whatFollows }),
  ),
  /** Previews a save: how many can be changed, and why the others cannot. */
  previewSessions: read(
    'Planner/previewSessions',
    'planner.edit',
    changing,
    plain({ saved: count, left: list(left), clashing: count, families: count }),
  ),
  /** `tell`: families of published dates that move are notified. */
  saveSessions: write(
    'Planner/saveSessions',
    'planner.edit',
    { ...changing, tell: boolean },
    plain({ saved: list(saved), left: list(left), offered: count, ...told }),
  ),
  publish: write(
    'Planner/publish',
    'planner.edit',
    { sessions, at: nullable(instant) },
    plain({ published: count, saved: list(saved) }),
  ),
  /** Turns scheduled drafts back into drafts. */
  callOff: write('Planner/callOff', 'planner.edit', { sessions }, plain({ saved: list(saved) })),
  hide: write('Planner/hide', 'planner.edit', { sessions, isHidden: boolean }, plain({ saved: list(saved) })),
  /**
   * A class that was never public is deleted with its last draft. `deleted` is the input of `restoreDrafts`.
   */
  deleteDrafts: write(
    'Planner/deleteDrafts',
    'planner.edit',
    { sessions },
    plain({ deleted: list(deletedDrafts) }),
  ),
  /** Undoes a deletion: recreates the drafts and their class under new ids. */
  restoreDrafts: write(
    'Planner/restoreDrafts',
    'planner.edit',
    { deleted: list(deletedDrafts) },
    plain({ sessionIds: ids }),
  ),
  changeVenue: write(
    'Planner/changeVenue',
    'planner.edit',
    {
      sessionId: id,
      version,
      venueId: id,
      roomId: nullable(id),
      keepInClosure: ifPresent(boolean),
      reason,
    },
    plain({ id, version: id, offeringId: id, ...told }),
  ),
}
