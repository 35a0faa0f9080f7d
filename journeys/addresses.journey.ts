import type { Page } from '@playwright/test'
import { expect, test, visit } from './site-test.ts'

test('addresses are forgiving: other cases work, unknown ones lead home', async ({ page }) => {
  await visit(page, '/HOME/Classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await visit(page, '/home/HELPCENTER')
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
  for (const unknown of ['/', '/home', '/no/such/page', '/home/nothing?x=1']) {
    await visit(page, unknown)
    await expect(page).toHaveURL(/\/home\/home$/)
  }
  await visit(page, '/home/userInfo')
  await expect(page).toHaveURL(/\/login$/)
})

test('a new page begins at its top, and going back returns to where one was', async ({ page }) => {
  await visit(page, '/home/home')
  await page.getByRole('dialog', { name: /treat/ }).getByRole('button', { name: 'Close' }).click()
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await link.scrollIntoViewIfNeeded()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
  const before = await scrolled(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help centre' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
  await expect(page).toHaveTitle(/^Help/)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/home$/)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(before / 2)
})

const scrolled = (page: Page) => page.locator('html').evaluate(element => element.scrollTop)
