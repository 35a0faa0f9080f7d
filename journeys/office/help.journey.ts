import * as addresses from '#contract/office/addresses.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, test, visit } from '../site-test.ts'
import { startStaffSession } from './staff-sign-in.ts'

test('the “?” of a page shows answers, and links to a guide that can be searched', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.orders())
  await page.getByRole('button', { name: 'Help with this page' }).click()
  await expect(page.getByText('How do I refund?')).toBeVisible()
  await expectAccessible(page, 24)
  await page.getByRole('link', { name: 'Refunds and cancelled places' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Refunds and cancelled places')
  await expect(page.getByText('How do I refund?')).toBeHidden()

  await page.getByRole('link', { name: 'All topics' }).click()
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('half-term')
  const topics = page.getByRole('list', { name: 'Topics' })
  await expect(topics.getByRole('heading')).toHaveText(['Sell a term'])
  await topics.getByRole('link', { name: 'Make the term' }).click()
  await expect(title).toHaveText('Sell a term')
  await expect(page.getByRole('heading', { name: 'Make the term' })).toBeFocused()
})

test('the palette says where and how something is done @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.today())
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('cancel a class')
  await expect(page.getByRole('option').first()).toHaveText(/Cancel a class on one day.*Planner: open/)
  await page.getByRole('combobox', { name: 'Search' }).fill('refund')
  await expect(page.getByRole('option').first()).toHaveText(/Refund an order.*Orders: open it, then Refund/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
})
