import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { classAsRead } from '#testing/make-class.ts'
import { expect, visit } from '../site-test.ts'

let made = 0

/** A name that nothing else in this run has. */
export const freshName = (word: string) => `${word} ${process.pid} ${Date.now()} ${++made}`

/** What a class form sends, but for when it is: a class of the first type, at a place that nothing else is. */
async function plainClass(api: OfficeApi, name: string) {
  const { types, venues, ages } = await api.planner.choices({})
  return {
    typeId: types.find(({ kind }) => kind === 'class')?.id as number,
    venueId: venues[0]?.id as number,
    ageGroupId: ages[0]?.id as number,
    ...{ name, roomId: null, colour: '#7c5cff', introductionHtml: '', imagePath: '' },
    ...{ isPackOnly: false, pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0 },
    ...{ capacity: 12, teacherIds: [] },
  }
}

const time = { startTime: '10:00', endTime: '10:45' }

/** A class on one day of 2028, a Tuesday, or on several, published. */
export async function makeClass(
  api: OfficeApi,
  name: string,
  given: { capacity?: number; date?: string; endDate?: string } = {},
) {
  const { capacity = 12, date = '2028-02-01', endDate = date } = given
  const { offeringId, sessionIds } = await api.planner.makeClass({
    ...(await plainClass(api, name)),
    capacity,
    slots: [],
    dates: [{ date, endDate, ...time }],
    publish: 'now',
  })
  return { offeringId, sessionId: sessionIds[0] as number }
}

/** A class of Tuesdays of February 2028 by a weekly time, as drafts. */
export const makeWeekly = async (api: OfficeApi, name: string, days = [1, 8, 15, 22], termId?: number) =>
  api.planner.makeClass({
    ...(await plainClass(api, name)),
    slots: [{ ...time, capacity: 12, weekday: 2, weeks: 'every', roomId: null, teacherIds: [] }],
    ...(termId && { termId }),
    dates: days.map(day => ({ date: `2028-02-${String(day).padStart(2, '0')}`, ...time, slot: 0 })),
    publish: 'not',
  })

/** Moves a class that nobody has booked to a new venue's only room, a loft for 14; what is given saves the two anew. */
export async function moveToLoft(api: OfficeApi, offeringId: number) {
  const name = freshName('Barn')
  const barn = { name, address: '', postcode: '', directions: '', whatToBring: '', mapUrl: '' }
  const venue = await api.venues.save({ ...barn, isActive: true })
  const loft = { venueId: venue.id, name: 'Loft', capacity: 14, isShared: false, isActive: true }
  const room = await api.rooms.save(loft)
  const there = { venueId: venue.id, roomId: room.id }
  await api.planner.saveClass({ ...(await classAsRead(api, offeringId)), ...there })
  return {
    roomId: room.id,
    place: `${name}, Loft`,
    saveRoom: (changes: Partial<typeof loft>) => api.rooms.save({ ...room, ...loft, ...changes }),
    switchVenueOff: () => api.venues.save({ ...venue, ...barn, isActive: false }),
  }
}

/** A choice of the class form; beside it stands a button that makes what it lacks. */
export const choice = (page: Page, name: string) => page.getByRole('combobox', { name })

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Opens the planner's week of a day; what narrows it down has come, and pushes the cards about no more. */
export async function visitWeek(page: Page, day: string) {
  await visit(page, `${addresses.planner()}?day=${day}`)
  for (const name of ['Term', 'Venue'])
    await expect(choice(page, name).locator('option').nth(1)).toBeAttached()
}

/** Opens the panel of a date from the planner: a card of the grid, or on a phone a line of the day. */
export async function openDate(page: Page, name: string, day: string) {
  await visit(page, `${addresses.planner()}?day=${day}`)
  const place = isPhone(page) ? page.locator('.day-list') : page.locator('.week-grid-place')
  await place.getByRole('button', { name: new RegExp(name) }).click()
  return page.getByRole('dialog', { name })
}
