import type { Term } from '#contract/office/terms.ts'
import { addDays, daysBetween } from '#domain/calendar.ts'
import { asPounds } from '../ui/fields.tsx'
import { colourFields, describedAs, noAgeGroup, rangeFields, rarestColour } from './class-fields.tsx'
import {
  lastsFor,
  laterOf,
  newDate,
  newTimes,
  type SingleDate,
  type Times,
  usualMinutes,
} from './class-times.tsx'
import type { Choices, PlannedClass, Usual } from './planner-queries.ts'
import type { MadeTerm } from './term-panel.tsx'

/** The fields that the form fills in by itself, with the values that it gave them last. */
interface Filled {
  venueId: number | null
  ageGroupId: number | null
  /** Undefined if the planner asked for a term, so that no other is filled in. */
  termId: number | null | undefined
  roomId: number | null
  minutes: number
  trial: Trial
  typed: Typed
}
/** Fields of the form that keep their own text. */
export interface Typed {
  capacity: string
  price: string
  credits: string
  trialPrice: string
  ageFrom: string
  ageTo: string
}
type Trial = 'none' | 'free' | 'paid'

export interface NewClassState {
  typeId: number | null
  venueId: number | null
  ageGroupId: number | null
  termId: number | null
  roomId: number | null
  teacherIds: number[]
  isWeekly: boolean
  lines: Times[]
  singles: SingleDate[]
  trial: Trial
  areShown: boolean
  keptDates: string[]
  from: string
  to: string
  filled: Filled
}

export interface Around {
  choices: Choices
  terms: Term[]
  today: string
}

const usualCapacity = '12'

/** Returns the only item, if there is no choice. */
export const onlyOf = <One>(some: One[]) => (some.length === 1 ? some[0] : undefined)

/** Returns the days of a term that a class can still have. */
export const daysOf = ({ startDate, endDate }: MadeTerm, today: string) => ({
  from: laterOf(startDate, today),
  to: endDate,
})

const termsToCome = ({ terms, today }: Around) => terms.filter(({ endDate }) => endDate >= today)

/** The kept state of the form and the values of its fields, as it begins. */
export interface Begins {
  state: NewClassState
  values: Record<string, string>
  usual?: Usual | undefined
}

/**
 * Returns what an empty form begins with. `askedTerm` is the id of the term that the planner shows, `usual` the settings
 * of the only type.
 */
export function newClass(around: Around, askedTerm: string | null, usual: Usual | null): Begins {
  const empty = emptyClass(around, askedTerm)
  const colours = colourFields(rarestColour(around.choices.colours))
  if (!usual) return { state: empty, values: { capacity: usualCapacity, ...colours } }
  const state = { ...empty, ...fillIn(empty, usual, around) }
  return { state, values: { ...typedOf(usual, usual.ageRange), ...colours }, usual }
}

function emptyClass(around: Around, askedTerm: string | null): NewClassState {
  const { choices, today } = around
  const toCome = termsToCome(around)
  const asked = toCome.find(({ id }) => String(id) === askedTerm)
  const term = asked ?? onlyOf(toCome)
  const chosen = {
    venueId: onlyOf(choices.venues)?.id ?? null,
    ageGroupId: onlyOf(choices.ages)?.id ?? null,
    termId: term?.id ?? null,
    ...({ roomId: null, trial: 'none' } as const),
  }
  return {
    ...chosen,
    typeId: onlyOf(choices.types)?.id ?? null,
    teacherIds: [],
    isWeekly: true,
    lines: [newTimes()],
    singles: [newDate(addDays(today, 7))],
    areShown: false,
    keptDates: [],
    ...(term ? daysOf(term, today) : { from: today, to: addDays(today, 84) }),
    filled: {
      ...chosen,
      ...(asked && { termId: undefined }),
      minutes: usualMinutes,
      typed: { capacity: usualCapacity, price: '', credits: '', trialPrice: '', ...rangeFields(null) },
    },
  }
}

/**
 * Fills in the settings of the last class of the type. A field that somebody changed keeps its value, and a setting that
 * can no longer be chosen is left out.
 */
export function fillIn(state: NewClassState, usual: Usual, around: Around): Partial<NewClassState> {
  const was = state.filled
  const { venues, ages } = around.choices
  const term = termsToCome(around).find(({ id }) => id === usual.termId)
  // What somebody chose is never filled in again, even if the last class has the same.
  const free = <Name extends 'venueId' | 'ageGroupId' | 'termId' | 'roomId' | 'trial'>(
    name: Name,
    value: NewClassState[Name] | undefined,
  ) =>
    (state[name] === (was[name] as unknown) && value !== undefined ? { [name]: value } : {}) as Partial<
      Pick<NewClassState, Name>
    >
  const venue = free('venueId', venues.find(({ id }) => id === usual.venueId)?.id)
  const rooms = venues.find(({ id }) => id === { ...state, ...venue }.venueId)?.rooms ?? []
  const roomId = rooms.find(({ id }) => id === usual.roomId)?.id ?? null
  const minutes = usual.minutes || was.minutes
  const typed = typedOf(usual, usual.ageRange)
  const filled = {
    ...venue,
    ...free('ageGroupId', ageChoiceOf(usual, ages)),
    ...free('termId', term?.id),
    ...free('roomId', roomId),
    ...free('trial', trialOf(usual)),
  }
  return {
    ...filled,
    ...('termId' in filled && term && daysOf(term, around.today)),
    lines: state.lines.map(line => ({
      ...(line.lengthMinutes === was.minutes ? lastsFor(minutes, line) : line),
      roomId: line.roomId === was.roomId ? roomId : line.roomId,
      capacity: line.capacity === was.typed.capacity ? typed.capacity : line.capacity,
    })),
    filled: { ...was, ...filled, roomId, minutes, typed },
  }
}

/** Returns the chosen age group, if it is still offered, or the choice of none. */
const ageChoiceOf = (
  { ageGroupId, ageRange }: Pick<Usual, 'ageGroupId' | 'ageRange'>,
  ages: Choices['ages'],
): number | undefined => (ageRange ? noAgeGroup : ages.find(({ id }) => id === ageGroupId)?.id)

const trialOf = ({ offersTrial, trialPricePence }: Pick<Usual, 'offersTrial' | 'trialPricePence'>): Trial =>
  !offersTrial ? 'none' : trialPricePence > 0 ? 'paid' : 'free'

export const typedOf = (
  one: Pick<Usual, 'capacity' | 'pricePence' | 'credits' | 'offersTrial' | 'trialPricePence'>,
  range: Usual['ageRange'],
): Typed => ({
  capacity: String(one.capacity),
  price: asPounds(one.pricePence),
  credits: one.credits > 0 ? String(one.credits) : '',
  trialPrice: trialOf(one) === 'paid' ? asPounds(one.trialPricePence) : '',
  ...rangeFields(range),
})

/** The maximum number of single dates that a copy takes over. */
const maxSinglesCopied = 60

/** Returns the state and the values of a form that copies a class, with days after its last date. */
export function copiedClass(found: PlannedClass, around: Around): Begins {
  const { choices, today } = around
  const empty = emptyClass(around, null)
  const dates = found.sessions.filter(({ state }) => state !== 'cancelled')
  const last = dates.at(-1) ?? found.sessions.at(-1)
  const venue = choices.venues.find(({ id }) => id === found.venueId)
  const roomOf = (roomId: number | null) => venue?.rooms.find(({ id }) => id === roomId)?.id ?? null
  const working = (ids: number[]) => ids.filter(id => choices.teachers.some(teacher => teacher.id === id))
  const lastDay =
    dates
      .map(({ endDate }) => endDate)
      .sort()
      .at(-1) ?? today
  const term = termAfter(found, lastDay, around)
  const firstFree = addDays(laterOf(lastDay, addDays(today, -1)), 1)
  const span = daysBetween(dates[0]?.date ?? lastDay, lastDay)
  const singles = dates.slice(-maxSinglesCopied)
  const weeks = Math.ceil(daysBetween(singles[0]?.date ?? firstFree, firstFree) / 7)
  return {
    state: {
      ...empty,
      typeId: choices.types.find(({ id }) => id === found.typeId)?.id ?? null,
      venueId: venue?.id ?? null,
      ageGroupId: ageChoiceOf(found, choices.ages) ?? null,
      termId: term?.id ?? null,
      ...(term ? daysOf(term, today) : { from: firstFree, to: addDays(firstFree, span + 6) }),
      roomId: roomOf(last?.roomId ?? found.roomId),
      teacherIds: working(last?.teachers.map(({ id }) => id) ?? []),
      isWeekly: found.slots.length > 0,
      lines: found.slots.length > 0 ? linesOf(found, roomOf, working) : empty.lines,
      singles:
        singles.length > 0
          ? singles.map(({ date, endDate, startTime, endTime }) => ({
              ...newDate(addDays(date, weeks * 7), { startTime, endTime }),
              endDate: addDays(endDate, weeks * 7),
            }))
          : empty.singles,
      trial: last ? trialOf(last) : 'none',
    },
    values: {
      ...describedAs({ ...found, name: found.name === found.typeName ? '' : found.name, termWords: '' }),
      ...(last ? typedOf(last, found.ageRange) : { capacity: usualCapacity, ...rangeFields(found.ageRange) }),
    },
  }
}

/** Returns the next term that begins after the class's last date, or else its own. */
function termAfter({ termId }: PlannedClass, lastDay: string, around: Around): Term | undefined {
  if (termId === null) return undefined
  const toCome = termsToCome(around).toSorted((one, other) => one.startDate.localeCompare(other.startDate))
  return toCome.find(({ startDate }) => startDate > lastDay) ?? toCome.find(({ id }) => id === termId)
}

/** Returns the weekly times of a class as lines: days with the same times and places share one. */
function linesOf(
  { slots }: PlannedClass,
  roomOf: (roomId: number | null) => number | null,
  working: (ids: number[]) => number[],
): Times[] {
  const lines = new Map<string, Times>()
  for (const { id: _id, weekday, capacity, ...slot } of slots) {
    const key = JSON.stringify([slot, capacity])
    const line =
      lines.get(key) ??
      newTimes({
        ...slot,
        capacity: String(capacity),
        roomId: roomOf(slot.roomId),
        teacherIds: working(slot.teacherIds),
      })
    lines.set(key, { ...line, weekdays: [...line.weekdays, weekday] })
  }
  return [...lines.values()]
}
