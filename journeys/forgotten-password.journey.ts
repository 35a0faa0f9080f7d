import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { newPerson, readCode } from './people.ts'
import { expect, test, visit } from './site-test.ts'

// Proves AUTH-39, AUTH-50, AUTH-53, AUTH-54, CONST-01.
test('a forgotten password is replaced with a mailed code', async ({ page, site }) => {
  const { email, password } = await newPerson(site, 'Frances', [])
  await visit(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
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

  await expect(page.getByLabel('Email')).toHaveValue(email)
  const logIn = async (words: string) => {
    await page.getByLabel(/^Password/).fill(words)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await logIn(password)
  await expect(message(page, sentences.wrongLogin)).toBeVisible()
  await logIn('crocus by the gate')
  await expect(page.getByRole('link', { name: 'Hi, Frances' })).toBeVisible()
})

// Proves AUTH-44, AUTH-45, AUTH-48 to AUTH-52, CONST-04.
test('a reset requires a password and a code, and leaves other checks to the server', {
  tag: '@desk',
}, async ({ page }) => {
  const sent = watchCalls(page, contract.accounts.resetPassword)
  await visit(page, '/forget')
  await page.getByLabel('Email').fill('frances@example.test')
  const password = page.getByLabel(/^New password/)
  await expect(password).toHaveAccessibleDescription('6-16 characters, case sensitive')
  const reset = page.getByRole('button', { name: 'Reset password' })
  await reset.click()
  await expectOnlyMessage(page, sentences.passwordRequired)
  await expectMarked(password)
  await password.fill('abc')
  await reset.click()
  await expectOnlyMessage(page, sentences.codeRequired)
  const code = page.getByLabel('Verification code')
  await expectMarked(code)
  await code.fill('1234')
  await page.getByLabel('Confirm password').fill('abd')
  await expect(page.getByText('This differs from the password above.')).toBeVisible()
  expect(sent).toEqual([])

  await reset.click()
  await expectOnlyMessage(page, sentences.passwordLength)
  await expectMarked(password, sentences.passwordLength)
  expect(sent).toEqual([{ email: 'frances@example.test', code: '1234', newPassword: 'abc' }])
  await expect(page).toHaveURL(/\/forget$/)
})
