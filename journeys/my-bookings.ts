import { expect, type Page } from '@playwright/test'
import { bookings } from '#contract/addresses.ts'
import { visit } from './site-test.ts'

/** The closed parts of My Bookings. */
export const bookingParts = ['Calendar', 'Past and receipts', 'Shop orders', 'Calendar link'] as const

/** Opens My Bookings with all its parts, whose content a closed one keeps from the reader. */
export async function visitBookings(page: Page, address = bookings()): Promise<void> {
  await visit(page, address)
  for (const part of bookingParts) {
    const summary = page
      .locator('summary')
      .filter({ has: page.getByRole('heading', { name: part, exact: true }) })
    await summary.click()
    await expect(summary.locator('xpath=..')).toHaveAttribute('open')
  }
}
