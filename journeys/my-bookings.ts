import { expect, type Page } from '@playwright/test'
import { bookings } from '#contract/addresses.ts'
import { visit } from './site-test.ts'

/** Opens the collapsed parts of My Bookings, whose content is hidden until then. */
export async function openParts(page: Page): Promise<void> {
  for (const name of ['Calendar', 'Past and receipts', 'Shop orders', 'Calendar link']) {
    const part = page.locator('details').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await part.waitFor()
    if ((await part.getAttribute('open')) === null) await part.locator('summary').first().click()
    await expect(part).toHaveAttribute('open')
  }
}

/** Opens My Bookings with all its parts. */
export async function visitBookings(page: Page, address = bookings()): Promise<void> {
  await visit(page, address)
  await openParts(page)
}
