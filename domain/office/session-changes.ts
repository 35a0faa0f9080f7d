import { addDays, daysBetween, instantInLondon, isOnLondonsClock } from '#domain/calendar.ts'
import { maxCredits, maxPlaces, maxPricePence, minHoursBeforeMove } from '#domain/limits.ts'
import { sentences } from '#domain/sentences.ts'
import {
  becomesPublic,
  beginsUnseen,
  inClosure,
  minPlaces,
  outsideTerm,
  plannerSentences,
  roomHolds,
} from './planner-sentences.ts'
import { addMinutes, isCamp, minutesBetween, weekdayNumber } from './recurrence.ts'
import { saysWhy } from './sentences.ts'

/** A session before a change, with everything that the change depends on. */
export interface SessionAsIs {
  status: 'draft' | 'scheduled' | 'withdrawn' | 'cancelled'
  date: string
  endDate: string
  startTime: string
  endTime: string
  startsAt: Date
  /** When a draft becomes public. */
  publishAt: Date | null
  capacity: number
  /** Places taken, or reserved by an offer. */
  placesUsed: number
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  roomId: number | null
  isPackOnly: boolean
  slotId: number | null
  isKeptInClosure: boolean
  term: { name: string; startDate: string; endDate: string } | null
}

export interface SessionChange {
  pricePence?: number | undefined
  capacity?: number | undefined
  credits?: number | undefined
  offersTrial?: boolean | undefined
  trialPricePence?: number | undefined
  /** 0 means no room. */
  roomId?: number | undefined
  date?: string | undefined
  startTime?: string | undefined
  /** Without it, the session keeps its length. */
  endTime?: string | undefined
  shiftMinutes?: number | undefined
  keepInClosure?: boolean | undefined
}

/** The surroundings of a session after the change: its room, and the closure on its day. */
export interface Surroundings {
  now: Date
  reason: string
  room: { name: string; capacity: number | null; isOfVenue: boolean } | undefined
  closure: string | undefined
}

export type ChangedSession = Pick<
  SessionAsIs,
  | 'date'
  | 'endDate'
  | 'startTime'
  | 'endTime'
  | 'capacity'
  | 'pricePence'
  | 'credits'
  | 'offersTrial'
  | 'trialPricePence'
  | 'roomId'
  | 'slotId'
  | 'isKeptInClosure'
> & { isMoved: boolean }

/** Returns a session after a change, or the message that says why it stays unchanged (spec 3 §2.5). */
export function planChange(
  session: SessionAsIs,
  change: SessionChange,
  { now, reason, room, closure }: Surroundings,
): ChangedSession | string {
  if (session.status === 'cancelled') return plannerSentences.isCancelled
  if (session.status !== 'draft' && session.startsAt <= now) return plannerSentences.hasBegun
  const times = changedTimes(session, change)
  if (!times) return plannerSentences.withinADay
  const offersTrial = change.offersTrial ?? session.offersTrial
  const next = {
    ...times,
    capacity: change.capacity ?? session.capacity,
    pricePence: change.pricePence ?? session.pricePence,
    credits: change.credits ?? session.credits,
    offersTrial,
    trialPricePence: offersTrial ? (change.trialPricePence ?? session.trialPricePence) : 0,
    roomId: change.roomId === undefined ? session.roomId : change.roomId || null,
    // A date on another weekday no longer belongs to its weekly time (decision O-17).
    slotId: weekdayNumber(times.date) === weekdayNumber(session.date) ? session.slotId : null,
    isKeptInClosure:
      times.date === session.date ? session.isKeptInClosure : isCamp(times) || Boolean(closure),
    isMoved:
      times.date !== session.date ||
      times.startTime !== session.startTime ||
      times.endTime !== session.endTime,
  }
  const roomOrPlaces = change.capacity !== undefined || change.roomId !== undefined
  if (next.capacity < session.placesUsed) return minPlaces(session.placesUsed)
  if (room && !room.isOfVenue && change.roomId) return plannerSentences.chooseRoom
  if (roomOrPlaces && room?.capacity && next.capacity > room.capacity && !saysWhy(reason))
    return roomHolds(room.name, room.capacity)
  return ruleProblem({ ...next, isPackOnly: session.isPackOnly }) ?? timeProblem() ?? next

  function timeProblem(): string | undefined {
    if (!next.isMoved) return undefined
    const soon = new Date(now.getTime() + minHoursBeforeMove * 60 * 60 * 1000)
    const exists = isOnLondonsClock(next.date, next.startTime) && isOnLondonsClock(next.endDate, next.endTime)
    if (!exists) return sentences.timeSkipped
    const isPublic = session.status !== 'draft'
    const startsAt = instantInLondon(next.date, next.startTime)
    if ((isPublic && session.startsAt <= soon) || startsAt <= soon) return plannerSentences.moveTooSoon
    const { term, publishAt } = session
    if (!isPublic && publishAt && beginsUnseen(startsAt, publishAt)) return becomesPublic(publishAt)
    if (term && next.date !== session.date && (next.date < term.startDate || next.date > term.endDate))
      return outsideTerm(term)
    const isAsked = closure && next.date !== session.date && !isCamp(next)
    if (isAsked && !change.keepInClosure) return inClosure(closure)
    return undefined
  }
}

function changedTimes(session: SessionAsIs, { date, startTime, endTime, shiftMinutes }: SessionChange) {
  const shift = startTime ? minutesBetween(session.startTime, startTime) : (shiftMinutes ?? 0)
  const start = addMinutes(session.startTime, shift)
  const end = endTime ?? addMinutes(session.endTime, shift)
  if (start === undefined || start === '24:00' || end === undefined) return undefined
  const day = date ?? session.date
  return {
    date: day,
    endDate: addDays(session.endDate, daysBetween(session.date, day)),
    startTime: start,
    endTime: end,
  }
}

/** Returns why a session cannot be sold like this, whatever its former values. */
export function ruleProblem(session: {
  capacity: number
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  isPackOnly: boolean
}): string | undefined {
  if (session.capacity > maxPlaces) return plannerSentences.maxPlaces
  if (session.pricePence > maxPricePence) return plannerSentences.price
  if (session.credits > maxCredits) return plannerSentences.credits
  if (session.isPackOnly && session.credits < 1) return plannerSentences.packNeedsCredits
  if (session.offersTrial && session.trialPricePence > session.pricePence) return plannerSentences.trialDearer
  return undefined
}
