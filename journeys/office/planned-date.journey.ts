import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { tabTo } from '../by-keyboard.ts'
import { holdBack } from '../calls-of-page.ts'
import { placeOrder } from '../kinds.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { enterOffice } from './at-the-door.ts'
import { freshName, makeClass, makeWeekly, moveToLoft, openDate, visitWeek } from './planned-classes.ts'

test('a draft is dragged by the mouse, dropped, and put back by Undo, or why not is said @desk', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/ERR_FAILED|Failed to fetch/)
  const api = await enterOffice(page, site, 'manager')
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
    await page.mouse.move(at.x, at.y + 48)
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

test('a finger that passes over a draft scrolls the week, and moves the draft nowhere @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Swipe')
  const { sessionIds } = await makeWeekly(api, name, [1])
  await page.setViewportSize({ width: 820, height: 700 })
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

test('a camp of several days is opened from each of them, and stands once in the week after its first', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
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

test('a card that is pointed at grows, and stays over its own place, at the end of the week too @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
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

test('places are not lowered below what is taken, and raised they are offered to who waits @desk', async ({
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
  await expect(moving.getByRole('row')).toHaveText(['Places that go along1'])
  await moving.getByRole('button', { name: 'Move it there' }).click()
  // As where the browser is slower to close a drawer than the week is read.
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = by => setTimeout(go, 300, by)
  })
  // The price that was typed and not saved is not lost unasked.
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText(/^It is at .* now$/)).toBeVisible()
  await expect(page.getByText('The family of 1 place is told of the new venue')).toBeVisible()
  await expect(panel).toBeHidden()
  // It stands at another place of the page now, and the keyboard goes on from it.
  await expect(page.getByRole('button', { name: new RegExp(name) })).toBeFocused()
  await visit(page, addresses.plannedClass({ id: offeringId }))
  await expect(page.getByRole('region', { name: 'Weekly times' })).toContainText(/Also at .* \(1 date\)/)
})

test('a price or credits that cannot be read are said where they stand, and nothing is saved @phone', async ({
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
  await expect(panel.getByLabel('Credits')).toBeFocused()
  await expect(panel.locator('.field-error')).toHaveText([
    'Write a whole number',
    'Write the price like 8.50',
  ])
  const sessionNow = async () => (await api.planner.class({ id: offeringId })).sessions[0]
  expect(await sessionNow()).toMatchObject({ offersTrial: false, credits: 1 })
  await panel.getByLabel('Credits').fill('2')
  await panel.getByRole('button', { name: 'Save' }).click()
  // What is wrong is unfolded.
  await expect(panel.getByLabel('Trial price')).toBeFocused()
  await panel.getByLabel('Trial price').fill('5.00')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  expect(await sessionNow()).toMatchObject({ offersTrial: true, trialPricePence: 500, credits: 2 })
})

test('a date is kept in a closure from its own form, once that is answered @desk', async ({ page, site }) => {
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

test('a date keeps its room when that is switched off, and its whole venue, whatever else is saved of it @phone', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
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

test('a stand-in teaches one date, and its drawer says who changed what @phone', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'manager')
  const { offeringId } = await makeClass(api, freshName('Mambo'))
  await visit(page, addresses.plannedClass({ id: offeringId }))
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

test('a date goes where the room is too small with a reason, and where it is closed that day when it is kept @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
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
  // Its old entry has been passed over, and its new one put upon the planner's.
  await expect.poll(() => page.evaluate(() => history.length)).toBe(3)
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(isOpen)
  await page.goForward()
  await expect(panel).toBeHidden()

  await visit(page, addresses.register({ id }))
  await page.getByRole('link', { name: 'This date in the planner' }).click()
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=2028-02-01&term=${termId}&session=${id}$`))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(addresses.register({ id }))

  await visit(page, `${addresses.plannedClass({ id: offeringId })}?session=${id}`)
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
    await visit(page, from)
    await page.getByRole('link', { name: /^Tue 1 Feb 2028, 10:00/ }).click()
    await expect(panel).toBeVisible()
    await expect(page).toHaveURL(isOpen)
    // Whoever came to look types nothing over its places.
    await expect(panel.getByLabel('Places')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Who comes' })).toBeFocused()
  }
  await visit(page, addresses.session({ id: 999_999_999 }))
  await expect(page.getByText('This session was not found')).toBeVisible()
})

test('what is typed of a draft outlasts its publishing, called off or done, and is saved as nobody else’s @phone', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Fandango')
  const { sessionIds } = await makeWeekly(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  const price = panel.getByRole('textbox', { name: /^Price/ })
  const publish = () => panel.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish 1 date' })
  const asItWas = page.getByRole('dialog', { name: 'Publish it as it was saved?' })
  await price.fill('9.20')
  await publish()
  await asItWas.getByRole('button', { name: 'Go back' }).click()
  await expect(price).toHaveValue('9.20')
  await publish()
  await asItWas.getByRole('button', { name: 'Go on' }).click()
  await publishing.getByRole('button', { name: 'Close' }).click()
  await expect(price).toHaveValue('9.20')
  await publish()
  await asItWas.getByRole('button', { name: 'Go on' }).click()
  await publishing.getByRole('button', { name: 'Publish 1 date now' }).click()
  await expect(page.getByText('1 published')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Who comes' })).toBeVisible()
  await expect(price).toHaveValue('9.20')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const { pricePence, state } = await api.planner.session({ id: sessionIds[0] as number })
  expect([pricePence, state]).toEqual([920, 'scheduled'])
})

test('what is typed of a draft while it is being published is saved after it, and told as nobody else’s @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Farruca')
  const { sessionIds } = await makeWeekly(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  const price = panel.getByRole('textbox', { name: /^Price/ })
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish 1 date' })
  const answer = await holdBack(page, '**/api/Office/Planner/publish')
  await publishing.getByRole('button', { name: 'Publish 1 date now' }).click()
  await publishing.getByRole('button', { name: 'Close' }).click()
  await expect(publishing).toHaveCount(0)
  await price.fill('9.20')
  answer()
  await expect(panel.getByRole('link', { name: 'Who comes' })).toBeVisible()
  await expect(price).toHaveValue('9.20')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const [id] = sessionIds as [number]
  const { version, pricePence, state } = await api.planner.session({ id })
  expect([pricePence, state]).toEqual([920, 'scheduled'])

  await price.fill('9.30')
  await api.planner.hide({ sessions: [{ id, version }], isHidden: true })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /changed this at \d\d:\d\d/ })).toBeVisible()
})

test('a date that one has saved and moved oneself is told as nobody else’s, however late it is read anew', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Czardas')
  const { sessionId } = await makeClass(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  const savePrice = async (price: string) => {
    await panel.getByRole('textbox', { name: /^Price/ }).fill(price)
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  }
  await holdBack(page, '**/api/Office/Planner/week')
  await savePrice('9.10')
  await panel.getByText('Another venue for this date').click()
  const places = panel.getByLabel('Venue and room')
  await places.selectOption({ index: 1 })
  const venue = (await places.locator('option:checked').textContent()) ?? ''
  await panel.getByRole('button', { name: 'Move it there' }).click()
  const moving = page.getByRole('dialog', { name: /^Move / })
  await moving.getByRole('button', { name: 'Move it there' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  // As it was saved, or the field is drawn anew under the typing.
  await expect(panel.locator('p').first()).toContainText(venue)
  await savePrice('9.20')
  expect(await api.planner.session({ id: sessionId })).toMatchObject({ pricePence: 920 })
})

test('what is put back before a date is read anew is saved all the same, who teaches it too @phone', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Bourree')
  const { sessionId } = await makeClass(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  await holdBack(page, /\/api\/Office\/Planner\/(week|session)$/)
  await panel.locator('summary', { hasText: 'Nobody yet' }).click()
  const [teacher] = (await api.planner.choices({})).teachers
  const isTeaching = panel.getByRole('checkbox', { name: teacher?.name ?? '' })
  const save = async () => {
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    const { capacity, pricePence, teachers } = await api.planner.session({ id: sessionId })
    return [capacity, pricePence, teachers.map(({ id }) => id)]
  }
  await panel.getByLabel('Places').fill('15')
  await isTeaching.check()
  expect(await save()).toEqual([15, 850, [teacher?.id]])
  await panel.getByLabel('Places').fill('12')
  await isTeaching.uncheck()
  await panel.getByRole('textbox', { name: /^Price/ }).fill('9.10')
  expect(await save()).toEqual([12, 910, []])
})

test('a draft that one has saved oneself is deleted after it, however late it is read anew @desk', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'manager')
  const name = freshName('Galop')
  const { sessionIds } = await makeWeekly(api, name)
  const panel = await openDate(page, name, '2028-02-01')
  await holdBack(page, /\/api\/Office\/Planner\/(week|session)$/)
  await panel.getByRole('textbox', { name: /^Price/ }).fill('9.10')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await expect(panel).toBeHidden()
  await expect(api.planner.session({ id: sessionIds[0] as number })).rejects.toThrow('was not found')
})

test('a teacher’s date leads to who comes while its register lies open, and to others at any time @phone', async ({
  page,
  site,
}) => {
  const api = await enterOffice(page, site, 'owner')
  const teacher = (await api.staff.list({})).members.find(({ role }) => role === 'teacher')
  const soon = await makeClass(api, freshName('Soon'), { date: addDays(today(), 1) })
  const later = await makeClass(api, freshName('Later'), { date: addDays(today(), 3) })
  const sessions = await Promise.all(
    [soon, later].map(({ sessionId }) => api.planner.session({ id: sessionId })),
  )
  await api.planner.saveSessions({
    sessions: sessions.map(({ id, version }) => ({ id, version })),
    changes: { addTeachers: [teacher?.id as number] },
    tell: false,
    reason: '',
  })
  const whoComes = page.getByRole('dialog').getByRole('link', { name: 'Who comes' })
  const open = async ({ sessionId }: { sessionId: number }) => {
    await visit(page, addresses.session({ id: sessionId }))
    await expect(page.getByRole('link', { name: 'The class and all its dates' })).toBeVisible()
  }
  await open(later)
  await expect(whoComes).toBeVisible()
  await enterOffice(page, site, 'teacher')
  await open(later)
  await expect(whoComes).toHaveCount(0)
  await open(soon)
  await whoComes.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Soon/ })).toBeVisible()
})
