import type { Locator, Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { addDays } from '#domain/calendar.ts'
import { expectAccessible } from '../barriers.ts'
import { holdBack } from '../calls-of-page.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

const totals = async (page: Page) =>
  (await page.locator('td[data-heading="Total"]').allTextContents()).map(text =>
    Number(text.replace('£', '')),
  )

test('a list is sorted by its headings, and the address keeps the order', async ({ page, site }) => {
  await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.orders())
  const heading = page.getByRole('button', { name: 'Total' })
  await heading.click()
  await expect(page).toHaveURL(/[?&]sort=total/)
  await expect
    .poll(async () => {
      const shown = await totals(page)
      return shown.length > 2 && shown.every((total, at) => total >= (shown[at - 1] ?? 0))
    })
    .toBe(true)
  await heading.click()
  await expect(page).toHaveURL(/[?&]sort=-total/)
  await page.reload()
  const isFalling = async () => {
    const shown = await totals(page)
    return shown.length > 2 && shown.every((total, at) => total <= (shown[at - 1] ?? total))
  }
  await expect.poll(isFalling).toBe(true)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await totals(page)).length).toBeGreaterThan(50)
  expect(await isFalling()).toBe(true)
  await expectAccessible(page, 24)
  await page.goBack()
  await expect(page).toHaveURL(/[?&]sort=total/)

  await visit(page, addresses.families())
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/[?&]sort=name/)
  const names = page.locator('tbody th[scope="row"]')
  await expect
    .poll(async () => {
      const shown = (await names.allTextContents()).map(name => name.replace(/^\S+ /, '').toLowerCase())
      return shown.length > 2 && shown.every((last, at) => at === 0 || last >= (shown[at - 1] ?? ''))
    })
    .toBe(true)
  await expect(page.locator('[id*=" "]')).toHaveCount(0)
})

test('orders are filtered to those with a refund, in the address too @phone', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.orders())
  await page.getByRole('main').locator('summary').click()
  await page.getByLabel('Money back').selectOption('With a refund')
  await expect(page).toHaveURL(/[?&]withRefund=yes/)
  const { items } = await api.orders.list({ withRefund: true })
  await page.reload()
  if (items.length === 0) await expect(page.getByText('No order is like that')).toBeVisible()
  else await expect(page.getByText(items[0]?.number as string)).toBeVisible()
  await expect(page.getByLabel('Money back')).toHaveValue('yes')
  // The opened filters stay open even if none of them is set.
  await page.getByLabel('Money back').selectOption('All')
  await expect(page).not.toHaveURL(/withRefund/)
  await expect(page.getByLabel('Money back')).toBeVisible()
})

test('a row of a report leads to the dates or orders that it adds up', async ({ page, site }) => {
  const api = await startStaffSession(page, site, 'manager')
  const period = { from: addDays(today(), -27), to: today() }
  const days = `period=days&from=${period.from}&to=${period.to}`
  const [row] = await api.reports.occupancy({ ...period, by: 'times' })
  const [weekday, hour] = [Math.floor((row?.id as number) / 100), (row?.id as number) % 100]
  await visit(page, `${addresses.occupancy()}?${days}&by=times`)
  await page.getByRole('link', { name: row?.name as string, exact: true }).click()
  const dates = await api.planner.week({ ...period, weekday, hour })
  expect(dates.length).toBeGreaterThanOrEqual(row?.dates as number)
  await expect(page.getByText(`${dates.length} in all`)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Weekday' })).toHaveValue(String(weekday))
  await expectAccessible(page, 24)
  // Week by week again, of the week in which the period began.
  await page.getByRole('button', { name: 'Week by week' }).click()
  await expect(page.getByRole('button', { name: 'The next week' })).toBeVisible()

  const [sum] = (await api.money.vat(period)).sums
  const { items } = await api.orders.list({
    ...{ moneyFrom: period.from, moneyTo: period.to, vatCode: sum?.code as 'standard' },
  })
  await visit(page, `${addresses.vat()}?${days}`)
  await page.getByRole('table', { name: 'VAT by code' }).getByRole('rowheader').first().click()
  await expect(page.getByRole('combobox', { name: 'VAT code' })).toHaveValue(sum?.code as string)
  await expect(page.getByText(items[0]?.number as string)).toBeVisible()
  await expectAccessible(page, 24)
})

test('a catalogue list is sorted by any column, and then in its own order again', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.products())
  const names = page.locator('.data-open')
  await expect(names.nth(2)).toBeVisible()
  const own = await names.allTextContents()
  const price = page.getByRole('columnheader', { name: 'Price' }).getByRole('button')
  await price.click()
  await expect(page).toHaveURL(/[?&]sort=pricePence/)
  const prices = async () =>
    (await page.locator('td[data-heading="Price"]').allTextContents()).map(text => Number(text.slice(1)))
  expect(await prices()).toEqual((await prices()).toSorted((one, other) => one - other))
  await price.click()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  expect(await prices()).toEqual((await prices()).toSorted((one, other) => other - one))
  await expectAccessible(page, 24)
  await price.click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(names).toHaveText(own)
})

test('the palette shows the keys of its actions, and runs them @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.venues())
  await expect(page.locator('.data-open').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const next = page.getByRole('option', { name: 'Next row' })
  await page.getByRole('combobox', { name: 'Search' }).fill('next row')
  await expect(next.locator('kbd')).toHaveText('J')
  await page.keyboard.press('Enter')
  await expect(page.locator('.data-open').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('.data-open').nth(1)).toBeFocused()
})

test('the palette scrolls to the selected result and marks it, in forced colours too @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'manager')
  await page.setViewportSize({ width: 900, height: 430 })
  await visit(page, addresses.venues())
  await expect(page.locator('.data-open').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  const options = palette.getByRole('option')
  await expect(options.nth(9)).toBeAttached()
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowDown')
  const chosen = options.nth(8)
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (one: Locator) => one.evaluate(element => getComputedStyle(element).backgroundColor)
  // The selected row's background differs from the dialog's, not only from the next row's.
  expect(await ground(chosen)).not.toBe(await ground(palette))
})

test('the staff list says how members sign in, and links to the dates that they teach', async ({
  page,
  site,
}) => {
  const api = await startStaffSession(page, site, 'owner')
  const [from, to] = [addDays(today(), 7), addDays(today(), 21)]
  const coming = (await api.planner.week({ from, to })).find(({ state }) => state === 'scheduled')
  const teacher = (await api.staff.list({})).members.find(({ role }) => role === 'teacher')
  if (!coming || !teacher) throw new Error('the demo has neither dates nor a teacher')
  const sessions = [{ id: coming.id, version: coming.version }]
  await api.planner.saveSessions({
    sessions,
    changes: { addTeachers: [teacher.id] },
    tell: false,
    reason: '',
  })
  const { members } = await api.staff.list({})
  const nextDate = members.find(({ id }) => id === teacher.id)?.nextDate
  const email = `ann.${Date.now()}@example.test`
  await api.staff.invite({ email, role: 'teacher', fullName: '' })
  await visit(page, addresses.staff())
  for (const [press, call] of [
    ['Send again', 'resend'],
    ['Withdraw', 'withdraw'],
  ]) {
    await holdBack(page, `**/api/Office/Staff/${call}`)
    const button = page.getByRole('button', { name: `${press}: ${email}` })
    await button.click()
    await expect(button).toBeDisabled()
  }
  const row = page.getByRole('listitem').filter({ hasText: teacher.email })
  await expect(row).toContainText('with neither password nor passkey')
  await expectAccessible(page, 24)
  await row.getByRole('button').click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialogs = page.getByRole('dialog')
  await expect(dialogs.last()).toContainText(/They teach \d+ coming date/)
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialogs).toHaveCount(0)
  await row.getByRole('link', { name: /^Teaches \d+ coming date/ }).click()
  await expect(page.getByLabel('Teacher')).toHaveValue(String(teacher.id))
  await expect(page).toHaveURL(new RegExp(`day=${nextDate}`))
})

test('a search adds one history entry, even when typed slowly @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await visit(page, addresses.families())
  const search = page.getByRole('searchbox')
  // Slower than the pause after which the page searches.
  await search.pressSequentially('hart', { delay: 250 })
  await expect(page).toHaveURL(/[?&]words=hart$/)
  await page.goBack()
  await expect(page).toHaveURL(addresses.families())
  await expect(search).toHaveValue('')
})

test('in a low window nothing covers the row selected by keyboard @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'manager')
  await page.setViewportSize({ width: 320, height: 256 })
  await visit(page, addresses.types())
  await expect(page.locator('.data-open').nth(6)).toBeVisible()
  for (const key of [...'jjjjjjkkkk']) {
    await page.keyboard.press(key)
    const isSeen = await page.locator('.data-open:focus').evaluate(link => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isSeen, key).toBe(true)
  }
  // The bars are at the top and bottom of the page instead.
  await page
    .getByRole('navigation', { name: 'Office, in short' })
    .getByRole('button', { name: 'More' })
    .click()
  // The menu can be scrolled to its last entry, and nothing covers it.
  const settings = page.getByRole('link', { name: 'Settings' })
  await settings.scrollIntoViewIfNeeded()
  await expect(settings).toBeInViewport()
  await settings.click({ trial: true })
})
