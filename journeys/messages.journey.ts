import type { Locator } from '@playwright/test'
import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { chooseChild, message, openBooking } from './booking-dialog.ts'
import { answerInstead, refusal, success } from './calls-of-page.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { stopTheClock, tickUntilShown } from './stopped-clock.ts'
import { findSession } from './timetable.ts'

// Proves AUTH-12, BOOK-04, ERR-01 to ERR-03, ERR-19, ODC-16.
test('an error message stays until it is closed, and a success message disappears by itself', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  const hint = message(page, sentences.emailRequired)
  await expect(hint).toBeVisible()
  await page.clock.runFor(5_100)
  await expect(hint).toBeHidden()

  await page.getByLabel('Email').fill('nobody@example.test')
  await page.getByLabel(/^Password/).fill('a wrong one')
  await page.getByRole('button', { name: 'Log in' }).click()
  const refusal = message(page, sentences.wrongLogin)
  await expect(refusal).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(refusal).toBeVisible()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click()
  await expect(refusal).toBeHidden()
  // An error that could be read also goes when its page is left.
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(refusal).toBeVisible()
  await page.clock.runFor(5_100)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up')
  await expect(refusal).toBeHidden()

  await visit(page, '/home/contact')
  const form = page.getByRole('region', { name: 'Write to us' })
  await form.getByLabel('Your name').fill('Nadine')
  await form.getByLabel('Email or phone').fill('nadine@example.test')
  await form.getByLabel('Your message').fill('Is there a car park?')
  await stopTheClock(page)
  await form.getByRole('button', { name: 'Send' }).click()
  const thanks = message(page, sentences.successful)
  await tickUntilShown(page, thanks)
  await page.clock.runFor(4_000)
  await expect(thanks).toBeVisible()
  await page.clock.runFor(1_100)
  await expect(thanks).toBeHidden()
})

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (!box) throw new Error('nothing is shown there')
  return { ...box, bottom: box.y + box.height }
}
const card = (text: Locator) => text.locator('..')

test('on a phone a success message is above the bottom bar, and an error message at the top', {
  tag: '@phone',
}, async ({ page }) => {
  await visit(page, addresses.contact())
  const form = page.getByRole('region', { name: 'Write to us' })
  const send = form.getByRole('button', { name: 'Send' })
  const bar = page.getByRole('navigation', { name: 'Your account' })
  for (const [label, text] of [
    ['Your name', 'Nadine'],
    ['Email or phone', 'nadine@example.test'],
    ['Your message', 'Is there a car park?'],
  ] as const)
    await form.getByLabel(label).fill(text)
  let answer = refusal('Not now')
  await answerInstead(page, contract.enquiries.sendFeedback, () => answer)
  await send.click()
  await expect(message(page, 'Not now')).toBeVisible()
  expect((await boxOf(card(message(page, 'Not now')))).bottom).toBeLessThan(200)
  answer = success(contract.enquiries.sendFeedback, undefined)
  await send.click()
  const thanks = card(message(page, sentences.successful))
  await expect(thanks).toBeVisible()
  await expect.poll(async () => (await boxOf(thanks)).bottom).toBeLessThanOrEqual((await boxOf(bar)).y)
  expect((await boxOf(thanks)).y).toBeGreaterThan(600)
  await page.setViewportSize({ width: 320, height: 256 })
  expect((await boxOf(thanks)).bottom).toBeLessThanOrEqual(256)
})

signedInTest(
  'messages in a dialog do not cover its bottom buttons',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const session = await findSession(visitor, ({ placesLeft, isPackOnly }) => placesLeft >= 2 && !isPackOnly)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Cancel' }).click()
    const note = card(message(page, sentences.cancelled))
    await expect(note).toBeVisible()
    const foot = await boxOf(dialog.locator('footer'))
    await expect.poll(async () => (await boxOf(note)).bottom).toBeLessThanOrEqual(foot.y)
    expect((await boxOf(note)).bottom).toBeGreaterThan(foot.y - 60)
  },
)
