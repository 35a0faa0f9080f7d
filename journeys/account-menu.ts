import { expect, type Locator, type Page } from '@playwright/test'

const accountMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'My account' })

/** Below 80rem the menu of the account pages is folded. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  const summary = page.getByText('My account', { exact: true })
  await expect(summary).toBeVisible()
  if ((page.viewportSize()?.width ?? 0) < 1280) await summary.click()
  await expect(accountMenu(page)).toBeVisible()
  return accountMenu(page)
}

/** Logs out by the menu; what the page had just asked for may be refused by then. */
export async function logOut(page: Page, expectedComplaints: RegExp[]): Promise<void> {
  expectedComplaints.push(/status of 401/)
  const menu = await openAccountMenu(page)
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
