import type { OfferingKind } from './offering-kinds.ts'
import { creditsOfPlace } from './prices.ts'

/** A booked place that may be moved, with the price of its present session. */
export interface BookedPlace {
  sessionId: number
  kind: OfferingKind
  hasStarted: boolean
  /** Whether its date was cancelled; the place is then about to be settled. */
  isCancelled?: boolean
  isTrial: boolean
  pricePence: number
  credits: number
  /** The price at which a trial was sold, if its session no longer offers one. */
  trialPricePence: number
  isPackOnly: boolean
  /** Whether class credits paid for it, or its session is pack-only. */
  isOfPack: boolean
}

/** A session that the place might move to. */
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
  /** Whether the same child or contact already has a live booking there. */
  isAttendeeBooked: boolean
  /**
   * Whether the attendee has used their one trial of the target's type in another booking (decision E-22).
   */
  isTrialUsed: boolean
}

/** Whether a confirmed place can still be moved: until its session starts or is cancelled (decision E-15). */
export const canBeMoved = (place: BookedPlace): boolean => !place.hasStarted && !place.isCancelled

/** The reasons why a place may not move to a session. */
export type Obstacle = 'present' | 'over' | 'full' | 'otherPrice' | 'noTrial' | 'packOnly' | 'attendeeBooked'

/**
 * Returns what prevents moving the place to the target. It may move to a session of the same kind and price that has
 * not started, has a free place and does not have this attendee. A trial only moves to a trial of the same price, and
 * only a place of a pack moves to a pack-only session (decision E-15). With `takesAnyPrice` the price does not matter.
 */
export function obstacleTo(
  place: BookedPlace,
  target: RescheduleTarget,
  { takesAnyPrice = false } = {},
): Obstacle | undefined {
  if (target.id === place.sessionId) return 'present'
  if (!canBeMoved(place) || target.kind !== place.kind || !target.isScheduled || target.hasStarted)
    return 'over'
  if (target.placesLeft <= 0) return 'full'
  if (place.isTrial && !target.offersTrial) return 'noTrial'
  if (!takesAnyPrice && !isEqualPrice(place, target)) return 'otherPrice'
  if (target.isPackOnly && !place.isTrial && !place.isOfPack) return 'packOnly'
  return target.isAttendeeBooked || (place.isTrial && target.isTrialUsed) ? 'attendeeBooked' : undefined
}

export const canMoveTo = (place: BookedPlace, target: RescheduleTarget): boolean => !obstacleTo(place, target)

const isEqualPrice = (place: BookedPlace, target: RescheduleTarget) => {
  if (place.isTrial) return target.trialPricePence === place.trialPricePence
  // Until 27 November 2026 free places used credits. Such a place may move to a session that costs what it
  // would cost now, or the credits that it used.
  const credits = [creditsOfPlace(place), creditsOfPlace({ ...place, isPackOnly: place.isOfPack })]
  return target.pricePence === place.pricePence && credits.includes(creditsOfPlace(target))
}
