import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { addressOf, watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { newPerson } from './people.ts'
import { expect, test, visit } from './site-test.ts'

const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' })
const passwordField = (page: Page) => page.getByLabel(/^Password/)
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in' }).click()
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('maypole.token'))

// Proves AUTH-01 to AUTH-08, AUTH-12, ERR-01.
test('log-in asks for the address, then the password, and keeps nothing after a wrong one', {
  tag: '@phone',
}, async ({ page }) => {
  const sent = watchCalls(page, contract.accounts.signIn)
  await visit(page, '/login')
  await expect(passwordField(page)).toHaveAttribute('type', 'password')
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register')
  await expect(page.getByRole('link', { name: 'Forgotten your password?' })).toHaveAttribute(
    'href',
    '/forget',
  )

  await logIn(page)
  await expectOnlyMessage(page, sentences.emailRequired)
  await expectMarked(emailField(page), 'Please fill in your email address')
  await emailField(page).fill('nobody@example.test')
  await logIn(page)
  await expectOnlyMessage(page, sentences.passwordRequired)
  await expectMarked(passwordField(page))
  expect(sent).toEqual([])

  await passwordField(page).fill(' a wrong one ')
  await logIn(page)
  await expectOnlyMessage(page, sentences.wrongLogin)
  expect(sent).toEqual([{ email: 'nobody@example.test', password: ' a wrong one ' }])
  expect(await storedToken(page)).toBeNull()
  await expect(page).toHaveURL(/\/login$/)
})

test('a password can be pasted, and saved by a password manager', { tag: '@desk' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, '/login')
  await expect(emailField(page)).toHaveAttribute('autocomplete', 'email')
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
  await page.evaluate(() => navigator.clipboard.writeText('a kite in the orchard'))
  await passwordField(page).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(passwordField(page)).toHaveValue('a kite in the orchard')
  // A password that is shown is not stored either.
  await page.getByRole('button', { name: 'Show what is typed' }).click()
  await emailField(page).fill('gwen@example.test')
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(kept).toContain('gwen@example.test')
  expect(kept).not.toContain('a kite in the orchard')
})

// Proves ACC-12, API-02, API-05 to API-07, AUTH-09 to AUTH-11.
test('log-in leads back to the previous page, else home, even after a reload @phone', async ({
  page,
  site,
}) => {
  const person = await newPerson(site, 'Lena', [])
  const logInAsLena = async () => {
    await emailField(page).fill(person.email)
    await passwordField(page).fill(person.password)
    const answered = page.waitForResponse(/\/api\/user\/login$/)
    await page.keyboard.press('Enter')
    return ((await (await answered).json()) as { data: { token: string } }).data.token
  }
  await visit(page, '/login')
  const answered = [contract.notifications.countUnread, contract.ownBookings.upNext].map(call =>
    page.waitForResponse(addressOf(call)),
  )
  const token = await logInAsLena()
  await expect(page).toHaveURL(/\/home\/home$/)
  expect(await storedToken(page)).toBe(token)

  // Waits for open calls, so that none of them is refused without a token.
  await Promise.all(answered)
  await expect(page.getByRole('link', { name: 'Hi, Lena' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await visit(page, '/home/about')
  await page.getByRole('link', { name: 'Log in' }).click()
  await logInAsLena()
  await expect(page).toHaveURL(/\/home\/about$/)
  const sentWithToken = page.waitForRequest(addressOf(contract.accounts.profile))
  const countedAgain = page.waitForResponse(addressOf(contract.notifications.countUnread))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Hi, Lena' })).toBeVisible()
  expect(await (await sentWithToken).allHeaders()).toMatchObject({
    token: await storedToken(page),
    'accept-language': 'en',
    'content-type': 'application/json',
  })

  await countedAgain
  await page.evaluate(() => localStorage.clear())
  await visit(page, '/home/home')
  await page.getByRole('link', { name: 'My Bookings' }).click()
  await logInAsLena()
  await expect(page).toHaveURL(/\/home\/userInfo\/orderList$/)
  await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible()
})
