import {
  maxClassHours,
  maxCredits,
  maxDatesOfClass,
  maxPlaces,
  maxPricePence,
  minClassMinutes,
} from '#domain/limits.ts'
import { instantInLondon, isOnLondonsClock } from '../calendar.ts'
import { longDay } from '../format-dates.ts'
import { everyOfferingKind, type OfferingKind } from '../offering-kinds.ts'
import { isPale } from './contrast.ts'
import { creditsWarning, type PackOnSale } from './credit-worth.ts'
import { comparableName, type ImportProblem, LineReader, nameMeant } from './import-cells.ts'
import { type DateOrder, datesOfColumns } from './import-dates.ts'
import type { ImportLine } from './import-line.ts'
import { becomesPublic, beginsUnseen } from './planner-sentences.ts'
import {
  type Closure,
  closureOn,
  datesOf,
  isClassLength,
  minutesBetween,
  runsInWeek,
  type Slot,
} from './recurrence.ts'
import type { SessionChange } from './session-changes.ts'

interface Named {
  id: number
  name: string
}

/** The catalogue entries that classes refer to. An import never creates one. */
export interface KnownCatalogue {
  types: (Named & { kind: OfferingKind })[]
  venues: Named[]
  ages: Named[]
  rooms: (Named & { venueId: number })[]
  /** The terms, each with the time at which its drafts become public. */
  terms: (Named & { startDate: string; endDate: string; publishAt: string | null; closures: Closure[] })[]
  /** The teachers, by email address. */
  teachers: Named[]
  /** The existing dates, by `placeOf`. */
  dates: Map<string, KnownDate>
  /** The existing classes, by `classKey`, with how many dates each has. */
  classes: Map<string, number>
  sizes: Map<number, number>
  /** The existing pack-only classes. */
  packOnly: Set<number>
  /** The pack with the cheapest credit. */
  pack: PackOnSale | undefined
  now: Date
}

interface KnownDate {
  id: number
  version: number
  classId: number
  termId: number | null
  /** Whether it is public and has begun, so that it no longer changes. */
  isOver: boolean
}

/** Returns the key of a date: a class has at most one at a place, day and time (spec 3 §2.4). */
export const placeOf = (date: {
  typeId: number
  venueId: number
  ageGroupId: number
  date: string
  startTime: string
}): string => [date.typeId, date.venueId, date.ageGroupId, date.date, date.startTime].join('|')

/**
 * The fields that make lines one class and find an existing class: what it is, its term, and how it is sold.
 */
export interface ClassIdentity {
  typeId: number
  venueId: number
  ageGroupId: number
  name: string
  termId: number | null
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  isPackOnly: boolean
}

export const classKey = (of: ClassIdentity): string =>
  JSON.stringify([
    ...[of.typeId, of.venueId, of.ageGroupId, of.name.toLowerCase(), of.termId],
    ...[of.pricePence, of.credits, of.offersTrial, of.trialPricePence, of.isPackOnly],
  ])

/** The fields of a line that belong to its dates and not to the class. */
interface DatesSaid {
  roomId: number | null
  teacherIds: number[]
  capacity: number
}

export interface ClassLine {
  line: number
  /** The class that the line belongs to. */
  key: string
  /** The existing class that gets the new dates. */
  classId: number | undefined
  of: ClassIdentity & { colour: string }
  said: DatesSaid
  slot: Slot | undefined
  /** The day from which odd and even weeks are counted. */
  weeksFrom: string
  /** The dates to create. */
  dates: { date: string; startTime: string; endTime: string }[]
  /** How many of the dates exist already. */
  present: number
  /** The existing dates that can be changed. */
  known: { id: number; version: number; date: string }[]
  /** The fields of existing dates for which the line has a value. */
  given: SessionChange
}

const usualColour = '#4c636c'
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * Reads a file of classes and their dates: a line is one date, or a weekly time from one day to another (spec
 * 3 §5.1). It yields between lines.
 */
export function* readClasses(
  lines: ImportLine[],
  known: KnownCatalogue,
  orders: Record<string, DateOrder> = {},
): Generator<void, { good: ClassLine[]; problems: ImportProblem[]; warnings: ImportProblem[] }> {
  const columnDates = yield* datesOfColumns(lines, orders)
  const good: [LineReader, ClassLine][] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  const newDates = new Map<string, number>()
  const classOfDates = new Map<string, number>()
  for (const line of lines) {
    yield
    const reader = new LineReader(line, columnDates)
    const { of, said } = readClass(reader, line.cells, known)
    const { slot, dates, weeksFrom } = readTimes(reader, line.cells, of, known)
    const key = classKey(of)
    const places = dates.map(date => ({ ...date, place: placeOf({ ...of, ...date }) }))
    const twin = places.map(({ place }) => seen.get(place)).find(Boolean)
    if (twin !== undefined) reader.say('date', `the same date as line ${twin}`)
    const present = places.flatMap(({ place, date }) => {
      const there = known.dates.get(place)
      return there ? [{ ...there, date }] : []
    })
    const made = dates.filter((_, at) => !known.dates.has(places[at]?.place ?? ''))
    requireSeen(reader, of, made, known)
    const count = (newDates.get(key) ?? 0) + made.length
    if (count > maxDatesOfClass) reader.say('date', `a class can have ${maxDatesOfClass} dates at most`)
    problems.push(...reader.problems)
    if (reader.problems.length > 0) continue
    newDates.set(key, count)
    for (const { place } of places) seen.set(place, line.line)
    const ofSameTerm = present.find(({ termId }) => termId === of.termId)
    if (ofSameTerm && !classOfDates.has(key)) classOfDates.set(key, ofSameTerm.classId)
    const taken: ClassLine = {
      ...{ line: line.line, key, classId: undefined, of, said, slot, weeksFrom, dates: made },
      present: present.length,
      known: present.filter(({ isOver }) => !isOver),
      given: givenOf(line.cells, of, said, dates[0]?.endTime),
    }
    good.push([reader, taken])
  }
  const joined = (key: string) => {
    const id = known.classes.get(key) ?? classOfDates.get(key)
    const isFull = (newDates.get(key) ?? 0) + (known.sizes.get(id ?? 0) ?? 0) > maxDatesOfClass
    return isFull ? undefined : id
  }
  const taken: ClassLine[] = []
  const warnings: ImportProblem[] = []
  for (const [reader, line] of good) {
    yield
    const classId = joined(line.key)
    // A class may have changed since the file was written.
    const isFree = line.dates.length > 0 && line.of.credits === 0
    if (isFree && known.packOnly.has(classId ?? 0)) {
      reader.say('credits', 'the existing class is for families with a pack only, at 1 credit or more')
      problems.push(...reader.problems)
    } else {
      taken.push({ ...line, classId })
      warnings.push(...reader.warnings)
    }
  }
  return { good: taken, problems, warnings }
}

/**
 * Makes all lines of a class count odd and even weeks from the same day: the class's own, or that of its
 * first fortnightly line (record 067). A line that counted from another week has odd and even swapped, so
 * that its dates stay the same.
 */
export function inWeeksOfClass(lines: ClassLine[], kept: string | undefined): ClassLine[] {
  const day = kept ?? lines.find(({ slot }) => slot && slot.weeks !== 'every')?.weeksFrom
  return lines.map(line => {
    const { slot, weeksFrom } = line
    const differs = slot && day && !runsInWeek({ ...slot, weeks: 'odd' }, weeksFrom, day)
    return differs ? { ...line, slot: { ...slot, weeks: otherWeeks[slot.weeks] } } : line
  })
}

const otherWeeks = { every: 'every', odd: 'even', even: 'odd' } as const

function givenOf(
  cells: Record<string, string>,
  of: ClassIdentity,
  { roomId, capacity }: DatesSaid,
  endTime: string | undefined,
): SessionChange {
  return {
    ...{ endTime, capacity, pricePence: of.pricePence },
    ...(cells.credits && { credits: of.credits }),
    ...(of.offersTrial && { offersTrial: true, trialPricePence: of.trialPricePence }),
    ...(roomId !== null && { roomId }),
  }
}

function readClass(
  reader: LineReader,
  cells: Record<string, string>,
  known: KnownCatalogue,
): Pick<ClassLine, 'of' | 'said'> {
  const kindWord = reader.text('kind').toLowerCase()
  const kind =
    kindWord.length > 3 &&
    everyOfferingKind.find(one => one.toLowerCase().startsWith(kindWord.replace(/s$/, '')))
  if (kindWord !== '' && !kind) reader.say('kind', `'${kindWord}' is not class, event or parents`)
  const typeId = find(
    reader,
    'type',
    'type',
    known.types.filter(type => !kind || type.kind === kind),
  )
  const venueId = find(reader, 'venue', 'venue', known.venues)
  const room = cells.room
    ? find(
        reader,
        'room',
        'room of this venue',
        known.rooms.filter(one => one.venueId === venueId),
      )
    : 0
  const pricePence = reader.pence('price', maxPricePence)
  const trial = reader.text('trial_price')
  const trialPricePence = reader.pence('trial_price', maxPricePence)
  if (trialPricePence > pricePence) reader.say('trial_price', 'a trial cannot cost more than the class')
  // An empty cell means that credits cannot pay: a price says nothing about the credits.
  const credits = reader.number('credits', 0, maxCredits)
  const warning = creditsWarning({ pricePence, credits }, known.pack)
  if (warning) reader.warn('credits', warning)
  const isPackOnly = reader.boolean('pack_only') ?? false
  if (isPackOnly && credits === 0) reader.say('credits', 'a pack-only class needs at least 1 credit')
  const colour = reader.text('colour').toLowerCase() || usualColour
  if (!/^#[0-9a-f]{6}$/.test(colour)) reader.say('colour', `'${colour}' is not a colour. Write #4c636c`)
  else if (isPale(colour)) reader.say('colour', 'this colour is too light to see')
  reader.required('places')
  reader.required('price')
  const name = reader.text('name', 100)
  return {
    of: {
      ...{ typeId, venueId, ageGroupId: find(reader, 'age', 'age', known.ages) },
      name: name || (known.types.find(({ id }) => id === typeId)?.name ?? ''),
      termId: cells.term ? find(reader, 'term', 'term', known.terms) : null,
      ...{ pricePence, credits, offersTrial: trial !== '', trialPricePence, isPackOnly, colour },
    },
    said: {
      roomId: room || null,
      teacherIds: cells.teacher_email
        ? [find(reader, 'teacher_email', 'member of staff', known.teachers)]
        : [],
      capacity: reader.number('places', 0, maxPlaces),
    },
  }
}

/** Returns the id of the entry that a cell names in any spelling, or 0. */
function find(reader: LineReader, column: string, what: string, among: Named[]): number {
  const given = reader.required(column)
  const exact = among.filter(({ name }) => name.toLowerCase() === given.toLowerCase())
  const wanted = comparableName(given)
  const found = exact.length > 0 ? exact : among.filter(({ name }) => comparableName(name) === wanted)
  if (given === '' || found.length === 1) return found[0]?.id ?? 0
  const meant = nameMeant(
    given,
    among.map(({ name }) => name),
  )
  const hint = meant ? `. Did you mean '${meant}'?` : ''
  reader.say(
    column,
    found.length > 1
      ? `more than one ${what} is called '${given}'`
      : `no ${what} is called '${given}'${hint}`,
  )
  return 0
}

function readTimes(
  reader: LineReader,
  cells: Record<string, string>,
  of: ClassIdentity,
  known: KnownCatalogue,
): Pick<ClassLine, 'slot' | 'dates' | 'weeksFrom'> {
  reader.required('start')
  reader.required('end')
  const [startTime, endTime] = [reader.time('start'), reader.time('end')]
  const term = known.terms.find(({ id }) => id === of.termId)
  if (startTime !== '' && endTime !== '') {
    const minutes = minutesBetween(startTime, endTime)
    if (minutes <= 0) reader.say('end', 'the end must be after the start')
    else if (!isClassLength(minutes))
      reader.say('end', `a class lasts from ${minClassMinutes} minutes to ${maxClassHours} hours`)
  }
  if (cells.date) {
    const date = reader.day('date', 'future')
    requireInTerm(reader, term, date, date)
    const closure = term && closureOn(term.closures, of.venueId, date)
    if (closure) reader.say('date', `the venue is closed then: ${closure.name}`)
    const exists = [startTime, endTime].every(time => time === '' || isOnLondonsClock(date, time))
    if (date !== '' && !exists) {
      reader.say('start', 'the clocks go forward then, and this time does not exist')
    }
    const dates = reader.problems.length > 0 ? [] : [{ date, startTime, endTime }]
    return { slot: undefined, dates, weeksFrom: date }
  }
  if (!cells.weekday) {
    reader.say('date', 'a date, or a weekday with its first and last day, is missing')
    return { slot: undefined, dates: [], weeksFrom: '' }
  }
  reader.required('first_day')
  reader.required('last_day')
  const [from, to] = [reader.day('first_day', 'future'), reader.day('last_day', 'future')]
  const weekday = weekdays.findIndex(day => day.startsWith(reader.text('weekday').toLowerCase())) + 1
  if (weekday === 0 || cells.weekday.length < 2) reader.say('weekday', `'${cells.weekday}' is not a weekday`)
  const weeks = reader.text('weeks').toLowerCase() || 'every'
  if (weeks !== 'every' && weeks !== 'odd' && weeks !== 'even')
    reader.say('weeks', 'weeks is every, odd or even')
  if (from !== '' && to !== '' && (to < from || to.slice(0, 4) > `${Number(from.slice(0, 4)) + 2}`)) {
    reader.say('last_day', 'the last day must be after the first, and within two years')
  }
  requireInTerm(reader, term, from, to)
  const weeksFrom = term?.startDate ?? from
  if (reader.problems.length > 0) return { slot: undefined, dates: [], weeksFrom }
  const slot: Slot = { weekday, startTime, endTime, weeks: weeks as Slot['weeks'] }
  const planned = datesOf([slot], {
    from,
    to,
    firstDay: weeksFrom,
    closures: term?.closures ?? [],
    venueId: of.venueId,
  })
  const dates = planned.filter(({ skippedFor }) => skippedFor === '')
  if (dates.length === 0) reader.say('weekday', 'there is no such day between the first and the last')
  return { slot, dates: dates.map(({ date }) => ({ date, startTime, endTime })), weeksFrom }
}

/**
 * Returns when a new date becomes public. If its term opens at a set time, that must be before the date begins (record
 * 067).
 */
function requireSeen(
  reader: LineReader,
  { termId }: ClassIdentity,
  made: ClassLine['dates'],
  { terms, now }: KnownCatalogue,
): void {
  const { publishAt } = terms.find(({ id }) => id === termId) ?? {}
  if (!publishAt) return
  const opens = new Date(publishAt)
  const unseen = made.find(({ date, startTime }) => {
    const startsAt = instantInLondon(date, startTime)
    return startsAt > now && beginsUnseen(startsAt, opens)
  })
  if (unseen) reader.say('date', `${longDay(unseen.date)}: ${becomesPublic(opens)}`)
}

function requireInTerm(
  reader: LineReader,
  term: KnownCatalogue['terms'][number] | undefined,
  from: string,
  to: string,
): void {
  if (term && from !== '' && (from < term.startDate || to > term.endDate)) {
    reader.say('term', `these dates lie outside ${term.name}`)
  }
}
