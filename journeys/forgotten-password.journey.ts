import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { newPerson, readCode } from './people.ts'
import { expect, test, visit } from './site-test.ts'

test('a forgotten password is replaced with a mailed code', async ({ page, site }) => {
  const { email, password } = await newPerson(site, 'Frances', [])
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  const asked = Date.now()
  await page.getByRole('button', { name: 'Send Code' }).click()
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
  const code = await readCode(site, email, asked)
  await page.getByLabel(/^New password/).fill('crocus by the gate')
  await page.getByLabel('Confirm password').fill('crocus by the gate')
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(message(page, sentences.successful)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  const logIn = async (words: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(/^Password/).fill(words)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await logIn(password)
  await expect(message(page, sentences.wrongLogin)).toBeVisible()
  await logIn('crocus by the gate')
  await expect(page.getByRole('link', { name: 'Hi, Frances' })).toBeVisible()
})
