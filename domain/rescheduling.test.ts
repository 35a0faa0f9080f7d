import { expect, test } from 'vitest'
import { type BookedPlace, canBeMoved, canMoveTo, type RescheduleTarget } from './rescheduling.ts'

const place: BookedPlace = {
  sessionId: 1,
  kind: 'class',
  hasStarted: false,
  isTrial: false,
  pricePence: 1250,
  credits: 1,
  trialPricePence: 500,
  isPackOnly: false,
  isOfPack: false,
}
const trial: BookedPlace = { ...place, isTrial: true }
const target: RescheduleTarget = {
  id: 2,
  kind: 'class',
  isScheduled: true,
  hasStarted: false,
  placesLeft: 1,
  pricePence: 1250,
  credits: 1,
  isPackOnly: false,
  offersTrial: true,
  trialPricePence: 500,
  isAttendeeBooked: false,
  isTrialUsed: false,
}

test('a place can be moved until its session starts', () => {
  expect(canBeMoved(place)).toBe(true)
  expect(canBeMoved({ ...place, hasStarted: true })).toBe(false)
  expect(canMoveTo({ ...place, hasStarted: true }, target)).toBe(false)
})

test('a place moves to a session of the same price and credits', () => {
  expect(canMoveTo(place, target)).toBe(true)
  expect(canMoveTo(trial, target)).toBe(true)
})

test.each<[string, Partial<RescheduleTarget>]>([
  ['the present session', { id: 1 }],
  ['another kind', { kind: 'event' }],
  ['a withdrawn session', { isScheduled: false }],
  ['a session that has started', { hasStarted: true }],
  ['a full session', { placesLeft: 0 }],
  ['a session the attendee is in', { isAttendeeBooked: true }],
])('neither a place nor a trial moves to %s', (_, change) => {
  expect(canMoveTo(place, { ...target, ...change })).toBe(false)
  expect(canMoveTo(trial, { ...target, ...change })).toBe(false)
})

test.each<[string, Partial<RescheduleTarget>, { placeMoves: boolean; trialMoves: boolean }]>([
  ['another price', { pricePence: 1251 }, { placeMoves: false, trialMoves: true }],
  ['other credits', { credits: 2 }, { placeMoves: false, trialMoves: true }],
  ['another trial price', { trialPricePence: 0 }, { placeMoves: true, trialMoves: false }],
  ['no trial', { offersTrial: false }, { placeMoves: true, trialMoves: false }],
  ['credits alone', { isPackOnly: true }, { placeMoves: false, trialMoves: true }],
  ['a type whose one trial is used', { isTrialUsed: true }, { placeMoves: true, trialMoves: false }],
])('a session with %s', (_, change, { placeMoves, trialMoves }) => {
  expect(canMoveTo(place, { ...target, ...change })).toBe(placeMoves)
  expect(canMoveTo(trial, { ...target, ...change })).toBe(trialMoves)
})

test('a free place moves to another free session, whatever its credits', () => {
  const free = { ...target, pricePence: 0, credits: 0 }
  expect(canMoveTo({ ...place, pricePence: 0 }, free)).toBe(true)
  expect(canMoveTo({ ...place, pricePence: 0, isPackOnly: true, isOfPack: true }, free)).toBe(false)
  // Until 27 November 2026 a place that had no price took credits.
  const paid = { ...place, pricePence: 0, isOfPack: true }
  expect(canMoveTo(paid, { ...free, credits: 1 })).toBe(true)
  expect(canMoveTo(paid, { ...free, credits: 1, isPackOnly: true })).toBe(true)
})

test('a pack-only place moves only to a session that takes credits alone', () => {
  expect(canMoveTo({ ...place, isOfPack: true }, { ...target, isPackOnly: true })).toBe(true)
})
