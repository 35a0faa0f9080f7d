import type { Locator, Page } from '@playwright/test'
import { ofKind } from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { dayRange } from '#web/ui/british-dates.ts'
import { givePagesOf } from './calls-of-page.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { today } from './today.ts'

// Proves ROUTE-01, ROUTE-07 to ROUTE-09.
test('addresses work in any case, and unknown ones lead home @desk', async ({ page }) => {
  await visit(page, '/HOME/Classes')
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  await visit(page, '/no/such/page')
  await expect(page).toHaveURL(/\/home\/home$/)
  await visit(page, '/home/userInfo')
  await expect(page).toHaveURL(/\/login$/)
})

// Proves ROUTE-10.
test('a new page begins at its top, and going back restores the scroll position', async ({ page }) => {
  await visit(page, '/home/home')
  // The email sign-up dialog, which opens when the visitor scrolls, gives way to the links of the footer.
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

// Proves ROUTE-10.
signedInTest(
  'a longer list, another week and a tab survive leaving the page and coming back @desk',
  async ({ page }) => {
    const staysPut = async (pressed: Locator, address: RegExp) => {
      await page.evaluate(() => window.scrollBy(0, 40))
      await pressed.scrollIntoViewIfNeeded()
      const before = await scrolled(page)
      expect(before).toBeGreaterThan(0)
      await pressed.click()
      await expect(page).toHaveURL(address)
      expect(await scrolled(page)).toBe(before)
    }
    await visit(page, '/home/mall')
    await staysPut(page.getByRole('link', { name: 'More products' }), /page=2/)
    await givePagesOf(page, contract.shop.products, 3)
    await page.getByRole('region', { name: 'Categories' }).getByRole('link').nth(2).click()
    await staysPut(page.getByRole('button', { name: 'Next page' }), /page=2/)
    await visit(page, '/home/classes')
    await staysPut(page.getByRole('button', { name: 'Next week' }).first(), /date=/)
    await visit(page, '/home/cart')
    const tabs = page.getByRole('navigation', { name: 'Your basket' })
    await staysPut(tabs.getByRole('link', { name: 'Products' }), /type=1/)
  },
)

// Proves ROUTE-17 to ROUTE-19, ROUTE-54.
test('a date in an address opens its week, in all three timetables @phone', async ({ page }) => {
  const thisMonday = mondayOf(today())
  const monday = addDays(thisMonday, 14)
  // All three timetables read dates in the same way.
  for (const [kind, query, shown] of [
    ['class', `?date=${monday}`, monday],
    ['class', `?date=${addDays(monday, 2)}`, monday],
    ['class', `?date=${addDays(monday, 6)}`, monday],
    ['class', '?date=soon', thisMonday],
    ['class', '', thisMonday],
    ['event', `?date=${addDays(monday, 2)}`, monday],
    ['parentSession', `?date=${addDays(monday, 6)}`, monday],
  ] as const) {
    await page.goto(ofKind[kind].timetable() + query, { waitUntil: 'commit' })
    await expect(page.getByRole('group', { name: 'Week' }), kind + query).toContainText(
      dayRange(shown, addDays(shown, 6), today()),
    )
  }
})

// Proves ROUTE-28, ROUTE-29.
test('the address of a category or a product opens it @phone', async ({ page, visitor }) => {
  const categories = await visitor.shop.categories()
  for (const [index, category] of [...categories.entries(), [99, categories[0]] as const]) {
    await page.goto(`/home/mall/classfiy?index=${index}`, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(category?.name ?? '')
  }
  const { items } = await visitor.shop.products({ isPopular: true, page: 1 })
  await page.goto(`/home/mall/detail?id=${items[1]?.id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(items[1]?.name ?? '')
})

const scrolled = (page: Page) => page.locator('html').evaluate(element => element.scrollTop)
