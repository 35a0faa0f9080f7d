import { expect, test } from 'vitest'
import { endOfHold, planCardPage } from './payment-times.ts'

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`)
const placed = { placedAt: at('09:00'), holdExpiresAt: at('09:35'), firstSessionStartsAt: at('18:00') }

test('a hold ends at the latest when the first session starts', () => {
  expect(endOfHold(at('09:00'), 35)).toEqual(at('09:35'))
  expect(endOfHold(at('09:00'), 35, [at('18:00'), at('09:20')])).toEqual(at('09:20'))
})

test('a page opened at once ends two minutes before the hold', () => {
  expect(planCardPage(placed, at('09:00'))).toEqual({
    pageEndsAt: at('09:33'),
    holdExpiresAt: at('09:35'),
  })
})

test('a page opened late extends the hold to two minutes after its end', () => {
  expect(planCardPage(placed, at('09:20'))).toEqual({
    pageEndsAt: at('09:51'),
    holdExpiresAt: at('09:53'),
  })
})

test('the hold ends after 70 minutes, however late the page was opened', () => {
  const held = { ...placed, holdExpiresAt: at('09:55') }
  expect(planCardPage(held, at('09:50'))).toEqual({ pageEndsAt: at('10:21'), holdExpiresAt: at('10:10') })
})

test('a card page, which lives for less than a day, does not shorten a longer hold', () => {
  const held = {
    ...placed,
    holdExpiresAt: new Date('2026-11-25T09:00:00Z'),
    firstSessionStartsAt: new Date('2026-12-01T10:00:00Z'),
  }
  expect(planCardPage(held, at('10:00'))).toEqual({
    pageEndsAt: new Date('2026-11-24T09:00:00Z'),
    holdExpiresAt: held.holdExpiresAt,
  })
})

test('the hold never passes the start of the first session', () => {
  const soon = { ...placed, firstSessionStartsAt: at('09:15') }
  expect(planCardPage(soon, at('09:05'))).toEqual({ pageEndsAt: at('09:36'), holdExpiresAt: at('09:15') })
})

test('packs and products have no start to respect', () => {
  const pack = { ...placed, firstSessionStartsAt: undefined }
  expect(planCardPage(pack, at('09:30')).holdExpiresAt).toEqual(at('10:03'))
})

test('a card page ends on a whole second, and one opened at once does not lengthen the hold', () => {
  const { pageEndsAt } = planCardPage(placed, new Date(at('09:20').getTime() + 1))
  expect(pageEndsAt).toEqual(at('09:51'))
  const held = { ...placed, holdExpiresAt: new Date(at('09:35').getTime() + 999) }
  expect(planCardPage(held, at('09:00'))).toEqual({
    pageEndsAt: at('09:33'),
    holdExpiresAt: held.holdExpiresAt,
  })
})
