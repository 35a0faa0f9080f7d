import * as addresses from '#contract/office/addresses.ts'
import { mondayOf } from '#domain/calendar.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { choice, freshName, isPhone, plainClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

const copyOf = (id: number) => `${addresses.newClass()}?copy=${id}`
const idOfPage = (url: string) => Number(url.split('/').at(-1))

test('a class is copied with its settings and weekly times into the next term', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const [name, spring, summer] = [freshName('Tap'), freshName('Spring'), freshName('Summer')]
  const term = (name: string, startDate: string, endDate: string) =>
    api.terms.save({ name, startDate, endDate, closures: [], keepDates: false })
  // No other journey has a term in these years.
  const year = isPhone(page) ? 2033 : 2034
  const { id: termId } = await term(spring, `${year}-01-10`, `${year}-04-01`)
  const next = await term(summer, `${year}-04-18`, `${year}-07-17`)
  const plain = await plainClass(api, name)
  const { id: roomId } = await api.rooms.save({
    ...{ venueId: plain.venueId, name: freshName('Loft'), capacity: 14, isShared: true, isActive: true },
  })
  const usual = { weeks: 'every' as const, roomId, capacity: 8, teacherIds: [] }
  const morning = { ...usual, startTime: '10:00', endTime: '10:45' }
  const tuesday = { ...morning, weekday: 2 }
  const thursday = { ...morning, weekday: 4 }
  const saturday = { ...usual, weekday: 6, startTime: '09:15', endTime: '10:15', roomId: null, capacity: 20 }
  const made = await api.planner.makeClass({
    ...{ ...plain, termId, roomId, colour: '#17414d', introductionHtml: '<p>Bring tap shoes.</p>' },
    ...{ priceWords: '£9 a class', termWords: 'Spring only', offersTrial: true, trialPricePence: 400 },
    slots: [tuesday, thursday, saturday],
    dates: [{ date: mondayOf(`${year}-01-18`), startTime: '10:00', endTime: '10:45' }],
    publish: 'not',
  })
  await visit(page, addresses.plannedClass({ id: made.offeringId }))
  await page.getByRole('link', { name: 'Copy this class' }).click()
  await expect(page.getByRole('heading', { name: `Copy ${name}`, level: 1 })).toBeVisible()
  await expect(choice(page, 'Term').locator('option:checked')).toHaveText(summer)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await expect(page.getByLabel('Price of a date')).toHaveValue('8.50')
  await expect(page.getByRole('checkbox', { name: 'Tuesday' }).first()).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Thursday' }).first()).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Saturday' }).nth(1)).toBeChecked()
  await page.getByRole('button', { name: 'Remove Saturday 09:15' }).click()
  await page.getByLabel('Price of a date').fill('9.50')
  await page.getByRole('button', { name: 'Make 26 drafts' }).click()
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
  const copy = await api.planner.class({ id: idOfPage(page.url()) })
  expect(copy).toMatchObject({
    ...{ name, termId: next.id, roomId, colour: '#17414d', introductionHtml: '<p>Bring tap shoes.</p>' },
    // The old words named the old price and the days of the old term.
    ...{ priceWords: '', termWords: '' },
    slots: [tuesday, thursday],
  })
  expect(new Set(copy.sessions.map(({ pricePence }) => pricePence))).toEqual(new Set([950]))
  expect(copy.sessions[0]).toMatchObject({ offersTrial: true, trialPricePence: 400, state: 'draft' })
  expect((await api.planner.class({ id: made.offeringId })).sessions).toHaveLength(1)
})

test('a copy of a camp has its days in later weeks, and keeps what was typed over a reload @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const name = freshName('Camp')
  const hours = { startTime: '09:30', endTime: '15:30' }
  const { offeringId } = await api.planner.makeClass({
    ...{ ...(await plainClass(api, name)), capacity: 20 },
    slots: [],
    dates: [
      { date: '2033-02-15', endDate: '2033-02-17', ...hours },
      { date: '2033-02-18', ...hours },
    ],
    publish: 'now',
  })
  await visit(page, copyOf(offeringId))
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')]
  await expect(first.first()).toHaveValue('2033-02-22')
  await expect(last.first()).toHaveValue('2033-02-24')
  await expect(first.nth(1)).toHaveValue('2033-02-25')
  await expect(page.getByLabel('Places')).toHaveValue('20')
  await page.getByLabel('Name', { exact: true }).fill(`${name} again`)
  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} again`)
  await expect(first.nth(1)).toHaveValue('2033-02-25')
  await page.getByRole('button', { name: 'Make 2 drafts' }).click()
  await expect(page.getByRole('heading', { name: `${name} again`, level: 1 })).toBeVisible()
  const copy = await api.planner.class({ id: idOfPage(page.url()) })
  expect(copy.sessions.map(({ date, endDate, capacity }) => [date, endDate, capacity])).toEqual([
    ['2033-02-22', '2033-02-24', 20],
    ['2033-02-25', '2033-02-25', 20],
  ])
})

test('a class that is gone cannot be copied, and the front desk is not offered it @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  await visit(page, copyOf(999_999_999))
  await expect(page.getByText(plannerSentences.notFound)).toBeVisible()
  const { offeringId } = await api.planner.makeClass({
    ...{ ...(await plainClass(api, freshName('Reel'))), slots: [], publish: 'now' },
    dates: [{ date: '2033-02-01', startTime: '10:00', endTime: '10:45' }],
  })
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('heading', { name: 'Weekly times' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Copy this class' })).toHaveCount(0)
})
