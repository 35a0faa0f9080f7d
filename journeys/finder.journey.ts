import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf, weekdayOf } from '#domain/calendar.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { watchCalls } from './calls-of-page.ts'
import { expect, test, visit } from './site-test.ts'
import { openFilters, weekOf } from './timetable.ts'
import { today } from './today.ts'

const inTheMiddle = { latitude: 51.4545, longitude: -2.5879 }

test('a class is found by age, days and venue, and near the browser’s own position', async ({
  page,
  context,
  visitor,
}) => {
  await visit(page, addresses.home())
  const finder = page.getByRole('search', { name: 'Find a class' })
  const choose = (label: string, option: string) =>
    finder.getByLabel(label, { exact: true }).selectOption({ label: option })
  await choose('Age', '2 years')
  for (const day of ['Thursday', 'Saturday']) await finder.getByLabel(day).check()
  await expect(page).toHaveURL(/home\?years=2&days=Thu,Sat$/)
  const monday = addDays(mondayOf(today()), 7)
  const groups = (await visitor.offerings.class.ageGroups()).filter(
    ({ fromMonths = 0, toMonths = 999 }) => fromMonths < 36 && toMonths > 24,
  )
  expect(groups.length).toBeGreaterThan(1)
  const fitting = (week: Awaited<ReturnType<typeof weekOf>>) =>
    week
      .flatMap(({ sessions }) => sessions)
      .filter(({ ageGroupId }) => groups.some(({ id }) => id === ageGroupId))
      .filter(({ date }) => ['Thu', 'Sat'].includes(weekdayOf(date)))
  const coming = fitting(await weekOf(visitor, 'class', today())).filter(({ isBookable }) => isBookable)
  if (coming.length > 0) {
    await expect(finder.getByRole('button', { name: `Show ${coming.length} class` })).toBeVisible()
  }
  await expectAccessible(page)

  // A refusal leads to the list of venues.
  const sent = watchCalls(page, contract.offerings.class.timetable)
  await finder.getByRole('button', { name: 'Near me' }).click()
  await expect(message(page, /Choose a venue instead/)).toBeVisible()
  await expect(finder.getByLabel('Venue', { exact: true })).toBeFocused()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(inTheMiddle)
  await finder.getByRole('button', { name: 'Near me' }).click()
  await expect(finder.getByRole('status').first()).toHaveText('Nearest: The Glasshouse, Montpelier, 1 mile')
  const venues = await finder.getByLabel('Venue', { exact: true }).getByRole('option').allTextContents()
  expect(venues).toEqual([
    'Any venue',
    'The Glasshouse, Montpelier · 1 mile',
    'The Harbour Loft, Spike Island · 1.2 miles',
    'Larkfield Hall, Southville · 1.2 miles',
    'Orchard Studio, Westbury Park · 1.9 miles',
  ])

  await finder.getByRole('button', { name: /^(Show|Next) / }).click()
  await expect(page).toHaveURL(/classes\?years=2&days=Thu,Sat/)
  await expect(page.locator('.session-distance').first()).toContainText(/^ \d(\.\d)? miles?$/)
  await page.goBack()
  await expect(page).toHaveURL(/home\?years=2&days=Thu,Sat$/)
  await expect(finder.getByLabel('Age', { exact: true })).toHaveValue('2')
  await visit(page, `${addresses.ofKind.class.timetable({ date: monday })}&years=2&days=Thu,Sat`)
  const next = fitting(await weekOf(visitor, 'class', monday))
  await expect(page.locator('.session')).toHaveCount(next.length)
  const filters = await openFilters(page)
  await expect(filters.getByLabel('Age', { exact: true })).toHaveValue('2 years')
  await expect(filters.getByLabel('Day', { exact: true }).locator('option:checked')).toHaveText('Thu, Sat')
  await filters.getByLabel('Day', { exact: true }).selectOption({ label: 'Saturday' })
  await expect(page).toHaveURL(/years=2&day=Sat$/)

  // What is full goes, and at a desk the other days leave their room to the chosen one.
  const saturdays = next.filter(({ date }) => weekdayOf(date) === 'Sat')
  await expect(page.locator('.session')).toHaveCount(saturdays.length)
  await page.getByRole('button', { name: 'Places left' }).click()
  await expect(page).toHaveURL(/years=2&day=Sat&places=left$/)
  const left = saturdays.filter(({ placesLeft }) => placesLeft > 0)
  await expect(page.locator('.session')).toHaveCount(left.length)
  await expect(page.locator('.day:visible')).toHaveCount(left.length > 0 ? 1 : 0)
  expect(JSON.stringify(sent)).not.toContain('51.4')
})
