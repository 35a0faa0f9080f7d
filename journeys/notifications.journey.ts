import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { signIn } from './sign-in.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.locator('#notifications')

const axe = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)

test('a parent reads what is new, and the number drops at once', async ({ page, request }) => {
  await page.goto('/home/about')
  const token = await signIn(page)
  await page.goto('/home/about')
  await expect(bell(page)).toHaveAccessibleName(/Notifications ?, \d+ unread/)
  await bell(page).click()
  const entries = panel(page).getByRole('link')
  await expect(entries.first()).toContainText(/\w{3} \d+ \w{3} \d{4}, \d\d:\d\d/)
  expect(await axe(page)).toEqual([])

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(entries.first()).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(panel(page)).toBeHidden()

  await bell(page).click()
  const unread = panel(page).getByRole('link', { name: /^Unread: / })
  await expect(unread.first()).toBeVisible()
  const before = await unread.count()
  expect(before).toBeGreaterThan(0)
  const title = await unread.first().locator('.notice-title').textContent()
  const counted = page.waitForResponse(response => response.url().endsWith('/news/getReadNum'), {
    timeout: 4_000,
  })
  await unread.first().focus()
  await page.keyboard.press('Enter')
  await page.waitForResponse(response => response.url().endsWith('/news/read'))
  await counted
  await expect(page).toHaveURL(/\/home\/messageDetail\?id=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()
  await expect(page.locator('main .rich-text p').first()).not.toBeEmpty()
  await expect(panel(page)).toBeHidden()
  await bell(page).click()
  await expect(panel(page).getByRole('link', { name: /^Unread: / })).toHaveCount(before - 1)
  await page.keyboard.press('Escape')
  expect(await axe(page)).toEqual([])

  const { data } = await (await request.post('/api/news/getReadNum', { headers: { token }, data: {} })).json()
  const count = data.num ? ` ?, ${data.num} unread` : ''
  await expect(bell(page)).toHaveAccessibleName(new RegExp(`^Notifications${count}$`))
})

test('a visitor is asked to log in, and comes back to the notifications', async ({ page }) => {
  await page.goto('/home/about')
  await page.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/home/messageDetail?id=1')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page)
  await page.goto('/home/messageDetail')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.locator('main .notice').first()).toBeVisible()
})

test('a notification that is not there says so', async ({ page }) => {
  await page.goto('/home/about')
  await signIn(page)
  await page.goto('/home/messageDetail?id=999999999')
  await expect(page.getByRole('heading', { name: 'This notification was not found' })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('an empty list and a failed one say what to do', async ({ page }) => {
  await page.goto('/home/about')
  await signIn(page)
  await page.route('**/news/getlist', route => route.fulfill({ json: { code: 1, msg: '', data: [] } }))
  await page.goto('/home/about')
  await bell(page).click()
  await expect(panel(page).getByText('Nothing yet')).toBeVisible()
  await page.unroute('**/news/getlist')
  await page.route('**/news/getlist', route => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/home/messageDetail')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/news/getlist')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('main .notice').first()).toBeVisible()
})
