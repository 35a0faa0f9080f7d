import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { classAsRead } from '#testing/make-class.ts'
import { tabTo } from '../by-keyboard.ts'
import { childIdsOf, newPerson } from '../people.ts'
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
    imagePath: '',
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
/** A class of Tuesdays of February 2028 by a weekly time, as drafts. */
async function makeWeekly(api: OfficeApi, name: string, days = [1, 8, 15, 22], termId?: number) {
  const { types, venues, ages } = await api.planner.choices({})
  const time = { startTime: '10:00', endTime: '10:45', capacity: 12 }
  return api.planner.makeClass({
    typeId: types.find(({ kind }) => kind === 'class')?.id as number,
    ageGroupId: ages[0]?.id as number,
    venueId: venues[0]?.id as number,
    ...{ name, roomId: null, colour: '#7c5cff', introductionHtml: '', imagePath: '' },
    ...{ isPackOnly: false, pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0 },
    ...{ capacity: 12, teacherIds: [], publish: 'not' },
    slots: [{ ...time, weekday: 2, weeks: 'every', roomId: null, teacherIds: [] }],
    ...(termId && { termId }),
    dates: days.map(day => ({
      date: `2028-02-${String(day).padStart(2, '0')}`,
      ...{ startTime: time.startTime, endTime: time.endTime, slot: 0 },
    })),
  })
}
/** A choice of the class form; beside it stands a button that makes what it lacks. */
const choice = (page: Page, name: string) => page.getByRole('combobox', { name })
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
  await page.getByRole('button', { name: 'Save as drafts' }).click()
  await expect(page.getByText('Please choose a type').first()).toBeVisible()
  await choice(page, 'Type').selectOption({ index: 1 })
  await page.getByLabel('Name').fill(name)
  await choice(page, 'Venue').selectOption({ index: 1 })
  await choice(page, 'Age').selectOption({ index: 1 })
  await choice(page, 'Term').selectOption({ label: term.name })
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('Add at least one time')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await expect(page.getByText('Add at least one time')).toBeHidden()
  await choice(page, 'Room').selectOption({ index: 1 })
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
  const draft = await openDate(page, name, '2028-01-11')
  await expect(draft.getByRole('link', { name: 'The class and all its dates' })).toBeVisible()
  await expect(draft.getByRole('link', { name: 'Who comes' })).toHaveCount(0)
  await page.goto(`${addresses.planner()}?day=2028-01-10&view=list&term=`)
  await page.getByRole('button', { name: /^Publish \d+ drafts?$/ }).click()
  await page.getByRole('button', { name: /^Publish \d+ dates? now$/ }).click()
  await expect(page.getByText(/\d+ published/)).toBeVisible()
  expect(await isShown()).toBe(true)
})

test('another start takes the end along until that is typed by hand, and the dates that were shown follow by themselves', async ({
  page,
  site,
}) => {
  await enterOffice(page, site, 'owner')
  await page.goto(addresses.newClass())
  for (const label of ['Type', 'Venue', 'Age']) await choice(page, label).selectOption({ index: 1 })
  await page.getByLabel('From', { exact: true }).fill('2030-02-04')
  await page.getByLabel('To', { exact: true }).fill('2030-02-17')
  const [start, end] = [page.getByLabel('Start'), page.getByLabel('End')]
  await start.first().fill('16:15')
  await expect(end.first()).toHaveValue('17:00')
  await end.first().fill('17:15')
  await page.getByRole('button', { name: 'Another time' }).click()
  await start.nth(1).fill('09:00')
  await expect(end.nth(1)).toHaveValue('10:00')
  await start.first().fill('16:30')
  await expect(end.first()).toHaveValue('17:15')
  await page.getByRole('button', { name: 'Remove this time 09:00' }).click()

  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await expect(page.getByText('Tue 5 Feb')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('Tue 5 Feb, 16:30–17:15')).toBeVisible()
  await start.fill('16:00')
  await expect(page.getByText('Tue 5 Feb, 16:00–17:15')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Thursday' }).check()
  await expect(page.getByRole('heading', { name: '4 dates' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make 4 drafts' })).toBeVisible()
  await end.fill('')
  await expect(page.getByText('Tue 5 Feb')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save as drafts' }).click()
  await expect(page.getByText('Please fill in all days and times').first()).toBeVisible()

  await page.getByLabel('Single dates').check()
  await start.fill('10:00')
  await expect(end).toHaveValue('16:00')
})

test('a workshop of single dates is told what is closed then, keeps it at a tick, and is told where its term ends', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const term = { name: freshName('Term'), startDate: '2030-01-07', endDate: '2030-03-29' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2030-02-18', endDate: '2030-02-22' }]
  await api.terms.save({ ...term, closures, keepDates: false })
  const name = freshName('Workshop')
  await page.goto(addresses.newClass())
  for (const label of ['Type', 'Venue', 'Age']) await choice(page, label).selectOption({ index: 1 })
  await page.getByLabel('Name').fill(name)
  await choice(page, 'Term').selectOption({ label: term.name })
  await page.getByLabel('Single dates').check()
  await page.getByLabel('Price of a date').fill('35')
  const make = page.getByRole('button', { name: 'Make 1 draft' })
  await page.getByLabel('First day').fill('2030-04-16')
  await make.click()
  await expect(page.getByText(`These dates lie outside ${term.name}`)).toBeVisible()
  await page.getByLabel('Last day').fill('2030-02-19')
  await page.getByLabel('First day').fill('2030-02-19')
  await expect(page.getByText(`These dates lie outside ${term.name}`)).toHaveCount(0)
  await make.click()
  await expect(page.getByText('This date is in Half-term. Keep it anyway?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Another date' })).toBeFocused()
  await page.getByLabel('Keep dates that lie in a closure').check()
  await make.click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('what a class lacks is made beside its form, which keeps all that was typed, also over a reload', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const [venue, room, name] = [freshName('Hall'), freshName('Room'), freshName('Jazz')]
  await page.goto(addresses.newClass())
  await choice(page, 'Type').selectOption({ index: 1 })
  await choice(page, 'Age').selectOption({ index: 1 })
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price of a date').fill('8.50')
  await page.getByRole('button', { name: 'New venue' }).click()
  const makeVenue = page.getByRole('dialog', { name: 'New venue' })
  await makeVenue.getByLabel('Name').fill(venue)
  await makeVenue.getByRole('button', { name: 'Save' }).click()
  await expect(choice(page, 'Venue').locator('option:checked')).toHaveText(venue)
  await page.getByRole('button', { name: 'New room' }).click()
  const makeRoom = page.getByRole('dialog', { name: 'New room' })
  await expect(makeRoom.getByLabel('Venue').locator('option:checked')).toHaveText(venue)
  await makeRoom.getByLabel('Name').fill(room)
  await makeRoom.getByRole('button', { name: 'Save' }).click()
  await expect(choice(page, 'Room').locator('option:checked')).toHaveText(room)
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await page.locator('summary', { hasText: 'Nobody yet' }).click()
  const teachers = page.getByRole('group', { name: 'Teachers' }).getByRole('checkbox')
  await teachers.nth(0).check()
  await teachers.nth(1).check()

  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(choice(page, 'Venue').locator('option:checked')).toHaveText(venue)
  await expect(page.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await page.getByRole('button', { name: /^Make \d+ drafts$/ }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const { slots } = await api.planner.class({ id: Number(page.url().split('/').at(-1)) })
  expect(slots).toMatchObject([{ weekday: 2, teacherIds: { length: 2 } }])
})

test('another weekly time takes its drafts along at once, and leaves what is booked where it was sold', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Salsa'))
  const drafts = sessionIds.slice(0, 2).map(id => ({ id, version: 1 }))
  await api.planner.publish({ sessions: drafts, at: null })
  const family = await newPerson(site, 'Ada', ['A'])
  const [child] = await family.api.children.list({})
  const { sessions } = await api.planner.class({ id: offeringId })
  const booked = sessions.find(({ state }) => state === 'scheduled')
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: [booked?.id as number], discountCode: '' },
    attendees: { who: 'children', childIds: [child?.id as number] },
  })
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  const panel = page.getByRole('dialog', { name: 'Weekly times' })
  await panel.getByLabel('Start').fill('11:00')
  await panel.getByLabel('End').fill('11:45')
  await expect(panel.getByRole('row', { name: 'Drafts that change 2' })).toBeVisible()
  await expect(
    panel.getByRole('row', { name: 'Published dates that keep their day and time 2' }),
  ).toBeVisible()
  await panel.getByLabel(/^Published dates follow too/).check()
  await expect(panel.getByRole('row', { name: 'Published dates that change 1' })).toBeVisible()
  await panel.getByRole('button', { name: 'Save and change 3 dates' }).click()
  await expect(page.getByText('Saved. 3 dates changed').first()).toBeVisible()
  const after = (await api.planner.class({ id: offeringId })).sessions
  expect(after.filter(({ startTime }) => startTime === '11:00')).toHaveLength(3)
  expect(after.find(({ id }) => id === booked?.id)?.startTime).toBe('10:00')
})

test('a moment of publication is seen, changed and called off', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Waltz'))
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const panel = page.getByRole('dialog', { name: 'Publish 4 dates' })
  const open = () => page.getByRole('button', { name: 'Publish 4 drafts' }).click()
  await open()
  await panel.getByLabel('Later').check()
  await panel.getByLabel('Day').fill('2028-01-03')
  await panel.getByRole('button', { name: 'Publish 4 dates then' }).click()
  await expect(page.getByText(/Draft until .*3 January/).first()).toBeVisible()
  await open()
  await expect(panel.getByLabel('Day')).toHaveValue('2028-01-03')
  await panel.getByLabel('Day').fill('2028-01-04')
  await panel.getByRole('button', { name: 'Publish 4 dates then' }).click()
  await expect(page.getByText(/Draft until .*4 January/).first()).toBeVisible()
  await open()
  await panel.getByLabel('Not at all: call it off').check()
  await panel.getByRole('button', { name: 'Keep 4 drafts' }).click()
  await expect(page.getByText(/Draft until/)).toHaveCount(0)
})

test('a draft is dragged by the mouse, dropped, and put back by Undo @desk', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Polka')
  await makeWeekly(api, name)
  await page.goto(`${addresses.planner()}?day=2028-02-01`)
  const card = page.locator('.week-grid-place').getByRole('button', { name: new RegExp(name) })
  await card.scrollIntoViewIfNeeded()
  const box = (await card.boundingBox()) as { x: number; y: number; width: number }
  const at = { x: box.x + box.width / 2, y: box.y + 8 }
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y + 20)
  await page.mouse.move(at.x, at.y + 48)
  await expect(page.locator('.week-ghost')).toContainText('11:00–11:45')
  await page.mouse.up()
  await expect(page.getByText('Moved to Tue 1 Feb, 11:00')).toBeVisible()
  await expect(card).toHaveAccessibleName(/Tue 1 Feb 11:00 to 11:45/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toHaveAccessibleName(/Tue 1 Feb 10:00 to 10:45/)
})

test('J3: a term is copied, its half-term moved by a week, its drafts published at nine o’clock or at one press; a second of its name is refused', async ({
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
  await page.getByRole('button', { name: 'Add a closure' }).click()
  const halfTerm = page.locator('.closure-row').last()
  const close = async (from: string, to: string) => {
    await halfTerm.getByLabel('From').fill(from)
    await halfTerm.getByLabel('To').fill(to)
  }
  await close('2029-02-12', '2029-02-16')
  await expect(make).toBeEnabled()
  await close('2029-02-19', '2029-02-23')
  await page.getByLabel('All prices by per cent').fill('10')
  await page.getByRole('button', { name: 'Work out' }).click()
  await make.click()
  const line = page.getByRole('listitem').filter({ hasText: name })
  await expect(line).toContainText(/\d{3} drafts/, { timeout: 30_000 })
  await expect(line.getByRole('button', { name: 'Publish' })).toBeVisible({ timeout: 30_000 })
  const week = { startDate: '2029-01-08', endDate: '2029-01-14' }
  const countShown = async () =>
    (await visitor.offerings.class.timetable(week)).reduce((sum, { sessions }) => sum + sessions.length, 0)
  const made = (await api.terms.list({})).find(one => one.name === name)
  const countOf = async (from: string, to: string) =>
    (await api.planner.week({ from, to, termId: made?.id as number })).length
  expect(await countOf('2029-02-12', '2029-02-16')).toBeGreaterThan(20)
  expect(await countOf('2029-02-19', '2029-02-23')).toBe(0)

  const panel = page.getByRole('dialog', { name: `Publish ${name}` })
  await line.getByRole('button', { name: 'Publish' }).click()
  await panel.getByLabel('Later').check()
  await panel.getByLabel('Day').fill('2029-01-02')
  await expect(panel.getByLabel('Time')).toHaveValue('09:00')
  await panel.getByRole('button', { name: /^Publish \d+ dates then$/ }).click()
  await expect(line).toContainText(/Draft until .*2 January.*09:00/)
  expect(await countShown()).toBe(0)
  await line.getByRole('button', { name: 'Another moment' }).click()
  await panel.getByLabel('Now', { exact: true }).check()
  await panel.getByRole('button', { name: /^Publish \d+ dates now$/ }).click()
  await expect(page.getByText(/\d+ published/).first()).toBeVisible()
  await expect(line).toContainText('Published')
  expect(await countShown()).toBeGreaterThan(30)

  await page.goto(addresses.term({ id: term?.id as number }))
  await copyAs(name)
  await make.click()
  await expect(page.getByText('There is a term of this name already')).toBeVisible()
})

test('J4: of two managers who edit one class the second compares both and keeps theirs', async ({
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
  const theirs = freshName('Theirs')
  await other.planner.saveClass({ ...(await classAsRead(api, offeringId)), name: theirs })
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

test('a date that families have is hidden and moved after a counted question, and its class says where it went', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const name = freshName('Hoops')
  const { offeringId, sessionId } = await makeClass(api, name)
  const family = await newPerson(site, 'Fay', ['N'])
  const attendees = { who: 'children' as const, childIds: await childIdsOf(family) }
  await family.api.orders.class.place({ offeringId, sessionIds: [sessionId], discountCode: '', attendees })
  const stateNow = async () => (await api.planner.class({ id: offeringId })).sessions[0]?.state

  const panel = await openDate(page, name, '2028-02-01')
  await panel.getByRole('button', { name: 'Hide' }).click()
  const hiding = page.getByRole('dialog', { name: 'Hide this date?' })
  await expect(hiding.getByRole('row')).toHaveText(['Places that stay booked1'])
  await hiding.getByRole('button', { name: 'Hide' }).click()
  await expect(panel).toBeHidden()
  expect(await stateNow()).toBe('withdrawn')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stateNow).toBe('scheduled')

  await openDate(page, name, '2028-02-01')
  await panel.getByRole('textbox', { name: /^Price/ }).fill('9.50')
  await panel.getByText('Another venue for this date').click()
  await panel.getByLabel('Venue and room').selectOption({ index: 1 })
  await panel.getByRole('button', { name: 'Move it there' }).click()
  const moving = page.getByRole('dialog', { name: /^Move / })
  await expect(moving.getByRole('row')).toHaveText(['Places that go along1'])
  await moving.getByRole('button', { name: 'Move it there' }).click()
  // The price that was typed and not saved is not lost unasked.
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(/^It is at .* now$/)).toBeVisible()
  await expect(page.getByText('The family of 1 place is told of the new venue')).toBeVisible()
  await expect(panel).toBeHidden()
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('region', { name: 'Weekly times' })).toContainText(/Also at .* \(1 date\)/)
})

test('a price or credits that cannot be read are said where they stand, and nothing is saved', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Clay')
  const { offeringId } = await makeClass(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  const more = panel.locator('summary', { hasText: 'More' })
  await more.click()
  await panel.getByLabel('Offers a trial').check()
  await panel.getByLabel('Trial price').fill('5,00')
  await panel.getByLabel('Credits').fill('two')
  await more.click()
  await panel.getByRole('button', { name: 'Save' }).click()
  // What is wrong is unfolded.
  await expect(panel.getByLabel('Credits')).toBeFocused()
  await expect(panel.locator('.field-error')).toHaveText([
    'Write a whole number',
    'Write the price like 8.50',
  ])
  const sessionNow = async () => (await api.planner.class({ id: offeringId })).sessions[0]
  expect(await sessionNow()).toMatchObject({ offersTrial: false, credits: 1 })
  await panel.getByLabel('Trial price').fill('5.00')
  await panel.getByLabel('Credits').fill('2')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await sessionNow()).toMatchObject({ offersTrial: true, trialPricePence: 500, credits: 2 })
})

test('many dates get another time: their families are told unless that is unticked, and what cannot be changed alone stays chosen', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Swing'))
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const sessionsNow = async () => (await api.planner.class({ id: offeringId })).sessions
  const [first, , , last] = await sessionsNow()
  const family = await newPerson(site, 'Gil', ['P'])
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: [first?.id as number], discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await page.getByRole('checkbox', { name: 'Select these 4' }).check()
  await page.getByRole('button', { name: 'Change 4' }).click()
  const panel = page.getByRole('dialog', { name: /^Change \d dates?$/ })
  const press = (count: number) => panel.getByRole('button', { name: `Change ${count}`, exact: true }).click()
  await press(4)
  await expect(page.getByText('Please fill in what is to change').first()).toBeVisible()
  await panel.getByLabel('Price', { exact: true }).fill('8,50')
  await panel.getByLabel('Credits').fill('two')
  await press(4)
  await expect(panel.locator('.field-error')).toHaveText([
    'Write the price like 8.50',
    'Write a whole number',
  ])
  await panel.getByLabel('Price', { exact: true }).fill('')
  await panel.getByLabel('Credits').fill('')

  await panel.getByLabel('Or later by minutes').fill('30')
  await expect(
    panel.getByLabel('Tell the families of 1 place, who may ask to move or for their money back'),
  ).toBeChecked()
  // Somebody else is first with one of them.
  const theirs = { sessions: [{ id: last?.id as number, version: last?.version as number }], tell: false }
  await api.planner.saveSessions({ ...theirs, changes: { pricePence: 900 } })
  // Over a slow network what is left stands there before its new version is known: the next press still counts.
  await page.route('**/api/Office/Planner/class', async route => {
    const answer = await route.fetch()
    await new Promise(resolve => setTimeout(resolve, 1_000))
    await route.fulfill({ response: answer })
  })
  await press(4)
  await expect(page.getByText('3 changed').first()).toBeVisible()
  await expect(page.getByText('The family of 1 place is told of the new time').first()).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText(/ changed this at \d\d:\d\d/)
  await press(1)
  await expect(panel).toBeHidden()
  expect((await sessionsNow()).map(({ startTime }) => startTime)).toEqual([
    '10:30',
    '10:30',
    '10:30',
    '10:30',
  ])
})

test('a date is kept in a closure from its own form, once that is answered', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Choir')
  const { id: termId } = await api.terms.save({
    ...{ name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02', keepDates: false },
    closures: [{ name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }],
  })
  const { offeringId } = await makeWeekly(api, name, [1, 8, 22], termId)
  const panel = await openDate(page, name, '2028-02-08')
  await panel.getByLabel('Day').fill('2028-02-16')
  const save = panel.getByRole('button', { name: 'Save' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'This date is in Half-term. Keep it anyway?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(panel.locator('.field-error')).toHaveText('This date is in Half-term. Keep it anyway?')
  await save.click()
  await question.getByRole('button', { name: 'Keep the date' }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const { sessions } = await api.planner.class({ id: offeringId })
  expect(sessions.map(({ date }) => date)).toEqual(['2028-02-01', '2028-02-16', '2028-02-22'])
})

test('of two managers who change one term’s closures the second sees the first one’s, and deletes none unasked', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Closed')
  const term = { name, startDate: '2030-01-07', endDate: '2030-03-31', keepDates: false }
  const fair = { name: 'Fair', venueId: null, startDate: '2030-03-05', endDate: '2030-03-05' }
  const fete = { name: 'Fete', venueId: null, startDate: '2030-03-12', endDate: '2030-03-13' }
  const { id } = await api.terms.save({ ...term, closures: [] })
  const closedNow = async () =>
    (await api.terms.list({})).find(one => one.id === id)?.closures.map(closure => closure.name)
  await page.goto(addresses.terms())
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Change' }).click()
  const panel = page.getByRole('dialog', { name })
  const rows = panel.locator('.closure-row')
  await expect(panel.getByRole('button', { name: 'Add a closure' })).toBeVisible()

  // Theirs comes with any reading anew, as long as nothing is changed here: here are no bank holidays to add.
  await api.terms.save({ ...term, id, version: 1, closures: [fair] })
  await panel.getByRole('button', { name: 'Add England’s bank holidays' }).click()
  await expect(page.getByText('No other bank holiday lies between these days')).toBeVisible()
  await expect(rows.getByLabel('Name')).toHaveValue('Fair')

  await rows.getByLabel('To').fill('2030-03-06')
  await api.terms.save({ ...term, id, version: 2, closures: [fair, fete] })
  await panel.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: /changed this at \d\d:\d\d\. Nothing of yours is lost/ })
  await dialog.getByRole('button', { name: 'See what changed' }).click()
  await expect(
    dialog.getByRole('row', {
      name: 'Closed Fair Tue 5 Mar, Fete Tue 12 Mar – Wed 13 Mar Fair Tue 5 Mar – Wed 6 Mar',
    }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(rows.nth(1).getByLabel('Name')).toHaveValue('Fete')
  await rows.nth(0).getByLabel('To').fill('2030-03-06')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toBeHidden()
  expect(await closedNow()).toEqual(['Fair', 'Fete'])

  await line.getByRole('button', { name: 'Change' }).click()
  await panel.getByRole('button', { name: 'Remove Fete' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Leave without saving?')).toBeVisible()
})

test('a closure over dates that are booked says which, for how many families, and leads to them', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Hornpipe')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id: termId } = await api.terms.save({ ...term, closures: [], keepDates: false })
  const { offeringId, sessionIds } = await makeWeekly(api, name, [1, 8, 15], termId)
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const family = await newPerson(site, 'Ivy', ['B'])
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: sessionIds.slice(0, 2), discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  await page.goto(addresses.terms())
  await page
    .getByRole('listitem')
    .filter({ hasText: term.name })
    .getByRole('button', { name: 'Change' })
    .click()
  const panel = page.getByRole('dialog', { name: term.name })
  await panel.getByRole('button', { name: 'Add a closure' }).click()
  await panel.getByLabel('From').fill('2028-02-07')
  await panel.getByLabel('To').fill('2028-02-18')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(
    panel.getByText(
      `2 dates lie in a closure. Keep them, or move or delete them first: ${name}, Tue 8 Feb; ${name}, Tue 15 Feb. 1 family is booked on them`,
    ),
  ).toBeVisible()
  const [beside] = await Promise.all([
    page.waitForEvent('popup'),
    panel.getByRole('link', { name: 'Half-term: 2 dates in the planner' }).click(),
  ])
  await expect(beside.getByRole('table', { name: 'Dates' }).getByText(name)).toBeVisible()
  await beside.close()
  await panel.getByLabel('Keep dates that lie in a closure').check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel).toBeHidden()
})

test('a class gets the weeks that it lacks and a date that stands alone from its own page, and is told what it has already', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Foxtrot')
  const term = { name: freshName('Term'), startDate: '2028-01-31', endDate: '2028-03-05' }
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }
  const { id: termId } = await api.terms.save({ ...term, closures: [halfTerm], keepDates: false })
  const { offeringId } = await makeWeekly(api, name, [1, 8], termId)
  const datesNow = async () => (await api.planner.class({ id: offeringId })).sessions.map(({ date }) => date)
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const open = () => page.getByRole('button', { name: 'Add dates' }).click()
  const panel = page.getByRole('dialog', { name: 'Add dates' })
  await open()
  await expect(panel.getByRole('heading', { name: '2 dates, 1 closed' })).toBeVisible()
  await panel.getByLabel('Keep it: Tue 15 Feb').check()
  await panel.getByRole('button', { name: 'Make 3 drafts' }).click()
  await expect(page.getByText('3 drafts made. Families see nothing of them until you publish')).toBeVisible()
  expect(await datesNow()).toEqual(['2028-02-01', '2028-02-08', '2028-02-15', '2028-02-22', '2028-02-29'])

  await open()
  await expect(panel.getByRole('heading', { name: '0 dates' })).toBeVisible()
  await panel.getByRole('button', { name: 'Make 0 drafts' }).click()
  await expect(panel.getByText('There is no such day between these two')).toBeVisible()
  await panel.getByLabel('Single dates').check()
  await panel.getByLabel('Start').fill('10:00')
  await panel.getByLabel('End').fill('10:45')
  const firstDay = panel.getByLabel('First day')
  const make = panel.getByRole('button', { name: 'Make 1 draft' })
  await firstDay.fill('2028-02-29')
  await panel.getByLabel('Last day').fill('2028-02-29')
  await make.click()
  await expect(panel.getByText('This class already has a date then')).toBeVisible()
  await firstDay.fill('2028-03-02')
  await panel.getByLabel('Last day').fill('2028-03-02')
  await make.click()
  await expect(page.getByText('1 draft made. Families see nothing of it until you publish')).toBeVisible()
  expect((await datesNow()).at(-1)).toBe('2028-03-02')
})

test('a class is given a term, its closed days kept at a tick; once it is booked its type and venue stay', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2028-02-01', endDate: '2028-02-04' }]
  await api.terms.save({ ...term, closures, keepDates: false })
  const { offeringId, sessionId } = await makeClass(api, freshName('Bolero'))
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const form = page.getByRole('region', { name: 'The class' })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await form.getByLabel('Term').selectOption({ label: term.name })
  await expect(form.getByLabel('Keep dates that lie in a closure')).toHaveCount(0)
  await save.click()
  await expect(form.getByText('1 date lies in a closure. Keep it, or move or delete it first')).toBeVisible()
  await form.getByLabel('Keep dates that lie in a closure').check()
  await save.click()
  await expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(`· ${term.name}`)).toBeVisible()

  const family = await newPerson(site, 'Ada', ['A'])
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  await form.getByLabel('Type').selectOption({ index: 2 })
  await form
    .getByLabel('Venue and room')
    .selectOption({ label: (await api.planner.choices({})).venues[1]?.name })
  await save.click()
  await expect(form.getByText(/^This class has bookings\. Make a new one for another/).first()).toBeVisible()
  await expect(
    form.getByText('This class has bookings. Open a date to move that one to another venue').first(),
  ).toBeVisible()
})

test('a stand-in teaches one date, and its drawer says who changed what', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Mambo'))
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: /^Tue 1 Feb/ }).click()
  const panel = page.getByRole('dialog')
  await panel.locator('summary', { hasText: 'Nobody yet' }).click()
  const [teacher] = (await api.planner.choices({})).teachers
  await panel.getByRole('checkbox', { name: teacher?.name ?? '' }).check()
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await panel.locator('summary', { hasText: 'Who changed it' }).click()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Changed dates: teachers' })).toContainText(
    'Bo Ellis',
  )
  const { sessions } = await api.planner.class({ id: offeringId })
  expect(sessions[0]?.teachers).toMatchObject([{ id: teacher?.id }])
})

test('of many dates that cannot be changed each reason is told once, with how many and which', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Samba'), [1, 8, 15, 22, 29])
  const { venueId, sessions } = await api.planner.class({ id: offeringId })
  const rooms = (await api.planner.choices({})).venues.find(({ id }) => id === venueId)?.rooms ?? []
  const room = rooms.find(({ capacity }) => capacity !== null)
  await api.planner.saveSessions({
    sessions: sessions.slice(0, 3).map(({ id }) => ({ id, version: 1 })),
    ...{ changes: { roomId: room?.id as number, capacity: 1 }, tell: false },
  })
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 5').check()
  await page.getByRole('button', { name: 'Change 5' }).click()
  await api.planner.saveSessions({
    sessions: [{ id: sessions[3]?.id as number, version: 1 }],
    ...{ changes: { capacity: 2 }, tell: false },
  })
  const panel = page.getByRole('dialog', { name: 'Change 5 dates' })
  await panel.getByLabel('Places').fill('400')
  await panel.getByRole('button', { name: 'Count first' }).click()
  await expect(panel.getByText('1 can be changed, 4 cannot')).toBeVisible()
  const reasons = panel.getByRole('list', { name: 'What cannot be changed' }).getByRole('listitem')
  await expect(reasons).toHaveText([
    new RegExp(
      `^3 dates: ${room?.name} holds ${room?.capacity}\\. Say why under Reason.*Tue 1 Feb.*Tue 8 Feb`,
    ),
    /^1 date: Bo Ellis changed this at \d\d:\d\d\. Nothing of yours is lost.*Tue 22 Feb/,
  ])
  await panel.getByLabel('Reason').fill('Chairs are brought')
  await panel.getByRole('button', { name: 'Count first' }).click()
  await expect(panel.getByText('5 can be changed')).toBeVisible()
  await expect(reasons).toHaveCount(0)
})

test('a change of many dates that no family was told of is taken back, each to what it was', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Rumba'))
  const pricesNow = async () =>
    (await api.planner.class({ id: offeringId })).sessions.map(({ pricePence }) => pricePence)
  const [first] = (await api.planner.class({ id: offeringId })).sessions
  await api.planner.saveSessions({
    sessions: [{ id: first?.id as number, version: 1 }],
    ...{ changes: { pricePence: 700 }, tell: false },
  })
  await page.goto(addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 4').check()
  await page.getByRole('button', { name: 'Change 4' }).click()
  const panel = page.getByRole('dialog', { name: 'Change 4 dates' })
  await panel.getByLabel('Price', { exact: true }).fill('12')
  await panel.getByLabel('Or later by minutes').fill('15')
  await panel.getByRole('button', { name: 'Change 4' }).click()
  await expect(page.getByText('4 changed')).toBeVisible()
  expect(await pricesNow()).toEqual([1200, 1200, 1200, 1200])
  await page.getByText('Undo', { exact: true }).click()
  await expect.poll(pricesNow).toEqual([700, 850, 850, 850])
  const { sessions } = await api.planner.class({ id: offeringId })
  expect(sessions.map(({ startTime }) => startTime)).toEqual(['10:00', '10:00', '10:00', '10:00'])
})

test('a term, its copy, weekly times and further dates are typed on after the tab was reloaded, closures too', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }
  const { id: termId } = await api.terms.save({ ...term, closures: [halfTerm], keepDates: false })
  const { offeringId } = await makeWeekly(api, freshName('Conga'), [1, 8], termId)
  const reload = async () => {
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
  }
  const isBack = page.getByText('What you typed before is back. It is not saved yet')

  await page.goto(addresses.terms())
  const change = page
    .getByRole('listitem')
    .filter({ hasText: term.name })
    .getByRole('button', { name: 'Change' })
  const panel = page.getByRole('dialog', { name: term.name })
  const names = panel.locator('.closure-row').getByLabel('Name')
  await change.click()
  await panel.getByRole('button', { name: 'Add a closure' }).click()
  await names.nth(1).fill('Fair')
  await reload()
  await change.click()
  await expect(isBack).toBeVisible()
  await expect(names.nth(1)).toHaveValue('Fair')
  // Each closure is still a line of its own.
  await panel.getByRole('button', { name: 'Add a closure' }).click()
  await names.nth(2).fill('Fete')
  await expect(names.nth(0)).toHaveValue('Half-term')
  await expect(names.nth(1)).toHaveValue('Fair')

  await page.goto(addresses.term({ id: termId }))
  await page.getByLabel('Name of the new term').fill('Typed')
  await page.getByLabel('First day').fill('2029-01-08')
  await page.getByRole('button', { name: /^The same weeks closed/ }).click()
  const price = page.getByLabel(/^Price of/)
  await price.fill('9.10')
  await reload()
  await expect(isBack).toBeVisible()
  await expect(page.getByLabel('Name of the new term')).toHaveValue('Typed')
  await expect(page.getByLabel('Last day')).toHaveValue('2029-04-01')
  await expect(page.locator('.closure-row').getByLabel('From')).toHaveValue('2029-02-12')
  await expect(price).toHaveValue('9.10')
  await price.fill('9,10')
  await page.getByRole('button', { name: /^Make \d+ drafts$/ }).click()
  await expect(price).toBeFocused()
  await expect(page.getByRole('cell').getByText('Write the price like 8.50')).toBeVisible()

  page.once('dialog', dialog => void dialog.accept())
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const times = page.getByRole('dialog', { name: 'Weekly times' })
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await times.getByLabel('Start').fill('11:15')
  await reload()
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await expect(times.getByLabel('Start')).toHaveValue('11:15')

  page.once('dialog', dialog => void dialog.accept())
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const adding = page.getByRole('dialog', { name: 'Add dates' })
  await page.getByRole('button', { name: 'Add dates' }).click()
  await adding.getByLabel('Single dates').check()
  await adding.getByLabel('First day').fill('2028-03-04')
  await adding.getByLabel('Places').fill('7')
  await reload()
  await page.getByRole('button', { name: 'Add dates' }).click()
  await expect(adding.getByLabel('First day')).toHaveValue('2028-03-04')
  await expect(adding.getByLabel('Places')).toHaveValue('7')
})

test('a date and a change of many are typed on after the tab was reloaded, with who is told of another time', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Tango')
  const { offeringId, sessionIds } = await makeWeekly(api, name, [1, 8])
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const family = await newPerson(site, 'Tess', ['Una'])
  await family.api.orders.class.place({
    ...{ offeringId, sessionIds, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  const reload = async () => {
    page.once('dialog', dialog => void dialog.accept())
    await page.reload()
  }
  const isBack = page.getByText('What you typed before is back. It is not saved yet')

  const panel = await openDate(page, name, '2028-02-01')
  await panel.getByLabel('Price', { exact: true }).fill('9.10')
  await panel.getByLabel('Start').fill('10:15')
  await panel.getByLabel(/^Tell the families of 1 place/).uncheck()
  await reload()
  await expect(isBack).toBeVisible()
  await expect(panel.getByLabel('Price', { exact: true })).toHaveValue('9.10')
  await expect(panel.getByLabel('Start')).toHaveValue('10:15')
  await expect(panel.getByLabel(/^Tell the families of 1 place/)).not.toBeChecked()
  // Another date's drawer has nothing of it; left unsaved, it is gone.
  page.once('dialog', dialog => void dialog.accept())
  await page.goto(`${addresses.plannedClass({ id: offeringId })}?session=${sessionIds[1]}`)
  await expect(panel.getByLabel('Start')).toHaveValue('10:00')
  await page.goto(`${addresses.plannedClass({ id: offeringId })}?session=${sessionIds[0]}`)
  await expect(isBack).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(panel).toBeHidden()

  const changeAll = async () => {
    await page.getByRole('checkbox', { name: 'Select these 2' }).check()
    await page.getByRole('button', { name: 'Change 2' }).click()
  }
  const many = page.getByRole('dialog', { name: 'Change 2 dates' })
  await changeAll()
  await many.getByLabel('Price', { exact: true }).fill('9.20')
  await many.getByLabel('Or later by minutes').fill('15')
  await many.getByLabel(/^Tell the families of 2 places/).uncheck()
  await reload()
  await changeAll()
  await expect(isBack).toBeVisible()
  await expect(many.getByLabel('Price', { exact: true })).toHaveValue('9.20')
  await expect(many.getByLabel(/^Tell the families of 2 places/)).not.toBeChecked()
  await many.getByRole('button', { name: 'Change 2', exact: true }).click()
  await expect(page.getByText('2 changed').first()).toBeVisible()
  expect((await api.planner.class({ id: offeringId })).sessions).toMatchObject([
    { pricePence: 920, startTime: '10:15' },
    { pricePence: 920, startTime: '10:15' },
  ])
})

test('a copy tells how many of its dates clash, and its term leads to them', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2032-01-05', endDate: '2032-01-18' }
  const { id: termId } = await api.terms.save({ ...term, closures: [], keepDates: false })
  const [teacher] = (await api.planner.choices({})).teachers
  const { types, venues, ages } = await api.planner.choices({})
  const time = { startTime: '10:00', endTime: '10:45', capacity: 12, roomId: null }
  for (const name of [freshName('Reel'), freshName('Jig')])
    await api.planner.makeClass({
      typeId: types.find(({ kind }) => kind === 'class')?.id as number,
      ...{ ageGroupId: ages[0]?.id as number, venueId: venues[0]?.id as number, termId },
      ...{ name, roomId: null, colour: '#7c5cff', introductionHtml: '', imagePath: '' },
      ...{ isPackOnly: false, pricePence: 850, credits: 1, offersTrial: false, trialPricePence: 0 },
      ...{ capacity: 12, teacherIds: [], publish: 'not' as const },
      slots: [{ ...time, weekday: 2, weeks: 'every', teacherIds: [teacher?.id as number] }],
      dates: [{ date: '2032-01-06', startTime: '10:00', endTime: '10:45', slot: 0 }],
    })
  const name = freshName('Copy')
  await page.goto(addresses.term({ id: termId }))
  await page.getByLabel('Name of the new term').fill(name)
  await page.getByLabel('First day').fill('2033-01-03')
  await expect(page.getByText('4 dates clash. Terms leads to them once the drafts are made')).toBeVisible()
  await expect(page.getByRole('cell', { name: '2 (2 clash)' })).toHaveCount(2)
  const second = page.getByRole('table', { name: 'Classes to copy' }).getByRole('checkbox').nth(1)
  await second.uncheck()
  await expect(page.getByText(/dates? clash/)).toHaveCount(0)
  await second.check()
  await page.getByRole('button', { name: 'Make 4 drafts' }).click()
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('link', { name: 'What clashes' }).click()
  const dates = page.getByRole('table', { name: 'Dates' }).locator('tbody tr')
  await expect(dates).toHaveCount(4)
  await expect(dates.first()).toContainText(`${teacher?.name} teaches`)
  await page.goto(`${addresses.planner()}?term=${termId}&view=list&only=clashes&kind=event`)
  await expect(page.getByText('Nothing clashes')).toBeVisible()
})

test('in a date’s drawer Save stays in sight, and comes after its fields and before what follows', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Waltz')
  await makeClass(api, name)
  // As low as a phone's with its keyboard open.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 420 })
  const panel = await openDate(page, name, '2028-02-01')
  const save = panel.getByRole('button', { name: 'Save' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await panel.locator('summary', { hasText: 'More' }).click()
  await panel.locator('summary', { hasText: 'Another venue for this date' }).click()
  const body = panel.locator('.dialog-body')
  const end = await body.evaluate(element => element.scrollHeight)
  for (let top = 0; top <= end; top += 150) {
    await body.evaluate((element, top) => element.scrollTo({ top, behavior: 'instant' }), top)
    await expect(save).toBeInViewport({ ratio: 1 })
    await save.click({ trial: true })
  }
  // To and fro, whatever has the focus is seen beside it.
  await tabTo(page, panel.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.press('Tab')
  await expect(save).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Hide' })).toBeFocused()
  await tabTo(page, panel.getByRole('button', { name: 'Move it there' }))
  for (const field of ['Hide', 'Save']) {
    while (!(await panel.getByRole('button', { name: field }).evaluate(one => one.matches(':focus'))))
      await page.keyboard.press('Shift+Tab')
    await tabTo(page, panel.getByRole('button', { name: field }))
  }
})

test('the date that is open stands in the address: reloaded, sent on, gone back to and from its own address', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Minuet')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id: termId } = await api.terms.save({ ...term, closures: [], keepDates: false })
  const { offeringId, sessionIds } = await makeWeekly(api, name, [1], termId)
  const id = sessionIds[0] as number
  await api.planner.publish({ sessions: [{ id, version: 1 }], at: null })
  const panel = await openDate(page, name, '2028-02-01')
  const isOpen = new RegExp(`[?&]session=${id}(&|$)`)
  await expect(page).toHaveURL(isOpen)
  await page.reload()
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'Who comes' }).click()
  await expect(page.getByRole('link', { name: 'This date in the planner' })).toBeVisible()
  await page.goBack()
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(isOpen)
  await page.goForward()
  await expect(panel).toBeHidden()

  await page.goto(addresses.register({ id }))
  await page.getByRole('link', { name: 'This date in the planner' }).click()
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=2028-02-01&term=${termId}&session=${id}$`))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(addresses.register({ id }))

  await page.goto(`${addresses.plannedClass({ id: offeringId })}?session=${id}`)
  await expect(panel).toBeVisible()

  const family = await newPerson(site, 'Finn', ['Gus'])
  const { orderNumber } = await family.api.orders.class.place({
    ...{ offeringId, sessionIds, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(family) },
  })
  const { people } = await api.families.search({ words: family.email })
  for (const from of [
    addresses.family({ id: people[0]?.accountId as number }),
    addresses.order({ number: orderNumber }),
  ]) {
    await page.goto(from)
    await page.getByRole('link', { name: /^Tue 1 Feb 2028, 10:00/ }).click()
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(isOpen)
  }
  await page.goto(addresses.session({ id: 999_999_999 }))
  await expect(page.getByText('This session was not found')).toBeVisible()
})

test('a list of dates is sorted by its headings, and the address keeps how', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Gavotte'))
  const byDate = (await api.planner.class({ id: offeringId })).sessions
  expect(sessionIds).toHaveLength(4)
  for (const [at, capacity] of [9, 3, 7, 5].entries())
    await api.planner.saveSessions({
      sessions: [{ id: byDate[at]?.id as number, version: 1 }],
      ...{ changes: { capacity }, tell: false },
    })
  await api.planner.publish({ sessions: [{ id: byDate[1]?.id as number, version: 2 }], at: null })
  await page.goto(addresses.plannedClass({ id: offeringId }))
  const table = page.getByRole('table', { name: 'Dates' })
  const days = table.locator('tbody th[scope="row"]')
  const shown = (...dates: number[]) =>
    expect(days).toHaveText(dates.map(date => new RegExp(`^Tue ${date} Feb`)))
  await shown(1, 8, 15, 22)
  await table.getByRole('button', { name: 'Places' }).click()
  await expect(page).toHaveURL(/[?&]sort=left/)
  await shown(8, 22, 15, 1)
  await table.getByRole('button', { name: 'Places' }).click()
  await shown(1, 15, 22, 8)
  await page.reload()
  await shown(1, 15, 22, 8)
  await table.getByRole('button', { name: 'State' }).click()
  await shown(1, 15, 22, 8)
  await table.getByRole('button', { name: 'State' }).click()
  await shown(8, 1, 15, 22)
  await page.goBack()
  await page.goBack()
  await shown(1, 15, 22, 8)

  const week = `${addresses.planner()}?day=2028-02-01&view=list`
  await page.goto(week)
  await expect(table.getByRole('button')).not.toHaveCount(0)
  for (const heading of ['Class', 'When', 'Where'])
    await expect(table.getByRole('columnheader', { name: heading }).getByRole('button')).toBeVisible()
})
