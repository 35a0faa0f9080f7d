import { everyOfferingKind } from '#domain/offering-kinds.ts'
import {
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
  truth,
  type Value,
  version,
  write,
} from './office-call.ts'

const kind = choice(everyOfferingKind)
const sessionState = choice(['draft', 'scheduled', 'withdrawn', 'cancelled'])
const reason = ifPresent(textUpTo(500))
const named = plain({ id, name })

/** Another session at the same time in the same room, or by the same teacher: told, never refused (decision O-15). */
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
/** Weekly times of one class. */
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
  /** Places that are kept for who is offered one. */
  kept: count,
  waiting: count,
  state: sessionState,
  pricePence: count,
  credits: count,
  offersTrial: truth,
  trialPricePence: count,
  colour,
  /** When a draft becomes public by itself: its own moment, or its term's. */
  publishAt: nullable(instant),
  teachers: list(named),
  clashes: list(clash),
})
export type PlannerSession = Value<typeof plannerSession>

/** A grid or a list of more is read by nobody: whoever is given as many is told that there may be more. */
export const mostSessionsShown = 3_000

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
  clashesOnly: ifPresent(truth),
  underThird: ifPresent(truth),
}

/** Only what is to change. A day or a start is for one or for many; `keepInClosure` says that a closed day is meant. */
const changes = plain({
  pricePence: ifPresent(count),
  capacity: ifPresent(count),
  credits: ifPresent(count),
  offersTrial: ifPresent(truth),
  trialPricePence: ifPresent(count),
  roomId: ifPresent(integer),
  addTeachers: ifPresent(ids),
  dropTeachers: ifPresent(ids),
  date: ifPresent(date),
  startTime: ifPresent(time),
  shiftMinutes: ifPresent(integer),
  keepInClosure: ifPresent(truth),
})
/** Each as it was read. */
const sessions = list(plain({ id, version: id }))
const changing = { sessions, changes, reason }

/** Places whose holders are written to, and those of guests who left a telephone number alone. */
const told = { told: count, toRing: count }
const left = plain({ id, sentence: line, by: name, at: nullable(instant) })

/** What a class says of itself; each date then has its own places and price. */
const classFields = {
  name,
  ageGroupId: id,
  roomId: nullable(id),
  colour,
  /** Both empty: the type's. */
  introductionHtml: html,
  imagePath: textUpTo(200),
  isPackOnly: truth,
  /** Both empty: as its dates on sale cost, and its term as it is planned. Left out, they stay. */
  priceWords: ifPresent(line),
  termWords: ifPresent(line),
}

/** What it is, where and when: type and venue are fixed once somebody has booked. */
const classPlace = { typeId: id, venueId: id, termId: nullable(id) }

/** `slot` is the place of the weekly time, among those of the class, that a date is made from; one without stands alone. */
const newDates = list(
  plain({
    date,
    endDate: ifPresent(date),
    startTime: time,
    endTime: time,
    slot: ifPresent(count),
    isKept: ifPresent(truth),
  }),
)

/** The weekly times as they shall be: one with an id is one that there is. New dates are made between the two days. */
const newTimes = {
  id,
  slots: list(plain({ id: ifPresent(id), ...slotFields }), maxSlots),
  ...range,
  /** Published dates follow too: in day and time where nobody has booked, in all else wherever. */
  withPublished: truth,
  reason,
}
const whatFollows = {
  /** Drafts that change, are made, go, or are not made because of a closure. */
  drafts: count,
  made: count,
  deleted: count,
  skipped: count,
  /** Published dates that change, and those that stay at another day or time than their weekly time's. */
  published: count,
  staying: count,
  clashing: count,
  left: list(left),
}

/** The drafts of a class that were deleted, with all that it takes to make them again. */
const deletedDrafts = plain({
  offeringId: id,
  /** The class itself, where it went with its last draft. */
  offering: nullable(
    plain({
      ...classFields,
      ...classPlace,
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
      offersTrial: truth,
      trialPricePence: count,
      isKept: truth,
      publishAt: nullable(instant),
      teacherIds: ids,
    }),
  ),
})
export type DeletedDrafts = Value<typeof deletedDrafts>

export const planner = {
  /** Classes whose title, venue, age or term have all the words, those with the latest dates first; when that date is. */
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
      }),
    ),
  ),
  /** Everything a form of the planner offers. */
  choices: read(
    'Planner/choices',
    'planner.see',
    {},
    plain({
      types: list(plain({ id, name, kind })),
      ages: list(named),
      venues: list(
        plain({ id, name, rooms: list(plain({ id, name, capacity: nullable(count), isShared: truth })) }),
      ),
      teachers: list(named),
      /** Of the classes that are shown: how many have which. */
      colours: list(plain({ colour, classes: count })),
      /** The pack on sale in which one credit costs least. */
      cheapestPack: nullable(plain({ name, credits: count, pricePence: count })),
    }),
  ),
  week: read('Planner/week', 'planner.see', { ...range, ...filters }, list(plannerSession)),
  export: exported('Planner', 'planner.see', { ...range, ...filters }),
  month: read(
    'Planner/month',
    'planner.see',
    { ...range, ...filters },
    list(plain({ date, sessions: count, drafts: count, full: count, taken: count, capacity: count })),
  ),
  /** `offeringId`: further dates of that class, in the weeks that it has. */
  previewDates: read(
    'Planner/previewDates',
    'planner.edit',
    { offeringId: ifPresent(id), venueId: id, termId: ifPresent(id), ...range, slots: list(slot, maxSlots) },
    plain({ dates: list(plannedDate), total: count, clashing: count }),
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
      /** Left out: a place cannot be paid for with credits. */
      credits: ifPresent(count),
      offersTrial: truth,
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
  /** One date, wherever it is. */
  session: read('Planner/session', 'planner.see', { id }, plannerSession),
  /** What was done to a date, newest first. */
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
      slots: list(plain({ id, ...slotFields })),
      /** Those that it and its weekly times have, in use or not. */
      rooms: list(plain({ id, name, capacity: nullable(count) })),
      /** The same class at other venues, with how many dates each has: a date that is moved goes there. */
      elsewhere: list(plain({ id, venue: name, dates: count })),
      sessions: list(plannerSession),
    }),
  ),
  /** `keepDates`: dates that lie in a closure of the term stay where they are. */
  saveClass: write(
    'Planner/saveClass',
    'planner.edit',
    { id, version, ...classPlace, ...classFields, keepDates: truth },
    saved,
  ),
  /** Further dates of a class, as drafts that cost what its newest does. Those that stand alone are given the rest. */
  addDates: write(
    'Planner/addDates',
    'planner.edit',
    { id, dates: newDates, roomId: nullable(id), capacity: count, teacherIds: ids, reason },
    plain({ sessionIds: ids }),
  ),
  /** What the same change of weekly times would do to the dates. */
  previewTimes: read('Planner/previewTimes', 'planner.edit', newTimes, plain(whatFollows)),
  saveTimes: write(
    'Planner/saveTimes',
    'planner.edit',
    { ...newTimes, version },
    plain({ id, version: id, offered: count, ...whatFollows }),
  ),
  /** What the same save would do: how many can be changed, and why the others cannot. */
  previewSessions: read(
    'Planner/previewSessions',
    'planner.edit',
    changing,
    plain({ saved: count, left: list(left), clashing: count, families: count }),
  ),
  /** `tell`: the families of published dates that get another time are written to. */
  saveSessions: write(
    'Planner/saveSessions',
    'planner.edit',
    { ...changing, tell: truth },
    plain({ saved: list(saved), left: list(left), offered: count, ...told }),
  ),
  publish: write(
    'Planner/publish',
    'planner.edit',
    { sessions, at: nullable(instant) },
    plain({ published: count, saved: list(saved) }),
  ),
  /** Drafts that were to become public at a moment stay drafts. */
  callOff: write('Planner/callOff', 'planner.edit', { sessions }, plain({ saved: list(saved) })),
  hide: write('Planner/hide', 'planner.edit', { sessions, isHidden: truth }, plain({ saved: list(saved) })),
  /** A class goes with its last draft where it was never shown. `deleted` is what `restoreDrafts` takes. */
  deleteDrafts: write(
    'Planner/deleteDrafts',
    'planner.edit',
    { sessions },
    plain({ deleted: list(deletedDrafts) }),
  ),
  /** Undo: makes the same drafts again, and the class that went with them, under new ids. */
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
      keepInClosure: ifPresent(truth),
      reason,
    },
    plain({ id, version: id, offeringId: id, ...told }),
  ),
}
