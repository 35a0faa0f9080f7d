import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { expectNoSidewaysScroll } from './barriers.ts'
import { addressOf, answerInstead, holdBack, refusal, success, watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { freshEmail } from './people.ts'
import { expect, test, visit } from './site-test.ts'
import { stopTheClock } from './stopped-clock.ts'

for (const [address, purpose] of [
  ['/register', 'register'],
  ['/forget', 'resetPassword'],
] as const) {
  // Proves AUTH-20, AUTH-32 to AUTH-39, AUTH-46, AUTH-47, CONST-01, CONST-02.
  test(`${address} sends a code to an address, and no second one for 300 seconds`, {
    tag: purpose === 'register' ? '@phone' : '@desk',
  }, async ({ page }) => {
    const sent = watchCalls(page, contract.accounts.sendCode)
    await page.clock.install()
    await visit(page, address)
    const email = page.getByLabel('Email')
    const sendCode = page.getByRole('button', { name: 'Send Code' })
    await sendCode.click()
    await expectOnlyMessage(page, sentences.emailRequired)
    await expectMarked(email, 'Please fill in your email address')
    expect(sent).toEqual([])
    await email.fill('asks at example')
    await sendCode.click()
    await expectOnlyMessage(page, sentences.emailRequired)
    await expectMarked(email, sentences.emailRequired)
    sent.length = 0

    let answer = refusal(sentences.tooManyTries)
    await answerInstead(page, contract.accounts.sendCode, () => answer)
    await email.fill('asks@example.test')
    await sendCode.click()
    await expectOnlyMessage(page, sentences.tooManyTries)
    await expect(sendCode).toBeEnabled()

    answer = success(contract.accounts.sendCode, undefined)
    await stopTheClock(page)
    await sendCode.click()
    const waiting = page.getByRole('button', { name: /^Send again in/ })
    const seen = () => page.clock.runFor(1).then(() => waiting.textContent({ timeout: 100 }).catch(() => ''))
    await expect.poll(seen, { intervals: [20] }).toBe('Send again in 300 s')
    expect(sent.slice(1)).toEqual([{ purpose, email: 'asks@example.test' }])
    await expect(waiting).toBeDisabled()
    await page.clock.runFor(1_000)
    await expect(waiting).toHaveText('Send again in 299 s')
    await page.clock.runFor(1_000)
    await expect(waiting).toHaveText('Send again in 298 s')
    await page.clock.fastForward(297_000)
    await expect(waiting).toHaveText('Send again in 1 s')
    await expect(waiting).toBeDisabled()
    await page.clock.runFor(1_000)
    await expect(sendCode).toBeEnabled()

    const code = page.getByLabel('Verification code')
    await code.pressSequentially('12345')
    await expect(code).toHaveValue('1234')
  })
}

test('typing on while the code is sent does not move the focus', async ({ page }) => {
  const letThrough = await holdBack(page, addressOf(contract.accounts.sendCode))
  await visit(page, '/register')
  await page.getByLabel('Email').fill(freshEmail('anaddresswiderthanaphone'))
  await page.getByRole('button', { name: 'Send Code' }).click()
  const password = page.getByLabel(/^Password/)
  await password.pressSequentially('tulips')
  letThrough()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await page.keyboard.type(' in March')
  await expect(password).toHaveValue('tulips in March')
  await expectNoSidewaysScroll(page)
})

test('the code is shown as sent to the requested address, not to a correction made meanwhile', {
  tag: '@phone',
}, async ({ page }) => {
  const asked = freshEmail('asked')
  const letThrough = await holdBack(page, addressOf(contract.accounts.sendCode))
  await visit(page, '/register')
  const email = page.getByLabel('Email')
  const sendCode = page.getByRole('button', { name: 'Send Code' })
  await email.fill(asked)
  await sendCode.click()
  await email.fill(freshEmail('corrected'))
  letThrough()
  await expect(sendCode).not.toHaveAttribute('aria-busy')
  await expect(sendCode).toBeEnabled()
  await expect(page.getByText('We have sent a code to')).toHaveCount(0)
  await email.fill(asked)
  await expect(page.getByText(`We have sent a code to ${asked}`)).toBeVisible()
})
