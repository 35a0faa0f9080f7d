import type { OfferingKind } from './offering-kinds.ts'

/** A booked place that may be moved, with what its present session costs. */
export interface BookedPlace {
  sessionId: number
  kind: OfferingKind
  isConfirmed: boolean
  hasStarted: boolean
  isTrial: boolean
  pricePence: number
  credits: number
  trialPricePence: number
}

/** A session the place might be moved to. */
export interface RescheduleTarget {
  id: number
  kind: OfferingKind
  isScheduled: boolean
  hasStarted: boolean
  placesLeft: number
  pricePence: number
  credits: number
  offersTrial: boolean
  trialPricePence: number
  /** The same child, or the same contact, has a live booking there already. */
  isAttendeeBooked: boolean
  /** Another booking of the same attendee is their one trial of the target's type (decision E-22). */
  isTrialUsed: boolean
}

/** A confirmed place can be moved until its session starts (decision E-15). */
export const canBeMoved = (place: BookedPlace): boolean => place.isConfirmed && !place.hasStarted

/**
 * Whether the place may be moved to the target: same kind, not started, a place free, attendee not in it yet,
 * and no money moves; a trial only to a session with a trial at the same price (decision E-15).
 */
export function canMoveTo(place: BookedPlace, target: RescheduleTarget): boolean {
  return (
    canBeMoved(place) &&
    target.kind === place.kind &&
    target.id !== place.sessionId &&
    target.isScheduled &&
    !target.hasStarted &&
    target.placesLeft > 0 &&
    !target.isAttendeeBooked &&
    (place.isTrial ? isEqualTrial(place, target) : isEqualPrice(place, target))
  )
}

const isEqualPrice = (place: BookedPlace, target: RescheduleTarget) =>
  target.pricePence === place.pricePence && target.credits === place.credits

const isEqualTrial = (place: BookedPlace, target: RescheduleTarget) =>
  target.offersTrial && target.trialPricePence === place.trialPricePence && !target.isTrialUsed
