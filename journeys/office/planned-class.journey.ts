import * as addresses from '#contract/office/addresses.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { classAsRead } from '#testing/make-class.ts'
import { holdBack } from '../calls-of-page.ts'
import { placeOrder } from '../kinds.ts'
import { newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { freshName, makeClass, makeWeekly, moveToLoft } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a new weekly time moves its drafts, but not booked dates @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId, sessionIds } = await makeWeekly(api, freshName('Salsa'))
  const drafts = sessionIds.slice(0, 2).map(id => ({ id, version: 1 }))
  await api.planner.publish({ sessions: drafts, at: null })
  const family = await newPerson(site, 'Ada', ['A'])
  const { sessions } = await api.planner.class({ id: offeringId })
  const booked = sessions.find(({ state }) => state === 'scheduled')
  await placeOrder(family, 'class', { offeringId, id: booked?.id as number })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  const panel = page.getByRole('dialog', { name: 'Weekly times' })
  await panel.getByLabel('Start').fill('11:00')
  await panel.getByLabel('End').fill('11:45')
  await expect(panel.getByRole('row', { name: 'Drafts that change 2' })).toBeVisible()
  await expect(
    panel.getByRole('row', { name: 'Published dates that keep their day and time 2' }),
  ).toBeVisible()
  await panel.getByLabel(/^Published dates change too/).check()
  await expect(panel.getByRole('row', { name: 'Published dates that change 1' })).toBeVisible()
  await panel.getByRole('button', { name: 'Save and change 3 dates' }).click()
  await expect(page.getByText('Saved. 3 dates changed').first()).toBeVisible()
  const after = (await api.planner.class({ id: offeringId })).sessions
  expect(after.filter(({ startTime }) => startTime === '11:00')).toHaveLength(3)
  expect(after.find(({ id }) => id === booked?.id)?.startTime).toBe('10:00')

  // The dates that stay as they are in a smaller room are named before and after the save.
  const { venueId } = await api.planner.class({ id: offeringId })
  const { rooms } = (await api.planner.choices({})).venues.find(({ id }) => id === venueId) ?? {}
  const room = rooms?.find(({ capacity }) => capacity !== null)
  const { id = 0, version = 0 } = after.find(({ date }) => date === '2028-02-22') ?? {}
  const there = { changes: { roomId: room?.id as number }, reason: 'Painting', tell: false }
  await api.planner.saveSessions({ sessions: [{ id, version }], ...there })
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  await panel.getByLabel('Places').fill('400')
  await expect(panel.getByRole('row', { name: 'Drafts that change 1' })).toBeVisible()
  await panel.getByRole('button', { name: 'Save and change 1 date' }).click()
  await expect(panel).toBeHidden()
  await expect(
    page.getByText(`Tue 22 Feb, 11:00: ${room?.name} holds ${room?.capacity}`, { exact: true }),
  ).toBeVisible()
})

test('an added weekly time without a day stops the save instead of being dropped @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Rumba'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  const panel = page.getByRole('dialog', { name: 'Weekly times' })
  const another = panel.getByRole('button', { name: 'Another time' })
  await another.click()
  await panel.getByLabel('Start').last().fill('15:00')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(another).toHaveAccessibleDescription(plannerSentences.chooseDay)
  await expect(another).toBeFocused()
  await panel.getByLabel('Start').last().fill('')
  await panel.getByLabel('Day').last().selectOption('Thursday')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(another).toHaveAccessibleDescription(plannerSentences.fillInTimes)
  await panel.getByLabel('Start').last().fill('15:00')
  await panel.getByLabel('Places').last().fill('')
  await panel.getByRole('button', { name: /^Save/ }).click()
  await expect(another).toHaveAccessibleDescription('Write a whole number')
  await panel.getByLabel('Places').last().fill('12')
  // Waits for the second read. Opened earlier, the form would begin with the old times and save
  // them.
  const readAnew = page.waitForRequest('**/api/Office/Planner/class')
  const answer = await holdBack(page, '**/api/Office/Planner/class')
  await panel.getByRole('button', { name: /^Save/ }).click()
  await readAnew
  await expect(panel.waitFor({ state: 'hidden', timeout: 1_000 })).rejects.toThrow('Timeout')
  answer()
  await expect(panel).toBeHidden()
  await expect(page.getByText(/^Saved\. /).first()).toBeVisible()
  const { slots } = await api.planner.class({ id: offeringId })
  expect(slots.map(({ weekday, startTime }) => [weekday, startTime])).toEqual([
    [2, '10:00'],
    [4, '15:00'],
  ])
})

test('publishing or deleting a date does not ask about a class’s unsaved form @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Foxtrot')
  const { offeringId } = await makeWeekly(api, name)
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const typed = page.getByRole('textbox', { name: 'Name', exact: true })
  await typed.fill('Typed')
  await page.getByRole('button', { name: /^Tue 1 Feb/ }).click()
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish 1 date' })
  await publishing.getByRole('button', { name: 'Close' }).click()
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(typed).toHaveValue('Typed')
  expect((await api.planner.class({ id: offeringId })).sessions).toHaveLength(3)
})

test('a scheduled publication is shown, changed and cancelled @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const { id: termId } = await api.terms.save({ ...term, closures: [], keepDates: false })
  const { offeringId } = await makeWeekly(api, freshName('Waltz'), [1, 8, 15, 22], termId)
  await visit(page, addresses.plannedClass({ id: offeringId }))
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
  await panel.getByLabel('Call it off').check()
  await panel.getByRole('button', { name: 'Keep 4 drafts' }).click()
  await expect(page.getByText(/Draft until/)).toHaveCount(0)
  await expect(panel).toBeHidden()

  // Dates that open with their term are cancelled on the term.
  await api.terms.publish({ id: termId, version: 1, at: '2028-01-05T09:00:00.000Z' })
  await page.reload()
  await open()
  const opens = `${term.name} opens on Wednesday, 5 January 2028 at 09:00. Call that off under Terms`
  await expect(panel.getByText(opens)).toBeVisible()
  await expect(panel.getByLabel('Call it off')).toHaveCount(0)
})

test('J4: two managers edit one class; the second compares both versions and keeps theirs @desk', async ({
  page,
  browser,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Tap'))
  const elsewhere = await browser.newPage()
  const other = await startStaffSession(elsewhere, site, 'owner')
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const name = freshName('Mine')
  await page.getByLabel('Name', { exact: true }).fill(name)
  const theirs = freshName('Theirs')
  await other.planner.saveClass({ ...(await classAsRead(api, offeringId)), name: theirs, isPackOnly: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /changed this at \d\d:\d\d\. Nothing of yours is lost/ })
  await dialog.getByRole('button', { name: 'See what changed' }).click()
  await expect(dialog.getByRole('row', { name: new RegExp(`Name ${theirs} ${name}`) })).toBeVisible()
  const untouched = 'For families with a pack only Yes Not changed: theirs stays'
  await expect(dialog.getByRole('row', { name: untouched })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const saved = async () => {
    const { name, isPackOnly } = await api.planner.class({ id: offeringId })
    return { name, isPackOnly }
  }
  expect(await saved()).toEqual({ name, isPackOnly: true })
  // The colleague's change is in the form now, and the next save keeps it.
  await expect(page.getByLabel('For families with a pack only')).toBeChecked()
  await page.getByLabel('Name', { exact: true }).fill(`${name} too`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await saved()).toEqual({ name: `${name} too`, isPackOnly: true })
  await elsewhere.close()

  // Staff who may only see the planner get no form.
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('heading', { name: `${name} too`, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
})

test('changes made after a save whose answer was lost are not counted as saved @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Jazz'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
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

test('a class’s page adds missing weeks and a single date, and says which exist already @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Foxtrot')
  const term = { name: freshName('Term'), startDate: '2028-01-31', endDate: '2028-03-05' }
  const halfTerm = { name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }
  const { id: termId } = await api.terms.save({ ...term, closures: [halfTerm], keepDates: false })
  const { offeringId } = await makeWeekly(api, name, [1, 8], termId)
  const datesNow = async () => (await api.planner.class({ id: offeringId })).sessions.map(({ date }) => date)
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const open = () => page.getByRole('button', { name: 'Add dates' }).click()
  const panel = page.getByRole('dialog', { name: 'Add dates' })
  await open()
  await expect(panel.getByRole('heading', { name: '2 dates, 1 closed' })).toBeVisible()
  await panel.getByLabel('Keep it: Tue 15 Feb').check()
  await panel.getByRole('button', { name: 'Make 3 drafts' }).click()
  await expect(page.getByText('3 drafts made. Families cannot see them until you publish')).toBeVisible()
  expect(await datesNow()).toEqual(['2028-02-01', '2028-02-08', '2028-02-15', '2028-02-22', '2028-02-29'])
  await expect(page.getByRole('table', { name: 'Dates' }).locator('tbody tr')).toHaveCount(5)

  await open()
  await expect(panel.getByRole('heading', { name: '0 dates' })).toBeVisible()
  await panel.getByRole('button', { name: 'Make drafts' }).click()
  await expect(panel.getByText('There is no such day between these two')).toBeVisible()
  await panel.getByLabel('Single dates').check()
  // As long as the class's last date. The last day follows the first day until somebody chooses
  // another.
  await expect(panel.getByLabel('Start')).toHaveValue('10:00')
  await expect(panel.getByLabel('End')).toHaveValue('10:45')
  const firstDay = panel.getByLabel('First day')
  const lastDay = panel.getByLabel('Last day')
  const make = panel.getByRole('button', { name: 'Make 1 draft' })
  // One week after the last date the term is over, so no day is proposed. Without a day no draft is
  // made.
  await expect(firstDay).toHaveValue('')
  await make.click()
  await expect(panel.getByText('Please fill in all days and times')).toBeVisible()
  for (const day of ['2029-02-28', '2028-02-29']) {
    await firstDay.fill(day)
    await expect(lastDay).toHaveValue(day)
  }
  await make.click()
  await expect(panel.getByText('This class already has a date then')).toBeVisible()
  await lastDay.fill('2028-03-02')
  await firstDay.fill('2028-03-02')
  await panel.getByRole('button', { name: 'Another date' }).click()
  await expect(firstDay.nth(1)).toBeFocused()
  await expect(firstDay.nth(1)).toHaveValue('2028-03-09')
  await firstDay.nth(1).fill('2028-03-07')
  await expect(lastDay.nth(1)).toHaveValue('2028-03-07')
  await panel.getByRole('button', { name: 'Remove 2028-03-07' }).click()
  await make.click()
  await expect(page.getByText('1 draft made. Families cannot see it until you publish')).toBeVisible()
  expect((await datesNow()).at(-1)).toBe('2028-03-02')
})

test('a class and its weekly times can be saved with a room that was switched off @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Morris'), [1])
  const { roomId, place, saveRoom } = await moveToLoft(api, offeringId)
  await saveRoom({ isActive: false })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const form = page.getByRole('region', { name: 'The class' })
  const name = freshName('Maypole')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await api.planner.class({ id: offeringId })).toMatchObject({ name, roomId, slots: [{ roomId }] })
  await expect(form.getByLabel('Venue and room').locator('option:checked')).toHaveText(place)
  await expect(page.getByRole('region', { name: 'Weekly times' })).toContainText('Loft · 12 places')
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  const panel = page.getByRole('dialog', { name: 'Weekly times' })
  await expect(panel.getByLabel('Room').locator('option:checked')).toHaveText('Loft')
})

test('adding weeks with more places than the room holds needs a reason @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Morris'), [1])
  await (await moveToLoft(api, offeringId)).saveRoom({ capacity: 8 })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await page.getByRole('button', { name: 'Add dates' }).click()
  const panel = page.getByRole('dialog', { name: 'Add dates' })
  await panel.getByLabel('From').fill('2028-02-08')
  await panel.getByLabel('To', { exact: true }).fill('2028-02-14')
  const make = panel.getByRole('button', { name: 'Make 1 draft' })
  await make.click()
  await expect(page.getByText('Loft holds 8')).toBeVisible()
  await panel.getByLabel('Reason').fill('They are few')
  await make.click()
  await expect(page.getByText('1 draft made. Families cannot see it until you publish')).toBeVisible()
})

test('a class with a date in a closure joins a term once keeping it is ticked; booked, its type and venue stay @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2028-02-01', endDate: '2028-02-04' }]
  await api.terms.save({ ...term, closures, keepDates: false })
  const { offeringId, sessionId } = await makeClass(api, freshName('Bolero'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const form = page.getByRole('region', { name: 'The class' })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await form.getByLabel('Term', { exact: true }).selectOption({ label: term.name })
  await expect(form.getByLabel('Keep dates that lie in a closure')).toHaveCount(0)
  await save.click()
  await expect(form.getByText('1 date lies in a closure. Keep it, or move or delete it first')).toBeVisible()
  await form.getByLabel('Keep dates that lie in a closure').check()
  await save.click()
  await expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(`· ${term.name}`)).toBeVisible()

  const family = await newPerson(site, 'Ada', ['A'])
  await placeOrder(family, 'class', { offeringId, id: sessionId })
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

test('saving weekly times conflicts with a colleague’s save, not with the user’s earlier one @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const { offeringId } = await makeWeekly(api, freshName('Bolero'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const name = freshName('Bolero')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Change the weekly times' }).click()
  const panel = page.getByRole('dialog', { name: 'Weekly times' })
  await panel.getByLabel('Start').fill('11:00')
  await panel.getByLabel('End').fill('11:45')
  await panel.getByRole('button', { name: 'Save and change 4 dates' }).click()
  await expect(page.getByText('Saved. 4 dates changed').first()).toBeVisible()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const { slots, ...saved } = await api.planner.class({ id: offeringId })
  expect([saved.name, slots[0]?.startTime]).toEqual([name, '11:00'])

  await page.getByLabel('Name', { exact: true }).fill(`${name} too`)
  await api.planner.saveClass({ ...(await classAsRead(api, offeringId)), isPackOnly: true })
  await save.click()
  await expect(page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })).toBeVisible()
})

test('deleting a class’s last drafts leads to the planner, and Undo restores all @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Jig')
  const { offeringId } = await makeWeekly(api, name)
  await visit(page, addresses.plannedClass({ id: offeringId }))
  const before = (await api.planner.class({ id: offeringId })).sessions
  await page.getByRole('checkbox', { name: `Select these ${before.length}` }).check()
  await page.getByRole('button', { name: `Delete ${before.length}` }).click()
  await page.getByRole('button', { name: 'Delete the drafts' }).click()
  await expect(page.getByText(`${before.length} drafts deleted`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Planner', level: 1 })).toBeVisible()
  const card = page.getByRole('button', { name: new RegExp(name) }).filter({ visible: true })
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toHaveCount(1)
  const restored = await api.planner.week({ from: '2028-02-01', to: '2028-02-29' })
  expect(restored.filter(({ title, state }) => title === name && state === 'draft')).toHaveLength(
    before.length,
  )
  // Going back skips the page of the deleted class.
  await page.goBack()
  await expect(page).not.toHaveURL(new RegExp(`class/${offeringId}$`))
})
