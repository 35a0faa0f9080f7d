import * as addresses from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import { choice, freshName, isPhone, makeType, openDate } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a recurring class is previewed, made as drafts, moved by keyboard and published', async ({
  page,
  site,
  visitor,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const { name: type } = await makeType(api)
  const name = freshName('Ballet')
  const term = { name: freshName('Term'), startDate: '2028-01-10', endDate: '2028-04-02' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2028-02-14', endDate: '2028-02-18' }]
  await api.terms.save({ ...term, closures, keepDates: false })

  await visit(page, addresses.newClass())
  await page.getByRole('button', { name: 'Save as drafts' }).click()
  await expect(page.getByText('Please choose a type').first()).toBeVisible()
  await choice(page, 'Type').selectOption({ label: type })
  await page.getByLabel('Name').fill(name)
  await choice(page, 'Venue').selectOption({ index: 1 })
  await choice(page, 'Age').selectOption({ index: 1 })
  await choice(page, 'Term').selectOption({ label: term.name })
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByText('Please choose the day of each time')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await expect(page.getByText('Please choose the day of each time')).toBeHidden()
  await choice(page, 'Room').selectOption({ index: 1 })
  await page.getByLabel('Places').fill('6')
  const credits = page.getByLabel('Credits')
  await expect(credits).toHaveValue('')
  await expect(credits).toHaveAccessibleDescription(
    /^Empty: cannot be paid with credits\. 1 credit costs £\d/,
  )
  const warning = page.getByText(/The price is £75\.00, and 1 credit costs £/)
  await page.getByLabel('Price of a date').fill('75')
  await expect(warning).toHaveCount(0)
  await credits.fill('1')
  await expect(warning).toBeVisible()
  await page.getByLabel('Price of a date').fill('8.50')
  await expect(warning).toHaveCount(0)
  await credits.fill('')
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await expect(page.getByRole('heading', { name: '11 dates, 1 closed' })).toBeVisible()
  await expect(page.getByText('Tue 15 Feb, 10:00–10:45 Half-term')).toBeVisible()
  await page.getByRole('button', { name: 'Make 11 drafts' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  const shown = () => visitor.offerings.class.timetable({ startDate: '2028-01-10', endDate: '2028-01-16' })
  const isShown = async () => (await shown()).some(day => day.sessions.some(session => session.name === name))
  expect(await isShown()).toBe(false)
  if (!isPhone(page)) {
    await visit(page, `${addresses.planner()}?day=2028-01-10`)
    const card = page.locator('.week-grid-place').getByRole('button', { name: new RegExp(name) })
    await card.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('.week-ghost')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.locator('.week-ghost')).toHaveCount(0)
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
  await visit(page, `${addresses.planner()}?day=2028-01-10&view=list&term=`)
  await page.getByRole('button', { name: /^Publish \d+ drafts?$/ }).click()
  await page.getByRole('button', { name: /^Publish \d+ dates? now$/ }).click()
  await expect(page.getByText(/\d+ published/)).toBeVisible()
  expect(await isShown()).toBe(true)
})

test('the end time follows the start until it is typed; the dates update by themselves @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const { name: type } = await makeType(api)
  await visit(page, addresses.newClass())
  await choice(page, 'Type').selectOption({ label: type })
  for (const label of ['Venue', 'Age']) await choice(page, label).selectOption({ index: 1 })
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

  await expect(page.getByText('Tue 5 Feb')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await expect(page.getByText('Tue 5 Feb, 16:30–17:15')).toBeVisible()
  await start.fill('16:00')
  await expect(page.getByText('Tue 5 Feb, 16:00–17:15')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Thursday' }).check()
  await expect(page.getByRole('heading', { name: '4 dates' })).toBeVisible()
  const make = page.getByRole('button', { name: 'Make 4 drafts' })
  const places = page.getByLabel('Places')
  await places.fill('')
  await make.click()
  await expect(page.getByRole('button', { name: 'Show the dates' })).toHaveAccessibleDescription(
    'Write a whole number',
  )
  await places.fill('12')
  await expect(make).toBeVisible()
  await end.fill('')
  await expect(page.getByText('Tue 5 Feb')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save as drafts' }).click()
  await expect(page.getByText('Please fill in all days and times').first()).toBeVisible()

  await page.getByLabel('Single dates').check()
  await start.fill('10:00')
  await expect(end).toHaveValue('16:00')
})

test('single dates of a workshop warn about closures and the end of the term @phone', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const { name: type } = await makeType(api)
  const term = { name: freshName('Term'), startDate: '2030-01-07', endDate: '2030-03-29' }
  const closures = [{ name: 'Half-term', venueId: null, startDate: '2030-02-18', endDate: '2030-02-22' }]
  await api.terms.save({ ...term, closures, keepDates: false })
  const name = freshName('Workshop')
  await visit(page, addresses.newClass())
  await choice(page, 'Type').selectOption({ label: type })
  for (const label of ['Venue', 'Age']) await choice(page, label).selectOption({ index: 1 })
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

test('a type or venue can be made from a class’s form, which keeps its draft over a reload @desk', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const { name: type } = await makeType(api)
  const [venue, room, name] = [freshName('Hall'), freshName('Room'), freshName('Jazz')]
  await visit(page, addresses.newClass())
  await choice(page, 'Type').selectOption({ label: type })
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
  await makeRoom.getByLabel('Name').fill(room)
  await makeRoom.getByRole('button', { name: 'Save' }).click()
  await expect(choice(page, 'Room').locator('option:checked')).toHaveText(room)
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await page.locator('summary', { hasText: 'Nobody yet' }).click()
  const teachers = page.getByRole('group', { name: 'Teachers' }).getByRole('checkbox')
  await teachers.nth(0).check()
  await teachers.nth(1).check()

  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(choice(page, 'Venue').locator('option:checked')).toHaveText(venue)
  await expect(page.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked()
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await page.getByRole('button', { name: /^Make \d+ drafts$/ }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const { slots } = await api.planner.class({ id: Number(page.url().split('/').at(-1)) })
  expect(slots).toMatchObject([{ weekday: 2, teacherIds: { length: 2 } }])
})

test('a camp has a range of ages in place of an age group, and a class of the week does not', async ({
  page,
  site,
  visitor,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const { types } = await api.planner.choices({})
  const event = types.find(({ kind }) => kind === 'event')?.name ?? ''
  const ofWeek = types.find(({ kind }) => kind === 'class')?.name ?? ''
  const name = freshName('Kite camp')
  await visit(page, addresses.newClass())
  const ages = choice(page, 'Age')
  const noAgeGroup = ages.getByRole('option', { name: 'No age group' })
  await choice(page, 'Type').selectOption({ label: ofWeek })
  await expect(noAgeGroup).toHaveCount(0)
  await choice(page, 'Type').selectOption({ label: event })
  await expect(page.getByRole('status').filter({ hasText: 'Filled in like' })).toBeVisible()
  const from = page.getByLabel('From age')
  await expect(from).toBeHidden()
  await ages.selectOption({ label: 'No age group' })
  await page.getByLabel('Name', { exact: true }).fill(name)
  await choice(page, 'Venue').selectOption({ index: 1 })
  await choice(page, 'Term').selectOption({ label: 'None' })
  await page.getByLabel('Single dates').check()
  await page.getByLabel('First day').fill('2028-02-15')
  await page.getByLabel('Price of a date').fill('30')
  await from.fill('about five')
  await page.getByRole('button', { name: 'Make 1 draft' }).click()
  await expect(page.getByText('Write an age like 3, or 18 months')).toBeVisible()
  await from.fill('5')
  await page.getByLabel('Until the birthday').fill('4')
  await page.getByRole('button', { name: 'Make 1 draft' }).click()
  await expect(page.getByText('The second age must be above the first')).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByLabel('Until the birthday').fill('12')
  await page.getByRole('button', { name: 'Make 1 draft' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(choice(page, 'Age')).toHaveValue('-1')
  await expect(page.getByLabel('From age')).toHaveValue('5')
  await page.getByLabel('Until the birthday').fill('10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Publish 1 draft' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const days = await visitor.offerings.event.timetable({ startDate: '2028-02-15', endDate: '2028-02-15' })
  const shown = days.flatMap(({ sessions }) => sessions).find(session => session.name === name)
  expect(shown?.ages).toBe('Ages 5 to 9')
})
