import type { Page } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

const totals = async (page: Page) =>
  (await page.locator('td[data-heading="Total"]').allTextContents()).map(text =>
    Number(text.replace('£', '')),
  )

test('a list is sorted by its headings, and the address keeps how', async ({ page, site }) => {
  await enterOffice(page, site, 'frontDesk')
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
      const shown = (await names.allTextContents()).map(name => name.split(' ').at(-1)?.toLowerCase() ?? '')
      return shown.length > 2 && shown.every((last, at) => at === 0 || last >= (shown[at - 1] ?? ''))
    })
    .toBe(true)
})

test('orders are narrowed down to those with a refund, in the address too', async ({ page, site }) => {
  const api = await enterOffice(page, site, 'frontDesk')
  await visit(page, addresses.orders())
  await page.getByRole('main').locator('summary').click()
  await page.getByLabel('Money back').selectOption('With a refund')
  await expect(page).toHaveURL(/[?&]withRefund=yes/)
  const { items } = await api.orders.list({ withRefund: true })
  await page.reload()
  if (items.length === 0) await expect(page.getByText('No order is like that')).toBeVisible()
  else await expect(page.getByText(items[0]?.number as string)).toBeVisible()
  await expect(page.getByLabel('Money back')).toHaveValue('yes')
})
