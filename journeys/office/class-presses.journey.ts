import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { thumb } from '../thumb.ts'
import { choice, freshName, makeType, plainClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a weekly class like the last of its type is made and published in six presses @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const last = await makeLastClass(api)
  await visit(page, addresses.planner())
  const hand = thumb(page)
  await hand.tap(page.getByRole('link', { name: 'New class' }).first())
  // Waits for the new page, because the planner has a choice called “Type” too.
  await expect(page.getByRole('heading', { name: 'New class', level: 1 })).toBeVisible()
  await hand.choose(choice(page, 'Type'), last.type)
  await expect(page.getByText(`Filled in like the last class of ${last.type}`)).toBeVisible()
  await hand.tap(page.getByRole('checkbox', { name: 'Thursday' }))
  await hand.button('Make 12 drafts')
  await hand.button('Publish 12 drafts')
  await hand.button('Publish 12 dates now')
  await expect(page.getByText('12 published')).toBeVisible()
  hand.spent({ taps: 6, fields: 0 })
  const made = await api.planner.class({ id: Number(page.url().split('/').at(-1)) })
  expect(made).toMatchObject({
    ...{ typeName: last.type, venue: last.venue, term: last.term, ages: last.ages, roomId: last.roomId },
    slots: [{ weekday: 4, startTime: '10:00', endTime: '10:30', capacity: 8, roomId: last.roomId }],
  })
  expect(made.sessions[0]).toMatchObject({ pricePence: 900, credits: 2, offersTrial: true })
})

test('what somebody chose or typed stays when the type fills in the rest @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'owner')
  const [last, other] = [await makeLastClass(api), await makeLastClass(api)]
  await visit(page, addresses.newClass())
  await choice(page, 'Venue').selectOption({ label: other.venue })
  await page.getByLabel('Price of a date').fill('12')
  await choice(page, 'Type').selectOption({ label: last.type })
  await expect(page.getByLabel('Credits')).toHaveValue('2')
  await expect(page.getByLabel('Trial price')).toHaveValue('4.00')
  await expect(page.getByLabel('Places')).toHaveValue('8')
  await expect(choice(page, 'Venue').locator('option:checked')).toHaveText(other.venue)
  // The last class's room is at another venue, so no room is filled in.
  await expect(choice(page, 'Room').locator('option:checked')).toHaveText('None')
  await expect(page.getByLabel('Price of a date')).toHaveValue('12')
  await page.getByLabel('Places').fill('10')
  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByLabel('Places')).toHaveValue('10')
  await choice(page, 'Venue').selectOption({ label: last.venue })
  await expect(choice(page, 'Room').locator('option:checked')).toHaveText(last.room)
  await expect(page.getByLabel('Places')).toHaveValue('10')
  await expect(page.getByLabel('Price of a date')).toHaveValue('12')
})

/** Makes a class of a new type, in a room of a new venue and in a new term. */
async function makeLastClass(api: OfficeApi) {
  const { id: typeId, name: type } = await makeType(api)
  const [venue, term] = [freshName('Mill'), freshName('Term')]
  const place = { address: '', postcode: '', directions: '', whatToBring: '', mapUrl: '' }
  const { id: venueId } = await api.venues.save({ name: venue, ...place, isActive: true })
  const room = { venueId, name: 'Loft', capacity: 14, isShared: false, isActive: true }
  const { id: roomId } = await api.rooms.save(room)
  const days = { startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id: termId } = await api.terms.save({ name: term, ...days, closures: [], keepDates: false })
  const plain = await plainClass(api, '')
  const hours = { startTime: '16:00', endTime: '16:30' }
  const { offeringId } = await api.planner.makeClass({
    ...{ ...plain, typeId, venueId, roomId, termId, pricePence: 900, credits: 2, capacity: 8 },
    ...{ offersTrial: true, trialPricePence: 400 },
    slots: [{ ...hours, weekday: 2, weeks: 'every', roomId, capacity: 8, teacherIds: [] }],
    dates: [{ date: '2028-01-11', ...hours, slot: 0 }],
    publish: 'not',
  })
  const { ages } = await api.planner.class({ id: offeringId })
  return { type, venue, term, ages, room: room.name, roomId }
}
