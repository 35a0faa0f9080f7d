import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { newPerson } from '../people.ts'
import { expect, test } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

let made = 0
const freshName = (word: string) => `${word} ${process.pid} ${Date.now()} ${++made}`

/** A class on one Tuesday of 2028, published, at a place that nothing else is. */
async function makeClass(api: OfficeApi, name: string, capacity = 12) {
  const { types, venues, ages } = await api.planner.choices({})
  const dates = [{ date: '2028-02-01', startTime: '10:00', endTime: '10:45' }]
  const { offeringId, sessionIds } = await api.planner.makeClass({
    typeId: types.find(({ kind }) => kind === 'class')?.id as number,
    venueId: venues[0]?.id as number,
    ageGroupId: ages[0]?.id as number,
    name,
    roomId: null,
    colour: '#7c5cff',
    introductionHtml: '',
    isPackOnly: false,
    pricePence: 850,
    credits: 1,
    offersTrial: false,
    trialPricePence: 0,
    capacity,
    teacherIds: [],
    slots: [],
    dates,
    publish: 'now',
  })
  return { offeringId, sessionId: sessionIds[0] as number }
}
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Opens the panel of a date from the planner: a card of the grid, or on a phone a line of the day. */
async function openDate(page: Page, name: string, day: string) {
  await page.goto(`${addresses.planner()}?day=${day}`)
  const place = isPhone(page) ? page.locator('.day-list') : page.locator('.week-grid-place')
  await place.getByRole('button', { name: new RegExp(name) }).click()
  return page.getByRole('dialog', { name })
}

test('a class that recurs is shown date by date, made as drafts, moved by keyboard and published', async ({
  page,
  site,
  visitor,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const name = freshName('Ballet')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }]
  await api.terms.save({ ...term, closures, keepDates: false })

  await page.goto(addresses.newClass())
  await page.getByRole('button', { name: 'Make the drafts' }).click()
  await expect(page.getByText('Please choose a type').first()).toBeVisible()
  await page.getByLabel('Type').selectOption({ index: 1 })
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Venue').selectOption({ index: 1 })
  await page.getByLabel(/^Age/).selectOption({ index: 1 })
  await page.getByLabel('Term').selectOption({ label: term.name })
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await page.getByLabel('Room').selectOption({ index: 1 })
  await page.getByLabel('Places').fill('6')
  await page.getByLabel('Price of a date').fill('8.50')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByRole('heading', { name: '11 dates, 1 closed' })).toBeVisible()
  await expect(page.getByText('Tue 15 Feb, 10:00–10:45 Half-term')).toBeVisible()
  await page.getByRole('button', { name: 'Make 11 drafts' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  const shown = () => visitor.offerings.class.timetable({ startDate: '2028-01-10', endDate: '2028-01-16' })
  const isShown = async () => (await shown()).some(day => day.sessions.some(session => session.name === name))
  expect(await isShown()).toBe(false)
  if (!isPhone(page)) {
    await page.goto(`${addresses.planner()}?day=2028-01-10`)
    const card = page.locator('.week-grid-place').getByRole('button', { name: new RegExp(name) })
    await card.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('status').filter({ hasText: 'Wed 12 Jan, 10:15 to 11:00' })).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Moved to Wed 12 Jan, 10:15')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).toHaveAccessibleName(/Tue 11 Jan 10:00 to 10:45/)
  }
  await page.goto(`${addresses.planner()}?day=2028-01-10&view=list&term=`)
  await page.getByRole('button', { name: /^Publish \d+ drafts?$/ }).click()
  await page.getByRole('button', { name: /^Publish \d+ dates? now$/ }).click()
  await expect(page.getByText(/\d+ published/)).toBeVisible()
  expect(await isShown()).toBe(true)
})

test('a term is copied, its drafts published at one press; a second of its name is refused', async ({
  page,
  site,
  visitor,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const [term] = (await api.terms.list({})).filter(({ name }) => / from 20/.test(name))
  const name = freshName('Copied')
  await page.goto(addresses.term({ id: term?.id as number }))
  const make = page.getByRole('button', { name: /^Make [\d,]+ drafts$/ })
  const copyAs = async (asked: string) => {
    await page.getByLabel('Name of the new term').fill(asked)
    await page.getByLabel('First day').fill('2029-01-08')
    await expect(page.getByLabel('Last day')).toHaveValue('2029-04-01')
    await expect(make).not.toHaveText('Make 0 drafts')
  }
  await copyAs(name)
  await page.getByRole('button', { name: 'Add England’s bank holidays' }).click()
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue('Good Friday')
  await page.getByLabel('All prices by per cent').fill('10')
  await page.getByRole('button', { name: 'Work out' }).click()
  await make.click()
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line).toContainText(/\d{3} drafts/, { timeout: 30_000 })
  await expect(line.getByRole('button', { name: 'Publish' })).toBeVisible({ timeout: 30_000 })
  const week = { startDate: '2029-01-08', endDate: '2029-01-14' }
  const countShown = async () =>
    (await visitor.offerings.class.timetable(week)).reduce((sum, { sessions }) => sum + sessions.length, 0)
  expect(await countShown()).toBe(0)
  await line.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: /^Publish \d+ dates now$/ }).click()
  await expect(page.getByText(/\d+ published/).first()).toBeVisible()
  await expect(line).toContainText('Published')
  expect(await countShown()).toBeGreaterThan(30)

  await page.goto(addresses.term({ id: term?.id as number }))
  await copyAs(name)
  await make.click()
  await expect(page.getByText('There is a term of this name already')).toBeVisible()
})

test('of two managers who edit one class the second compares both and keeps theirs', async ({
  page,
  browser,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Tap'))
  const elsewhere = await browser.newPage()
  const other = await enterOffice(elsewhere, site, 'owner')
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const name = freshName('Mine')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const { version, ageGroupId, roomId, colour, introductionHtml, isPackOnly } = await api.planner.class({
    id: offeringId,
  })
  const theirs = freshName('Theirs')
  await other.planner.saveClass({
    id: offeringId,
    version,
    name: theirs,
    ageGroupId,
    roomId,
    colour,
    introductionHtml,
    isPackOnly,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /changed this at \d\d:\d\d\. Nothing of yours is lost/ })
  await dialog.getByRole('button', { name: 'See what changed' }).click()
  await expect(dialog.getByRole('row', { name: new RegExp(`Name ${theirs} ${name}`) })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect((await api.planner.class({ id: offeringId })).name).toBe(name)
  await elsewhere.close()

  // Whoever may see the planner alone is shown no form.
  await enterOffice(page, site, 'frontDesk')
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
})

test('what is changed after a save whose answer was lost is not taken for that save', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Jazz'))
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const field = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const [first, second] = [freshName('First'), freshName('Second')]
  await page.route('**/api/Office/Planner/saveClass', async route => {
    await route.fetch()
    await route.abort()
  })
  await field.fill(first)
  await save.click()
  await expect.poll(async () => (await api.planner.class({ id: offeringId })).name).toBe(first)
  await expect(save).toBeEnabled()
  await page.unroute('**/api/Office/Planner/saveClass')
  await field.fill(second)
  await save.click()
  const dialog = page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect((await api.planner.class({ id: offeringId })).name).toBe(second)
})

test('places are not lowered below what is taken, and raised they are offered to who waits', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const name = freshName('Drums')
  const { offeringId, sessionId } = await makeClass(api, name)
  const place = (childIds: number[]) => ({
    offeringId,
    sessionIds: [sessionId],
    discountCode: '',
    attendees: { who: 'children' as const, childIds },
  })
  const childIdsOf = async ({ api: own }: Awaited<ReturnType<typeof newPerson>>) =>
    (await own.children.list({})).map(({ id }) => id)
  const eleven = [
    await newPerson(site, 'Ada', ['A', 'B', 'C', 'D', 'E', 'F']),
    await newPerson(site, 'Bea', ['G', 'H', 'I', 'J', 'K']),
  ]
  for (const family of eleven) await family.api.orders.class.place(place(await childIdsOf(family)))
  const panel = await openDate(page, name, '2028-02-01')
  await panel.getByLabel('Places').fill('10')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(
    panel.getByText('11 places are taken or kept. The least is 11. Move or cancel places first'),
  ).toBeVisible()

  const last = await newPerson(site, 'Cleo', ['L'])
  await last.api.orders.class.place(place(await childIdsOf(last)))
  for (const name of ['Dora', 'Edie']) {
    const waiting = await newPerson(site, name, ['M'])
    const attendees = { who: 'children' as const, childIds: await childIdsOf(waiting) }
    await waiting.api.waitingLists.class.join({ offeringId, sessionId, attendees })
  }
  await panel.getByLabel('Places').fill('14')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('2 families on the waiting list are being offered places').first(),
  ).toBeVisible()
  await expect(panel).toContainText('12 of 14 places taken, 2 kept for who is offered one')
})
