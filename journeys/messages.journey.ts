import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { expect, test, visit } from './site-test.ts'
import { stopTheClock, tickUntilShown } from './stopped-clock.ts'

test('what the server refuses stays until it is closed, what went well goes by itself', async ({ page }) => {
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
