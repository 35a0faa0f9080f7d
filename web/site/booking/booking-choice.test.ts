import { expect, test } from 'vitest'
import {
  type Choice,
  chosenIds,
  creditsExpected,
  isEverythingChosen,
  type OfferedSession,
  type Preview,
  previewRequest,
  sayChoice,
  toggled,
} from './booking-choice.ts'

const session = (id: number, more: Partial<OfferedSession> = {}) =>
  ({ id, isBookable: true, credits: 1, ...more }) as OfferedSession
const known = (sessions: OfferedSession[], creditBalance = 0) =>
  ({ sessions, creditBalance, offering: {} }) as Preview
const choice = (more: Partial<Choice> = {}): Choice => ({
  clicked: {
    id: 5,
    offeringId: 2,
    dayId: 9823,
    title: 'Kitchen Band',
    typeName: 'Kitchen Band',
    date: '2026-11-23',
    endDate: '2026-11-23',
    startTime: '10:00',
    endTime: '10:45',
    placesLeft: 4,
    pricePence: 850,
  },
  sessionIds: undefined,
  attendees: { who: 'children', childIds: [] },
  keepsCredits: false,
  discountCode: '',
  ...more,
})

test('the clicked session is chosen first, unless it cannot be booked', () => {
  expect(chosenIds(choice(), known([session(4), session(5)]))).toEqual([5])
  expect(chosenIds(choice(), known([session(4), session(5, { isBookable: false })]))).toEqual([])
  expect(chosenIds(choice(), known([session(4)]))).toEqual([])
  expect(chosenIds(choice({ sessionIds: [] }), known([session(5)]))).toEqual([])
})

test('a ticked session that has become full is no longer chosen', () => {
  const full = known([session(4), session(5, { isBookable: false })])
  expect(chosenIds(choice({ sessionIds: [4, 5] }), full)).toEqual([4])
  expect(chosenIds(choice({ sessionIds: [4, 5] }), undefined)).toEqual([4, 5])
})

// Proves BOOK-14, GUEST-08.
test('"all" is ticked when every bookable session is, and never when there is none', () => {
  const sessions = [session(1), session(2, { isBookable: false }), session(3)]
  expect(isEverythingChosen([1, 3], sessions)).toBe(true)
  expect(isEverythingChosen(toggled([1, 3], 3), sessions)).toBe(false)
  expect(isEverythingChosen([], [session(2, { isBookable: false })])).toBe(false)
})

// Proves BOOK-21, CONST-17, EVT-44.
test('credits are sessions × children, up to the balance, unless the family saves them', () => {
  const two = { sessionIds: [1, 2], attendees: { who: 'children' as const, childIds: [7, 8] } }
  const sessions = [session(1, { credits: 2 }), session(2), session(3)]
  expect(creditsExpected(choice(two), known(sessions, 100))).toBe(6)
  expect(creditsExpected(choice(two), known(sessions, 5))).toBe(5)
  expect(creditsExpected(choice({ sessionIds: [1, 2] }), known(sessions, 100))).toBe(3)
  expect(creditsExpected(choice({ ...two, keepsCredits: true }), known(sessions, 5))).toBe(0)
})

// Proves GUEST-15.
test('a contact counts as one attendee', () => {
  const attendees = { who: 'contact' as const, fullName: '', phone: '', email: '' }
  expect(creditsExpected(choice({ sessionIds: [1], attendees }), known([session(1)], 3))).toBe(1)
})

test('the total names the sessions and attendees', () => {
  const children = (...childIds: number[]) => ({ who: 'children' as const, childIds })
  expect(sayChoice('class', [1, 2], children(7))).toBe('2 classes, 1 child')
  expect(sayChoice('event', [1], children())).toBe('1 event, for each child')
  expect(sayChoice('parentSession', [1], { who: 'contact', fullName: '', phone: '', email: '' })).toBe(
    '1 session',
  )
})

// Proves BOOK-01, BOOK-19.
test('the first preview names the clicked session and its day, later ones the choice', () => {
  const sessions = known([session(4), session(5)], 1)
  expect(previewRequest(choice(), undefined)).toEqual({
    offeringId: 2,
    dayId: 9823,
    sessionIds: [5],
    attendees: { who: 'children', childIds: [] },
    discountCode: '',
  })
  expect(previewRequest(choice(), sessions)).toEqual(previewRequest(choice(), undefined))
  const changed = choice({ sessionIds: [4], attendees: { who: 'children', childIds: [7] } })
  expect(previewRequest(changed, sessions)).toEqual({
    offeringId: 2,
    sessionIds: [4],
    attendees: { who: 'children', childIds: [7] },
    creditsWanted: 1,
    discountCode: '',
  })
})
