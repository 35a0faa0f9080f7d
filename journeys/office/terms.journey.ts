import * as addresses from '#contract/office/addresses.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { holdBack } from '../calls-of-page.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { freshName, makeWeekly } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('J3: a term is copied, its half-term moved, its drafts published; its name cannot be used twice', async ({
  page,
  site,
  visitor,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const [term] = (await api.terms.list({})).filter(({ name }) => / term from \d/.test(name))
  const name = freshName('Copied')
  await visit(page, addresses.term({ id: term?.id as number }))
  const make = page.getByRole('button', { name: /^Make [\d,]+ drafts$/ })
  const copyAs = async (asked: string) => {
    await page.getByLabel('Name of the new term').fill(asked)
    await page.getByLabel('First day').fill('2029-01-08')
    await expect(page.getByLabel('Last day')).toHaveValue('2029-04-01')
    await expect(make).not.toHaveText('Make 0 drafts')
  }
  await copyAs(name)
  // A closure of one venue on Good Friday does not count as closing the others.
  await page.getByRole('button', { name: 'Add a closure' }).click()
  const halfTerm = page.locator('.closure-row').last()
  for (const day of ['From', 'To']) await halfTerm.getByLabel(day).fill('2029-03-30')
  await halfTerm.getByLabel('Venue').selectOption({ index: 1 })
  // Text typed before the bank holidays arrive is kept.
  const holidays = await holdBack(page, '**/api/Office/Terms/bankHolidays')
  await page.getByRole('button', { name: 'Add England’s bank holidays' }).click()
  await halfTerm.getByLabel('Name').fill('Fair')
  holidays()
  await expect(page.getByRole('group', { name: 'Good Friday' }).getByLabel('Venue')).toHaveValue('')
  await expect(page.getByRole('group', { name: 'Fair' }).getByLabel('From')).toHaveValue('2029-03-30')
  await page.getByRole('button', { name: 'Add a closure' }).click()
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
  await line.getByRole('button', { name: 'Reschedule' }).click()
  await panel.getByLabel('Now', { exact: true }).check()
  await panel.getByRole('button', { name: /^Publish \d+ dates now$/ }).click()
  await expect(page.getByText(/\d+ published/).first()).toBeVisible()
  await expect(line).toContainText('Published')
  expect(await countShown()).toBeGreaterThan(30)

  await visit(page, addresses.term({ id: term?.id as number }))
  await copyAs(name)
  await make.click()
  await expect(page.getByText('There is a term of this name already')).toBeVisible()
})

test('two managers change a term’s closures: the second sees the first one’s and deletes none @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Closed')
  const term = { name, startDate: '2030-01-07', endDate: '2030-03-31', keepDates: false }
  const fair = { name: 'Fair', venueId: null, startDate: '2030-03-05', endDate: '2030-03-05' }
  const fete = { name: 'Fete', venueId: null, startDate: '2030-03-12', endDate: '2030-03-13' }
  const { id } = await api.terms.save({ ...term, closures: [] })
  const closedNow = async () =>
    (await api.terms.list({})).find(one => one.id === id)?.closures.map(closure => closure.name)
  await visit(page, addresses.terms())
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('button', { name: 'Change' }).click()
  const panel = page.getByRole('dialog', { name })
  const rows = panel.locator('.closure-row')
  await expect(panel.getByRole('button', { name: 'Add a closure' })).toBeVisible()

  // Without unsaved changes here, the colleague's closure arrives with the next read. No bank
  // holidays are left to add.
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

  // Fields that the second manager did not touch, here the closures, keep the first one's values.
  await line.getByRole('button', { name: 'Change' }).click()
  await panel.getByLabel('Last day').fill('2030-04-06')
  await api.terms.save({ ...term, id, version: 4, closures: [fete] })
  await panel.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'See what changed' }).click()
  const closed = 'Closed Fete Tue 12 Mar – Wed 13 Mar Not changed: theirs stays'
  await expect(dialog.getByRole('row', { name: closed })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(panel).toBeHidden()
  expect(await closedNow()).toEqual(['Fete'])

  await line.getByRole('button', { name: 'Change' }).click()
  await panel.getByRole('button', { name: 'Remove Fete' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Leave without saving?')).toBeVisible()
})

test('a closure over booked dates lists them and their families, with links @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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
  await visit(page, addresses.terms())
  await page
    .getByRole('listitem')
    .filter({ hasText: term.name })
    .getByRole('button', { name: 'Change' })
    .click()
  const panel = page.getByRole('dialog', { name: term.name })
  const add = panel.getByRole('button', { name: 'Add a closure' })
  await add.click()
  await panel.getByLabel('To').fill('2028-02-18')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(add).toHaveAccessibleDescription(plannerSentences.closureDays)
  await panel.getByLabel('From').fill('2028-02-07')
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

test('a copied term says how many of its dates clash, and links to them @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
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
  await visit(page, addresses.term({ id: termId }))
  await page.getByLabel('Name of the new term').fill(name)
  await page.getByLabel('First day').fill('2033-01-03')
  await expect(page.getByText('4 dates clash. Terms leads to them once the drafts are made')).toBeVisible()
  await expect(page.getByRole('cell', { name: '2 (2 clash)' })).toHaveCount(2)
  const second = page.getByRole('table', { name: 'Classes to copy' }).getByRole('checkbox').nth(1)
  await second.uncheck()
  await expect(page.getByText(/dates? clash/)).toHaveCount(0)
  await second.check()
  const make = page.getByRole('button', { name: 'Make 4 drafts' })
  await page.getByRole('button', { name: 'Add a closure' }).click()
  await page.getByLabel('From').fill('2033-01-10')
  await make.click()
  await expect(page.getByText(plannerSentences.closureDays)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Half-term' }).click()
  await page.getByLabel('All prices by per cent').fill('5,5')
  await page.getByRole('button', { name: 'Work out' }).click()
  await expect(page.getByText('Write a percentage like 5 or −2.5')).toBeVisible()
  // A credit of the cheapest pack costs far less than a price that was raised by half.
  const isFar = page.getByRole('status').filter({ hasText: 'far from what the credits cost' })
  await expect(isFar).toHaveCount(0)
  await page.getByLabel('All prices by per cent').fill('50')
  await page.getByRole('button', { name: 'Work out' }).click()
  await expect(isFar).toHaveText(/^2 prices are far/)
  await expect(page.getByText(/The price is £12\.80, and 1 credit costs £7\.20 in Rocket pack/)).toHaveCount(
    2,
  )
  await page.getByLabel('All prices by per cent').fill('−10%')
  await page.getByRole('button', { name: 'Work out' }).click()
  await expect(page.getByLabel(/^Price of/).first()).toHaveValue('7.70')
  await expect(isFar).toHaveCount(0)
  await make.click()
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByRole('link', { name: 'What clashes' }).click()
  const dates = page.getByRole('table', { name: 'Dates' }).locator('tbody tr')
  await expect(dates).toHaveCount(4)
  await expect(dates.first()).toContainText(`${teacher?.name} teaches`)
  await visit(page, `${addresses.planner()}?term=${termId}&view=list&only=clashes&kind=event`)
  await expect(page.getByText('Nothing clashes')).toBeVisible()
})

test('archiving a term with drafts scheduled for later asks, and cancels publication @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id } = await api.terms.save({ ...term, closures: [], keepDates: false })
  await makeWeekly(api, freshName('Ceilidh'), [1], id)
  await api.terms.publish({ id, version: 1, at: null })
  await makeWeekly(api, freshName('Ceilidh'), [8, 15], id)
  await api.terms.publish({ id, version: 2, at: '2028-01-05T09:00:00.000Z' })
  const termNow = async () => (await api.terms.list({})).find(one => one.id === id)
  expect(await termNow()).toMatchObject({ state: 'published', drafts: 2 })
  const listed = await holdBack(page, '**/api/Office/Terms/list')
  await visit(page, addresses.terms())
  await expect(page.getByRole('main').locator('.skeleton').first()).toBeVisible()
  listed()
  const line = page.getByRole('listitem').filter({ hasText: term.name })
  await line.getByRole('button', { name: 'Archive' }).click()
  const question = page.getByRole('dialog', { name: `Archive ${term.name}?` })
  const facts = 'Drafts that do not open on Wednesday, 5 January 2028 at 09:00 2'
  await expect(question.getByRole('row', { name: facts })).toBeVisible()
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await termNow()).toMatchObject({ state: 'published', publishAt: '2028-01-05T09:00:00.000Z' })
  await line.getByRole('button', { name: 'Archive' }).click()
  await question.getByRole('button', { name: 'Archive the term' }).click()
  await expect(line).toContainText('Archived')
  // This term has no scheduled publication, so nothing is lost.
  const takeOut = line.getByRole('button', { name: 'Restore' })
  const answer = await holdBack(page, '**/api/Office/Terms/archive')
  await takeOut.click()
  await expect(takeOut).toBeDisabled()
  answer()
  await line.getByRole('button', { name: 'Archive' }).click()
  await expect(takeOut).toBeVisible()
})
