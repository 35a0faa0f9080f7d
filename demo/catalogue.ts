import { addDays, type Weekday } from '#domain/calendar.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireTimesExist } from '#domain/timetable.ts'
import { type DemoOfferingType, demoOfferingTypes } from './offering-types.ts'
import { isClosed, type Term, termsAround, weeksInTerm } from './terms.ts'
import type { AgeKey, VenueKey } from './venues-and-ages.ts'
import { type Fill, type WeeklyOffering, weeklyOfferings } from './weekly-offerings.ts'

/** A run of one type at a venue for an age group, during one term. */
export interface DemoOffering {
  key: string
  kind: OfferingKind
  type: DemoOfferingType
  term: Term
  venue: VenueKey
  age: AgeKey
  name: string
  classroom: string
  pricePence: number
  introductionHtml: string
  isPackOnly: boolean
  /** Its weekly times; a camp has none. */
  slots: {
    weekday: number
    startTime: string
    endTime: string
    weeks: 'every' | 'odd' | 'even'
    capacity: number
  }[]
  sessions: DemoSession[]
}

export interface DemoSession {
  name: string
  startDate: string
  endDate: string
  startTime: string
  endTime: string
  capacity: number
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  fill: Fill
  /** The index of its weekly time; null for a single date. */
  slot: number | null
}

/** Lists everything that can be booked around a day, with concrete dates; the current term comes first. */
export function demoOfferings(today: string): DemoOffering[] {
  const { previous, current, next } = termsAround(today)
  return [current, next, previous].flatMap(term =>
    weeklyOfferings.map(weekly => offeringInTerm(weekly, term)),
  )
}

function offeringInTerm(weekly: WeeklyOffering, term: Term): DemoOffering {
  const type = typeOf(weekly.type)
  return {
    key: weekly.key,
    kind: type.kind,
    type,
    term,
    venue: weekly.venue,
    age: weekly.age,
    name: weekly.name,
    classroom: weekly.classroom,
    pricePence: weekly.pricePence,
    introductionHtml: `<p>${type.introduction}</p>${type.introductionHtml}`,
    isPackOnly: weekly.isPackOnly,
    slots: slotsOf(weekly),
    sessions: weekly.slots.flatMap((slot, index) =>
      weeksOf(weekly).flatMap(week => {
        const startDate = addDays(term.start, (week - 1) * 7 + dayNumbers[slot.day])
        if (isClosed(startDate)) return []
        const session = {
          name: weekName(type, week),
          startDate,
          endDate: addDays(startDate, weekly.lastsDays - 1),
          startTime: slot.time,
          endTime: later(slot.time, weekly.minutes),
          capacity: weekly.capacity,
          pricePence: weekly.pricePence,
          credits: weekly.credits,
          offersTrial: weekly.trialPence !== null,
          trialPricePence: weekly.trialPence ?? 0,
          fill: slot.fill,
          slot: weekly.weeks === 'camp' ? null : index,
        }
        requireTimesExist(session)
        return session
      }),
    ),
  }
}

const dayNumbers: Record<Weekday, number> = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: 6 }

function slotsOf({ weeks, slots, minutes, capacity }: WeeklyOffering): DemoOffering['slots'] {
  if (weeks === 'camp') return []
  return slots.map(({ day, time }) => ({
    weekday: dayNumbers[day] + 1,
    startTime: time,
    endTime: later(time, minutes),
    weeks,
    capacity,
  }))
}

/** Returns in which of a term's twelve weeks an offering runs. */
function weeksOf({ weeks }: WeeklyOffering): number[] {
  const all = Array.from({ length: weeksInTerm }, (_, index) => index + 1)
  if (weeks === 'every') return all
  if (weeks === 'camp') return [6, 12]
  return all.filter(week => week % 2 === (weeks === 'odd' ? 1 : 0))
}

function weekName({ name, weeks }: DemoOfferingType, week: number): string {
  return weeks[(week - 1) % Math.max(1, weeks.length)] ?? name
}

function typeOf(key: string): DemoOfferingType {
  const type = demoOfferingTypes.find(type => type.key === key)
  if (!type) throw new Error(`There is no offering type “${key}”.`)
  return type
}

function later(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = hour * 60 + minute + minutes
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}
