import type { OfferingKind } from './offering-kinds.ts'
import { creditsOfPlace } from './prices.ts'

/** A booked place that may be moved, with what its present session costs. */
export interface BookedPlace {
  sessionId: number
  kind: OfferingKind
  hasStarted: boolean
  isTrial: boolean
  pricePence: number
  credits: number
  /** Of a trial in a session that offers none any more: what it was sold at. */
  trialPricePence: number
  isPackOnly: boolean
  /** Class credits paid for it, or its session is one that credits alone pay for. */
  isOfPack: boolean
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
  isPackOnly: boolean
  offersTrial: boolean
  trialPricePence: number
  /** The same child, or the same contact, has a live booking there already. */
  isAttendeeBooked: boolean
  /** Another booking of the same attendee is their one trial of the target's type (decision E-22). */
  isTrialUsed: boolean
}

/** A confirmed place can be moved until its session starts (decision E-15). */
export const canBeMoved = (place: BookedPlace): boolean => !place.hasStarted

/** Why a place may not be moved to a session. */
export type Obstacle = 'present' | 'over' | 'full' | 'otherPrice' | 'noTrial' | 'packOnly' | 'attendeeBooked'

/**
 * What stands in the way of moving the place to the target; nothing when it is of the same kind, not started, has a
 * place free, the attendee is not in it yet, and no money moves; a trial only goes to a session with a trial at the
 * same price, and where credits alone pay only a place of a pack goes (decision E-15).
 */
export function obstacleTo(place: BookedPlace, target: RescheduleTarget): Obstacle | undefined {
  if (target.id === place.sessionId) return 'present'
  if (!canBeMoved(place) || target.kind !== place.kind || !target.isScheduled || target.hasStarted)
    return 'over'
  if (target.placesLeft <= 0) return 'full'
  if (place.isTrial && !target.offersTrial) return 'noTrial'
  if (!isEqualPrice(place, target)) return 'otherPrice'
  if (target.isPackOnly && !place.isTrial && !place.isOfPack) return 'packOnly'
  return target.isAttendeeBooked || (place.isTrial && target.isTrialUsed) ? 'attendeeBooked' : undefined
}

export const canMoveTo = (place: BookedPlace, target: RescheduleTarget): boolean => !obstacleTo(place, target)

const isEqualPrice = (place: BookedPlace, target: RescheduleTarget) => {
  if (place.isTrial) return target.trialPricePence === place.trialPricePence
  // Until 27 November 2026 free places took credits: such a one goes to where it costs what it does now, or what it took.
  const credits = [creditsOfPlace(place), creditsOfPlace({ ...place, isPackOnly: place.isOfPack })]
  return target.pricePence === place.pricePence && credits.includes(creditsOfPlace(target))
}
