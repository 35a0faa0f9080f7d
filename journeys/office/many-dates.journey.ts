import * as addresses from '#contract/office/addresses.ts'
import { planner } from '#contract/office/planner.ts'
import { changeAnswers, holdBack, watchCalls } from '../calls-of-page.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { choice, freshName, makeWeekly } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('many dates get a new time and families are told; dates that cannot change stay selected', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Swing'))
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const sessionsNow = async () => (await api.planner.class({ id: offeringId })).sessions
  const [first, , , last] = await sessionsNow()
  const family = await newPerson(site, 'Gil', ['P'])
  await placeOrder(family, 'class', { offeringId, id: first?.id as number })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('checkbox', { name: 'Select these 4' }).check()
  await page.getByRole('button', { name: 'Change 4' }).click()
  const panel = page.getByRole('dialog', { name: /^Change \d dates?$/ })
  const press = (count: number) => panel.getByRole('button', { name: `Change ${count}`, exact: true }).click()
  await press(4)
  await expect(page.getByText('Please fill in at least one change').first()).toBeVisible()
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
  await expect(panel.getByLabel('Tell the families of 1 place, who may ask for another date')).toBeChecked()
  // A colleague changes one of the dates first.
  const theirs = { sessions: [{ id: last?.id as number, version: last?.version as number }], tell: false }
  await api.planner.saveSessions({ ...theirs, changes: { pricePence: 900 } })
  // On a slow network, the remaining dates are shown before their new versions have loaded. The
  // next press still works.
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

test('a bulk change shows each reason of refusal once, with its number of dates and their days @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Samba'), [1, 8, 15, 22, 29])
  const { venueId, sessions } = await api.planner.class({ id: offeringId })
  const rooms = (await api.planner.choices({})).venues.find(({ id }) => id === venueId)?.rooms ?? []
  const room = rooms.find(({ capacity }) => capacity !== null)
  await api.planner.saveSessions({
    sessions: sessions.slice(0, 3).map(({ id }) => ({ id, version: 1 })),
    ...{ changes: { roomId: room?.id as number, capacity: 1 }, tell: false },
  })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 5').check()
  await page.getByRole('button', { name: 'Change 5' }).click()
  await api.planner.saveSessions({
    sessions: [{ id: sessions[3]?.id as number, version: 1 }],
    ...{ changes: { capacity: 2 }, tell: false },
  })
  const panel = page.getByRole('dialog', { name: 'Change 5 dates' })
  await panel.getByLabel('Places').fill('400')
  const readAgain = page.waitForResponse('**/api/Office/Planner/class')
  await panel.getByRole('button', { name: 'Count first' }).click()
  await expect(panel.getByText('1 can be changed, 4 cannot')).toBeVisible()
  const reasons = panel.getByRole('list', { name: 'What cannot be changed' }).getByRole('listitem')
  await expect(reasons).toHaveText([
    new RegExp(
      `^3 dates: ${room?.name} holds ${room?.capacity}\\. Say why under Reason.*Tue 1 Feb.*Tue 8 Feb`,
    ),
    /^1 date: Bo Ellis changed this at \d\d:\d\d\. Nothing of yours is lost.*Tue 22 Feb/,
  ])
  // The colleague's change has been loaded. Before that, counting would report it again.
  await readAgain
  await expect(panel.getByRole('button', { name: 'Change 1', exact: true })).toBeVisible()
  await panel.getByLabel('Reason').fill('Chairs are brought')
  await expect(panel.getByRole('button', { name: 'Change 5', exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Count first' }).click()
  await expect(panel.getByText('5 can be changed')).toBeVisible()
  await expect(reasons).toHaveCount(0)
})

test('Undo of a bulk change of drafts restores each date’s own price and time @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Rumba'))
  const pricesNow = async () =>
    (await api.planner.class({ id: offeringId })).sessions.map(({ pricePence }) => pricePence)
  const [first] = (await api.planner.class({ id: offeringId })).sessions
  await api.planner.saveSessions({
    sessions: [{ id: first?.id as number, version: 1 }],
    ...{ changes: { pricePence: 700 }, tell: false },
  })
  await visit(page, addresses.plannedClass({ id: offeringId }))
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

test('a family that booked a date at its new time is told when Undo moves it back @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Beguine'))
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const family = await newPerson(site, 'Una', ['Q'])
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 4').check()
  await page.getByRole('button', { name: 'Change 4' }).click()
  const panel = page.getByRole('dialog', { name: 'Change 4 dates' })
  await panel.getByLabel('Or later by minutes').fill('15')
  await panel.getByRole('button', { name: 'Change 4' }).click()
  await expect(page.getByText('4 changed')).toBeVisible()
  await placeOrder(family, 'class', { offeringId, id: sessionIds[0] as number })
  await page.getByText('Undo', { exact: true }).click()
  await expect(page.getByText('The family of 1 place is told of the new time')).toBeVisible()
  const { text } = await readMail(site, family.email, /^Your class has a new time/)
  expect(text).toContain('is now on Tuesday 1 February 2028, 10:00')
})

test('Undo of a bulk change tells no family if the change told none @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Bourree'))
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  const family = await newPerson(site, 'Una', ['Q'])
  await placeOrder(family, 'class', { offeringId, id: sessionIds[0] as number })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 4').check()
  await page.getByRole('button', { name: 'Change 4' }).click()
  const panel = page.getByRole('dialog', { name: 'Change 4 dates' })
  await panel.getByLabel('Or later by minutes').fill('15')
  await panel.getByLabel(/^Tell the families of 1 place/).uncheck()
  const pressed = watchCalls(page, planner.saveSessions)
  await panel.getByRole('button', { name: 'Change 4' }).click()
  await expect(page.getByText('4 changed')).toBeVisible()
  await page.getByText('Undo', { exact: true }).click()
  const startOfFirst = async () => (await api.planner.session({ id: sessionIds[0] as number })).startTime
  await expect.poll(() => pressed.map(({ tell }) => tell)).toEqual([false, false])
  await expect.poll(startOfFirst).toBe('10:00')
})

test('a list of dates is sorted by its headings, and the address keeps the order', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Gavotte'))
  const byDate = (await api.planner.class({ id: offeringId })).sessions
  expect(sessionIds).toHaveLength(4)
  for (const [at, capacity] of [9, 3, 7, 5].entries())
    await api.planner.saveSessions({
      sessions: [{ id: byDate[at]?.id as number, version: 1 }],
      ...{ changes: { capacity }, tell: false },
    })
  await api.planner.publish({ sessions: [{ id: byDate[1]?.id as number, version: 2 }], at: null })
  await visit(page, addresses.plannedClass({ id: offeringId }))
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
  await visit(page, week)
  await expect(table.getByRole('button')).not.toHaveCount(0)
  for (const heading of ['Class', 'When', 'Where'])
    await expect(table.getByRole('columnheader', { name: heading }).getByRole('button')).toBeVisible()
})

test('selected drafts can be published at a chosen time before they start @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Mazurka'))
  const over = { date: '2020-02-04', startTime: '10:00', endTime: '10:45' }
  await api.planner.addDates({
    ...{ id: offeringId, dates: [over], roomId: null, capacity: 12, teacherIds: [], reason: '' },
  })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Show 1 in the past' }).click()
  await page.getByRole('checkbox', { name: 'Select these 5' }).check()
  await expect(page.getByRole('button', { name: 'Delete 5' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish 4', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Publish 4 dates' })
  await panel.getByLabel('Later').check()
  const press = () => panel.getByRole('button', { name: 'Publish 4 dates then' }).click()
  await panel.getByLabel('Day').fill('')
  await panel.getByLabel('Time').fill('')
  await press()
  await expect(panel.locator('.field-error')).toHaveText(['Please choose a day', 'Please choose a time'])
  await panel.getByLabel('Day').fill('2028-02-01')
  await panel.getByLabel('Time').fill('10:00')
  await press()
  const first = 'The first date begins on Tuesday, 1 February 2028 at 10:00. Choose a time before then'
  await expect(page.getByText(first)).toBeVisible()
  await panel.getByLabel('Time').fill('09:30')
  // As if one date had begun meanwhile.
  await changeAnswers(page, planner.publish, answer => ({ ...answer, saved: answer.saved.slice(1) }))
  await press()
  await expect(page.getByText(/^3 dates will be published on Tuesday, 1 February 2028/)).toBeVisible()
})

test('two quick presses hide dates once, and a third press does not break Undo @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Quadrille'))
  await api.planner.publish({ sessions: sessionIds.map(id => ({ id, version: 1 })), at: null })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByLabel('Select these 4').check()
  const answer = await holdBack(page, '**/api/Office/Planner/class')
  const sent = watchCalls(page, planner.hide)
  const hide = page.getByRole('button', { name: 'Hide 4' })
  await hide.dblclick()
  await expect(page.getByText('4 hidden')).toBeVisible()
  expect(sent).toHaveLength(1)
  const again = page.waitForResponse('**/api/Office/Planner/hide')
  await hide.click()
  await again
  answer()
  await expect(page.getByRole('button', { name: 'Show 4' })).toBeVisible()
  await page.getByText('Undo', { exact: true }).click()
  await expect(hide).toBeVisible()
})

test('the planner’s filter drops a room when its venue is no longer chosen @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const venue = (await api.planner.choices({})).venues.find(({ rooms }) => rooms.length > 0)
  await visit(page, addresses.planner())
  await choice(page, 'Venue').selectOption(String(venue?.id))
  await choice(page, 'Room').selectOption(String(venue?.rooms[0]?.id))
  await expect(page).toHaveURL(/[?&]room=/)
  await choice(page, 'Venue').selectOption('All venues')
  await expect(page).not.toHaveURL(/venue=/)
  await expect(page).not.toHaveURL(/room=/)
})

test('a list of a whole term has no links to weeks, days or the next date @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id } = await api.terms.save({ ...term, closures: [], keepDates: false })
  await visit(page, `${addresses.planner()}?term=${id}`)
  const steps = page.getByRole('button', { name: /^(Today|The next week|The week before|Next: .*)$/ })
  await expect(steps).toHaveCount(3)
  const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
  const offered = found.filter({ hasText: /^(This week|Next week|The week before)Here$/ })
  const lookFor = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(words)
  }
  await lookFor('week')
  await expect(offered).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page.getByText('No dates in this term')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await expect(page.getByLabel('Go to a day')).toHaveCount(0)
  await lookFor('week')
  await expect(found).not.toHaveCount(0)
  await expect(offered).toHaveCount(0)
})
