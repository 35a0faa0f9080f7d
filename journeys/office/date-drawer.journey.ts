import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { tabTo } from '../by-keyboard.ts'
import { holdBack } from '../calls-of-page.ts'
import { childIdsOf, newPerson } from '../people.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { freshName, makeClass, makeWeekly, openDate } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a stand-in teaches one date, and its panel says who changed what @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('in a date’s panel Save stays visible, and the keyboard reaches it after the fields', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Waltz')
  await makeClass(api, name)
  // As low as a phone's window with its keyboard open.
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
  // The focused element is visible beside Save, with Tab and with Shift+Tab.
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

test('the open date is in the address: after a reload, by link and with Back @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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
  await expect(
    page.getByRole('list', { name: 'Who comes' }).or(page.getByText('Nobody has booked')),
  ).toBeVisible()
  await page.goBack()
  await expect(panel).toBeVisible()
  // The date's old history entry was skipped, and its new one follows the planner's.
  await expect.poll(() => page.evaluate(() => history.length)).toBe(3)
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(isOpen)
  await page.goForward()
  await expect(panel).toBeHidden()

  // The former address of a register leads to the date, whose tabs are links.
  await visit(page, addresses.register({ id }))
  await expect(page).toHaveURL(addresses.session({ id }))
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('list', { name: 'History' })).toHaveCount(0)
  await expect(tabs.getByRole('link', { name: 'Register' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByLabel('Places')).toBeVisible()
  await page.getByRole('link', { name: 'This date in the planner' }).click()
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=2028-02-01&term=${termId}&session=${id}$`))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(addresses.sessionTab({ id, tab: 'details' }))

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
    await expect(page).toHaveURL(addresses.session({ id }))
    await expect(page.getByRole('list', { name: 'Who comes' })).toContainText('Gus')
  }
  await visit(page, addresses.session({ id: 999_999_999 }))
  await expect(page.getByText('This was not found')).toBeVisible()
})

test('unsaved changes of a draft survive its publishing, and saving them is no conflict @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('changes typed while a draft is published are saved afterwards without a conflict @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('saving and then moving a date does not conflict, however late the date reloads @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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
  // Waits until the save is shown. Otherwise the field is rendered again while the test types.
  await expect(panel.locator('p').first()).toContainText(venue)
  await savePrice('9.20')
  expect(await api.planner.session({ id: sessionId })).toMatchObject({ pricePence: 920 })
})

test('fields that are changed back before the date reloads are saved, teachers too @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('a draft can be deleted right after it is saved, however late it reloads @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'manager')
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

test('a teacher’s date links to its register only while that is open; others always link @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
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
    await visit(page, `${addresses.planner()}?session=${sessionId}`)
    await expect(page.getByRole('link', { name: 'The class and all its dates' })).toBeVisible()
  }
  await open(later)
  await expect(whoComes).toBeVisible()
  await startStaffSession(page, site, 'teacher')
  await open(later)
  await expect(whoComes).toHaveCount(0)
  await open(soon)
  await whoComes.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Soon/ })).toBeVisible()
})

test('a place is moved from the panel of its date, and from the page of the date', async ({ page, site }) => {
  test.slow()
  const api = await startStaffSession(page, site, 'manager')
  const name = freshName('Samba')
  const { offeringId } = await makeClass(api, name, { laterDates: ['2028-02-08'] })
  const family = await newPerson(site, 'Selma', ['Iris'])
  const [first] = (await api.planner.class({ id: offeringId })).sessions
  const accountId = (await api.families.search({ words: family.email })).people[0]?.accountId ?? 0
  await api.deskBookings.place({
    ...{ accountId, offeringId, childIds: await childIdsOf(family), sessionIds: [first?.id ?? 0] },
    ...{ isTrial: false, raises: [], reference: '', pay: 'desk', method: 'cash' },
    expected: { totalPence: 850, creditsUsed: 0 },
  })
  const panel = await openDate(page, name, '2028-02-01')
  await panel.locator('summary', { hasText: 'Places' }).press('Enter')
  await expectAccessible(page, 24)
  await panel.getByRole('button', { name: 'Move Iris Hart’s place' }).click()
  const moving = page.getByRole('dialog', { name: /Iris Hart/ })
  await expect(moving).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moving).toHaveCount(0)
  await visit(page, addresses.sessionTab({ id: String(first?.id), tab: 'details' }))
  await page.locator('summary', { hasText: 'Places' }).click()
  await page.getByRole('button', { name: 'Move Iris Hart’s place' }).click()
  await expect(moving.getByText(/8 Feb/).first()).toBeVisible()
})
