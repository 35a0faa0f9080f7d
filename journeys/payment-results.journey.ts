import { paymentFailed } from '#contract/addresses.ts'
import { pay, placeOrder } from './kinds.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, isPriced } from './timetable.ts'

// Proves RES-01 to RES-04.
test('a failed payment says so, and what to do next', { tag: '@phone' }, async ({ page, visitor }) => {
  const { contactEmail, contactPhone } = await visitor.content.siteSettings()
  await visit(page, '/home/userInfo/payFail')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Payment unsuccessful')
  await expect(main).toContainText(
    `Your payment was unsuccessful. Please try again or contact us at ${contactEmail} or ${contactPhone}.`,
  )
  const contact = (name: string) => main.getByRole('link', { name, exact: true })
  await expect(contact(contactEmail)).toHaveAttribute('href', `mailto:${contactEmail}`)
  await expect(contact(contactPhone)).toHaveAttribute('href', /^tel:[\d+]+$/)
})

signedInTest(
  'the payment-failed page thanks for an order that was paid after all',
  { tag: '@desk' },
  async ({ page, person, visitor }) => {
    const orderNumber = await placeOrder(person, 'class', await findSession(visitor, isPriced))
    await visit(page, paymentFailed({ orderNumber }))
    await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
    // Pays in another tab.
    const otherTab = await page.context().newPage()
    await pay(otherTab, person, orderNumber)
    await otherTab.close()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=0&order_sn=/)
    await expect(page.getByRole('region', { name: 'What you booked' })).toContainText(orderNumber)
  },
)

// Proves RES-05 to RES-08, ROUTE-51, ROUTE-52.
signedInTest(
  'an order that cost nothing leads to the thank-you page, with a link to it',
  { tag: '@desk' },
  async ({ page, visitor, browser, site }) => {
    const { contactEmail, contactPhone } = await visitor.content.siteSettings()
    await visit(page, '/home/userInfo/PaySuccess?type=1')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')
    await expect(main).toContainText('No order is named here.')
    await expect(main).not.toContainText('All is confirmed')
    const stranger = await browser.newPage({ baseURL: site })
    await visit(stranger, '/home/userInfo/paySuccess?type=1')
    await expect(stranger.getByRole('main')).toContainText('No order is named here.')
    await expect(stranger.getByRole('main')).not.toContainText('One step is left')
    await expect(stranger.getByRole('link', { name: 'View my bookings' })).toBeVisible()
    await stranger.close()
    for (const contact of [contactEmail, contactPhone]) {
      await expect(main.getByRole('link', { name: contact, exact: true })).toBeVisible()
    }
    await main.getByRole('link', { name: 'View my bookings' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/orderList$/)
    await expect(page.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible()
  },
)
