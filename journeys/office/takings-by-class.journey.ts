import { readFile } from 'node:fs/promises'
import * as addresses from '#contract/office/addresses.ts'
import { monthAfter, monthName } from '#domain/months.ts'
import { daysOfMonth } from '#domain/office/report-periods.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { today } from '../today.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('a month is chosen by its name, split by class, and kept when the tab changes', async ({
  page,
  site,
}) => {
  const manager = await startStaffSession(page, site, 'manager')
  const month = monthAfter(today().slice(0, 7), -2)
  const days = daysOfMonth(month)
  await visit(page, addresses.money())
  await page.getByLabel('Period').selectOption(monthName(month))
  await page.getByLabel(/^By/).selectOption('Class')
  const { rows } = await manager.money.takingsByClass(days)
  const table = page.getByRole('table', { name: 'Takings by class' })
  await expect(table.getByRole('row')).toHaveCount(rows.length > 0 ? rows.length + 2 : 0)
  const { rows: steps } = await manager.money.takings({ ...days, by: 'month' })
  const pence = steps.reduce((sum, { netPence }) => sum + netPence, 0)
  const pounds = (pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })
  const sum = rows.length > 0 ? table.locator('tfoot') : page.getByText('No money came in')
  await expect(sum).toContainText(rows.length > 0 ? `£${pounds}` : 'No money')
  await expectAccessible(page, 24)
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Revenue' }).click()
  await expect(page.getByRole('heading', { name: 'Revenue', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Period')).toHaveValue(month)
  // Revenue counts a place on its day, so money that was paid ahead is not in it.
  const earned = (await manager.money.revenue({ ...days, by: 'classes' })).length > 0
  await expect(page.getByRole('link', { name: 'See what came in by class' })).toHaveCount(
    pence !== 0 && !earned ? 1 : 0,
  )
})

test('a VAT period without money has a file, and names its days with the year @desk', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, `${addresses.vat()}?period=days&from=2020-01-01&to=2020-03-31`)
  await expect(page.getByText('No money came in or went back in this period')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const saved = await downloading
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toEqual([expect.stringContaining('tax point,order,line')])
  await page.getByRole('button', { name: 'Close 1 Jan – 31 Mar 2020' }).click()
  await expect(page.getByRole('dialog', { name: 'Close 1 Jan – 31 Mar 2020?' })).toBeVisible()
})
