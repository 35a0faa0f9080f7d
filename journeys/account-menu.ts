import { expect, type Locator, type Page } from '@playwright/test'

const accountMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'My account' })

/** Opens the menu of the account pages, which is collapsed below 80rem. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  const summary = page.getByText('My account', { exact: true }).filter({ visible: true })
  await expect(summary).toBeVisible()
  if ((page.viewportSize()?.width ?? 0) < 1280) await summary.click()
  await expect(accountMenu(page)).toBeVisible()
  return accountMenu(page)
}

/** Logs out through the menu. Calls that the page has just made may be refused afterwards. */
export async function logOut(page: Page, expectedComplaints: RegExp[]): Promise<void> {
  expectedComplaints.push(/status of 401/)
  const menu = await openAccountMenu(page)
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
}
