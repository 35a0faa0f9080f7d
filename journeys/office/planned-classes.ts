import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { classAsRead } from '#testing/make-class.ts'
import { expect, visit } from '../site-test.ts'

let made = 0

/** Returns a name that is unique in this run. */
export const freshName = (word: string) => `${word} ${process.pid} ${Date.now()} ${++made}`

/** Returns the fields of a new class of the first type, without its dates. */
export async function plainClass(api: OfficeApi, name: string) {
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

/** Makes a type that no class has yet, so that a new class begins empty; returns its name. */
export async function makeType(api: OfficeApi) {
  const name = freshName('Circus')
  const texts = { ageLabel: '', introduction: '', introductionHtml: '', detailsHtml: '', termDates: '' }
  const more = { imagePath: '', detailImagePath: '', teacher: '', toBring: '', isActive: true }
  const { id } = await api.types.save({ kind: 'class', name, ...texts, ...more })
  return { id, name }
}

const time = { startTime: '10:00', endTime: '10:45' }

/** Makes a published class on a Tuesday of 2028, or on another day, and on `laterDates`. */
export async function makeClass(
  api: OfficeApi,
  name: string,
  given: {
    capacity?: number
    date?: string
    endDate?: string
    startTime?: string
    endTime?: string
    laterDates?: string[]
  } = {},
) {
  const { capacity = 12, date = '2028-02-01', endDate = date, laterDates = [], ...times } = given
  const { offeringId, sessionIds } = await api.planner.makeClass({
    ...(await plainClass(api, name)),
    capacity,
    slots: [],
    dates: [{ date, endDate, ...time, ...times }, ...laterDates.map(later => ({ date: later, ...time }))],
    publish: 'now',
  })
  return { offeringId, sessionId: sessionIds[0] as number }
}

/** Makes a class of nine published dates on one day, at a venue that nothing else uses. */
export async function makeFullDay(api: OfficeApi, name: string, date: string) {
  const place = { address: '', postcode: '', directions: '', whatToBring: '', mapUrl: '' }
  const venue = await api.venues.save({ name: freshName('Ice house'), ...place, isActive: true })
  const hours = [9, 10, 11, 12, 13, 14, 15, 16, 17].map(hour => String(hour).padStart(2, '0'))
  const made = await api.planner.makeClass({
    ...(await plainClass(api, name)),
    ...{ venueId: venue.id, slots: [], publish: 'now' as const },
    dates: hours.map(hour => ({ date, startTime: `${hour}:00`, endTime: `${hour}:45` })),
  })
  return { ...made, venueId: venue.id }
}

/** Makes a class on Tuesdays of February 2028 by a weekly time, as drafts. */
export const makeWeekly = async (api: OfficeApi, name: string, days = [1, 8, 15, 22], termId?: number) =>
  api.planner.makeClass({
    ...(await plainClass(api, name)),
    slots: [{ ...time, capacity: 12, weekday: 2, weeks: 'every', roomId: null, teacherIds: [] }],
    ...(termId && { termId }),
    dates: days.map(day => ({ date: `2028-02-${String(day).padStart(2, '0')}`, ...time, slot: 0 })),
    publish: 'not',
  })

/**
 * Moves a class without bookings to a new venue's only room, for 14 people. Returns functions that save room and venue
 * again.
 */
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

/** Returns a select of the class form, which has a button beside it that creates a new option. */
export const choice = (page: Page, name: string) => page.getByRole('combobox', { name })

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Opens the planner on a week, and waits until its filters have loaded, which moves the cards. */
export async function visitWeek(page: Page, day: string) {
  await visit(page, `${addresses.planner()}?day=${day}`)
  for (const name of ['Type', 'Venue'])
    await expect(choice(page, name).locator('option').nth(1)).toBeAttached()
}

/** Opens the panel of a date from the planner: a card of the grid, or on a phone a line of the day. */
export async function openDate(page: Page, name: string, day: string) {
  await visit(page, `${addresses.planner()}?day=${day}`)
  const place = isPhone(page) ? page.locator('.day-list') : page.locator('.week-grid-place')
  await place.getByRole('button', { name: new RegExp(name) }).click()
  return page.getByRole('dialog', { name })
}
