import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { placeOrder } from '../kinds.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import {
  freshName,
  makeClass,
  makeWeekly,
  moveToLoft,
  openDate,
  plainClass,
  visitWeek,
} from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a draft is dragged, dropped and returned by Undo; a refused move says why @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Polka')
  const { sessionIds } = await makeWeekly(api, name)
  await visitWeek(page, '2028-02-01')
  const card = page.locator('.week-grid-place').getByRole('button', { name: new RegExp(name) })
  const dragAnHourDown = async () => {
    await card.scrollIntoViewIfNeeded()
    const box = (await card.boundingBox()) as { x: number; y: number; width: number }
    const at = { x: box.x + box.width / 2, y: box.y + 8 }
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x, at.y + 20)
    await page.mouse.move(at.x, at.y + 56)
    await expect(page.locator('.week-ghost')).toContainText('11:00–11:45')
    await page.mouse.up()
    await expect(page.getByText('Moved to Tue 1 Feb, 11:00')).toBeVisible()
    await expect(card).toHaveAccessibleName(/Tue 1 Feb 11:00 to 11:45/)
  }
  await dragAnHourDown()
  await page.route('**/api/Office/Planner/saveSessions', route => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/That did not reach us/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toHaveAccessibleName(/Tue 1 Feb 10:00 to 10:45/)

  await dragAnHourDown()
  const dragged = [{ id: sessionIds[0] as number, version: 4 }]
  const { saved } = await api.planner.saveSessions({
    sessions: dragged,
    changes: { capacity: 9 },
    tell: false,
  })
  expect(saved).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/ changed this at \d\d:\d\d/)).toBeVisible()
  await expect(card).toHaveAccessibleName(/Tue 1 Feb 11:00 to 11:45/)
})

test('swiping over a draft scrolls the week and does not move the draft @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Swipe')
  const { sessionIds } = await makeWeekly(api, name, [1])
  await page.setViewportSize({ width: 768, height: 700 })
  await visitWeek(page, '2028-02-01')
  const week = page.locator('.week-grid-place')
  const card = week.getByRole('button', { name: new RegExp(name) })
  await card.scrollIntoViewIfNeeded()
  const before = await week.evaluate(({ scrollLeft }) => scrollLeft)
  const { x, y } = (await card.boundingBox()) as { x: number; y: number }
  const devTools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: x + 80, y: y + 20 })
  for (const to of [60, 40, 20]) await touch('touchMove', { x: x + to, y: y + 20 })
  await touch('touchEnd')
  await expect.poll(() => week.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(before)
  await card.click()
  const panel = page.getByRole('dialog', { name })
  await expect(panel.getByLabel('Day')).toHaveValue('2028-02-01')
  await expect(panel.getByLabel('Start')).toHaveValue('10:00')
  expect(await api.planner.session({ id: sessionIds[0] as number })).toMatchObject({ version: 1 })
})

test('a camp opens from each of its days, and is listed once in a later week', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Camp')
  await makeClass(api, name, { date: '2028-03-03', endDate: '2028-03-07' })
  for (const day of ['2028-03-04', '2028-03-07'])
    await expect(await openDate(page, name, day)).toContainText('Fri 3 Mar – Tue 7 Mar, 10:00–10:45')
  await visit(page, `${addresses.planner()}?day=2028-03-07&view=list`)
  await expect(page.getByText('Fri 3 Mar – Tue 7 Mar, 10:00–10:45')).toBeVisible()

  const last = { date: addDays(today(), 7), endDate: addDays(today(), 7) }
  const running = { date: addDays(today(), -1), endDate: addDays(today(), 1) }
  const { offeringId } = await makeClass(api, freshName('Camp'), last)
  await api.planner.addDates({
    ...{ id: offeringId, roomId: null, capacity: 12, teacherIds: [], reason: '' },
    dates: [{ ...running, startTime: '10:00', endTime: '10:45' }],
  })
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('table', { name: 'Dates' }).locator('tbody tr')).toHaveCount(2)
})

test('a card grows on hover without leaving its place, at the end of the week too @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const names = [freshName('Jig'), freshName('Reel')]
  for (const name of names) await makeClass(api, name, { date: '2028-02-13' })
  await visitWeek(page, '2028-02-13')
  for (const name of names) {
    const card = page.locator('.week-grid-place').getByRole('button', { name: new RegExp(name) })
    await card.scrollIntoViewIfNeeded()
    const sidesNow = () =>
      card.evaluate(one => {
        const { left, right } = one.getBoundingClientRect()
        return { left: Math.round(left), right: Math.round(right) }
      })
    const before = await sidesNow()
    await card.hover()
    await expect(card).toHaveCSS('z-index', '3')
    const { left, right } = await sidesNow()
    expect(right).toBe(before.right)
    expect(left).toBeLessThan(before.left)
    await page.mouse.move(0, 0)
  }
})

test('each of eight dates at one time is wide enough to press @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Crowd')
  const place = { address: '', postcode: '', directions: '', whatToBring: '', mapUrl: '' }
  const { id: venueId } = await api.venues.save({ name: freshName('Hall'), ...place, isActive: true })
  const dates = [{ date: '2028-02-22', startTime: '10:00', endTime: '10:45' }]
  for (let count = 1; count <= 8; count++) {
    const fields = { ...(await plainClass(api, `${name} no ${count}`)), venueId }
    await api.planner.makeClass({ ...fields, slots: [], dates, publish: 'now' })
  }
  const band = page.getByRole('region', { name: /^Hall/ })
  for (const count of [1, 4, 8]) {
    await visitWeek(page, '2028-02-22')
    const card = band.getByRole('button', { name: `${name} no ${count},` })
    expect((await card.boundingBox())?.width).toBeGreaterThan(24)
    await card.click()
    await expect(page.getByRole('dialog', { name: `${name} no ${count}`, exact: true })).toBeVisible()
  }
})

test('J5: places cannot go below those taken, and added ones are offered to the waiting list', async ({
  page,
  site,
}) => {
  test.slow()
  const api = await startStaffSession(page, site, 'owner')
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
  const [dora, edie] = [await newPerson(site, 'Dora', ['M']), await newPerson(site, 'Edie', ['M'])]
  for (const waiting of [dora, edie]) {
    const attendees = { who: 'children' as const, childIds: await childIdsOf(waiting) }
    await waiting.api.waitingLists.class.join({ offeringId, sessionId, attendees })
  }
  await panel.getByLabel('Places').fill('14')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('2 families on the waiting list are being offered places').first(),
  ).toBeVisible()
  await expect(panel).toContainText('12 of 14 places taken, 2 kept for offers')
  for (const { email } of [dora, edie]) await readMail(site, email, /^A place is free for you$/)

  // A place that is kept counts as taken: neither a stranger gets it, nor can it be taken out.
  const stranger = await newPerson(site, 'Fay', ['N'])
  await expect(stranger.api.orders.class.place(place(await childIdsOf(stranger)))).rejects.toThrow()
  await panel.getByLabel('Places').fill('13')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(
    panel.getByText('14 places are taken or kept. The least is 14. Move or cancel places first'),
  ).toBeVisible()
  await dora.api.orders.class.place(place(await childIdsOf(dora)))
  const { version, ...date } = await api.planner.session({ id: sessionId })
  expect(date).toMatchObject({ capacity: 14, taken: 13 })
  const desk = await startStaffSession(page, site, 'frontDesk')
  await expect(
    desk.planner.saveSessions({
      ...{ sessions: [{ id: sessionId, version }], changes: { capacity: 15 }, tell: false },
    }),
  ).rejects.toThrow(officeSentences.notYours)
})

test('hiding or moving a booked date asks with the number of places; its class shows the venue', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const name = freshName('Hoops')
  const { offeringId, sessionId } = await makeClass(api, name)
  const family = await newPerson(site, 'Fay', ['N'])
  await placeOrder(family, 'class', { offeringId, id: sessionId })
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
  await panel.getByRole('button', { name: 'Move it there' }).click()
  const places = panel.getByLabel('Venue and room')
  await expect(places).toBeFocused()
  await expect(places).toHaveAccessibleDescription('Please choose a venue')
  await places.selectOption({ index: 1 })
  await expect(panel.getByText('Please choose a venue')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Move it there' }).click()
  const moving = page.getByRole('dialog', { name: /^Move / })
  await expect(moving.getByRole('row')).toHaveText(['Places that move with it1'])
  await moving.getByRole('button', { name: 'Move it there' }).click()
  // As if the browser closed the panel later than the week is read.
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = by => setTimeout(go, 300, by)
  })
  // The unsaved price is asked about before it is lost.
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(/^It is at .* now$/)).toBeVisible()
  await expect(page.getByText('The family of 1 place is told of the new venue')).toBeVisible()
  await expect(panel).toBeHidden()
  // The date is at another place on the page now, and has the focus.
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeFocused()
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('region', { name: 'Weekly times' })).toContainText(/Also at .* \(1 date\)/)
})

test('a price or credits that cannot be read show an error, and nothing is saved @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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
  await expect(panel.getByLabel('Credits')).toBeFocused()
  await expect(panel.locator('.field-error')).toHaveText([
    'Write a whole number',
    'Write the price like 8.50',
  ])
  const sessionNow = async () => (await api.planner.class({ id: offeringId })).sessions[0]
  expect(await sessionNow()).toMatchObject({ offersTrial: false, credits: 1 })
  await panel.getByLabel('Credits').fill('2')
  await panel.getByRole('button', { name: 'Save' }).click()
  // The section with the invalid field opens.
  await expect(panel.getByLabel('Trial price')).toBeFocused()
  await panel.getByLabel('Trial price').fill('5.00')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await sessionNow()).toMatchObject({ offersTrial: true, trialPricePence: 500, credits: 2 })
})

test('a date is saved within a closure once the question is confirmed @desk', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('a date keeps a room or venue that was switched off when it is saved @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Morris')
  const { offeringId, sessionId } = await makeClass(api, name)
  const { roomId, saveRoom, switchVenueOff } = await moveToLoft(api, offeringId)
  const savePrice = async (price: string, pricePence: number) => {
    const panel = await openDate(page, name, '2028-02-01')
    await panel.getByRole('textbox', { name: /^Price/ }).fill(price)
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    expect(await api.planner.session({ id: sessionId })).toMatchObject({ pricePence, roomId })
    await expect(panel.getByLabel('Room', { exact: true }).locator('option:checked')).toHaveText('Loft')
  }
  await saveRoom({ isActive: false })
  await savePrice('9.10', 910)
  await switchVenueOff()
  await savePrice('9.20', 920)
})

test('moving a date to a small room needs a reason, and to a closed day a tick @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const name = freshName('Tango')
  const venue = freshName('Barn')
  const { id: venueId } = await api.venues.save({
    ...{ name: venue, address: '', postcode: '', directions: '', whatToBring: '', mapUrl: '' },
    isActive: true,
  })
  await api.rooms.save({ venueId, name: 'Loft', capacity: 8, isShared: false, isActive: true })
  const day = { startDate: '2028-02-01', endDate: '2028-02-01' }
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const closures = [{ name: 'Polling day', venueId, ...day }]
  const { id: termId } = await api.terms.save({ ...term, closures, keepDates: false })
  const { sessionIds } = await makeWeekly(api, name, [1], termId)
  const panel = await openDate(page, name, '2028-02-01')
  const price = panel.getByRole('textbox', { name: /^Price/ })
  await price.fill('9.50')
  const press = async () => {
    await panel.getByText('Another venue for this date').click()
    await panel.getByLabel('Venue and room').selectOption({ label: `${venue}, Loft` })
    await panel.getByRole('button', { name: 'Move it there' }).click()
    const moving = page.getByRole('dialog', { name: /^Move / })
    await expect(moving).toContainText('Loft holds 8, and this date has 12 places.')
    await moving.getByLabel('Reason').fill('They are few')
    await moving.getByRole('button', { name: 'Move it there' }).click()
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
    return page.getByRole('dialog', { name: 'This date is in Polling day. Keep it anyway?' })
  }
  await (await press()).getByRole('button', { name: 'Go back' }).click()
  await expect(panel.getByRole('button', { name: 'Move it there' })).toBeEnabled()
  expect(await api.planner.session({ id: sessionIds[0] as number })).toMatchObject({ version: 1 })
  await expect(price).toHaveValue('9.50')
  await panel.getByText('Another venue for this date').click()
  await (await press()).getByRole('button', { name: 'Keep the date' }).click()
  await expect(page.getByText(`It is at ${venue} now`)).toBeVisible()
  expect(await api.planner.session({ id: sessionIds[0] as number })).toMatchObject({ venueId, room: 'Loft' })
})
