import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { expectAccessible } from './barriers.ts'
import { message } from './booking-dialog.ts'
import { answerInstead, success, watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { freshEmail, readCode, readMail, visitorsApi } from './people.ts'
import { childlessTest, expect, signedInTest, test, visit } from './site-test.ts'

signedInTest(
  'a new address is confirmed by its code, and the old address can undo it',
  { tag: '@phone' },
  async ({ page, site, person, expectedComplaints }) => {
    const address = freshEmail('moved')
    const { email, password } = person
    await person.api.accounts.editProfile({ email: address })
    await visit(page, '/home/userInfo/user')
    const card = page.getByRole('region', { name: `Waiting for confirmation of ${address}` })
    await expect(card).toContainText(email)
    await expectAccessible(page)

    await card.getByRole('button', { name: 'Confirm' }).click()
    await expectOnlyMessage(page, sentences.codeRequired)
    const asked = watchCalls(page, contract.accounts.editProfile)
    await card.getByRole('button', { name: 'Send Code' }).click()
    await expect(card.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
    expect(asked).toEqual([{ email: address }])
    await page.keyboard.type(await readCode(site, address))
    await page.keyboard.press('Enter')
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(address)

    const { text } = await readMail(site, email, /was changed$/)
    const link = /\S+\/takeBack#\S+/.exec(text)?.[0] ?? ''
    expectedComplaints.push(/401/)
    await visit(page, link.slice(link.indexOf('/takeBack')))
    const press = page.getByRole('button', { name: 'Take my account back' })
    await expectAccessible(page)
    await press.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is yours again')
    for (const login of [email, address]) {
      const signIn = visitorsApi(site).accounts.signIn({ email: login, password })
      await expect(signIn).rejects.toThrow(sentences.wrongLogin)
    }
    await page.reload()
    await press.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Already taken back')
    await page.getByRole('link', { name: 'Choose a new password' }).click()
    await expect(page).toHaveURL(/\/forget$/)
  },
)

childlessTest(
  'an address changed in onboarding is confirmed there',
  { tag: '@desk' },
  async ({ page, site, person }) => {
    const address = freshEmail('onboard')
    await visit(page, '/fileInfo')
    for (const label of ['Address Line 1', 'Address Line 2', 'Town', 'Postcode']) {
      await page.getByLabel(label).fill('BS1 6QZ')
    }
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('I agree to the Terms and Conditions').check()
    await page.getByRole('button', { name: 'Save and go on' }).click()
    const card = page.getByRole('region', { name: `Waiting for confirmation of ${address}` })
    await expect(card.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
    await card.getByLabel('Verification code').fill(await readCode(site, address))
    await card.getByRole('button', { name: 'Confirm' }).click()
    await expect(card).toHaveCount(0)
    expect(await person.api.accounts.profile()).toMatchObject({ email: address, newEmail: '' })
  },
)

test('a link that has expired says so', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/takeBack#late')
  const { takeBackEmail } = contract.accounts
  await answerInstead(page, takeBackEmail, () => success(takeBackEmail, { outcome: 'tooLate' }))
  await page.getByRole('button', { name: 'Take my account back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has run out')
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
})

signedInTest(
  'a family finds where to change its address, and keeps the current one',
  async ({ page, person, visitor, site }) => {
    const address = freshEmail('found')
    await visit(page, '/home/userInfo/editUser')
    await page.getByRole('link', { name: 'Change it among your details' }).click()
    await page.getByRole('button', { name: 'Change email address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email address' })
    await expectAccessible(page)
    const send = dialog.getByRole('button', { name: 'Send Code' })
    await send.click()
    await expectOnlyMessage(page, sentences.emailRequired)
    const email = dialog.getByRole('textbox', { name: 'Email' })
    const other = freshEmail('taken')
    await visitor.accounts.sendCode({ purpose: 'register', email: other })
    const details = {
      firstName: 'Tom',
      lastName: 'Hart',
      mobile: '07700 900188',
      password: 'a kite in the orchard',
    }
    await visitor.accounts.register({ ...details, email: other, code: await readCode(site, other) })
    await email.fill(other)
    await send.click()
    await expectOnlyMessage(page, sentences.emailTaken)
    await expectMarked(email, sentences.emailTaken)
    await email.fill(address)
    await send.click()
    await expect(dialog).toHaveCount(0)
    const card = page.getByRole('region', { name: `Waiting for confirmation of ${address}` })
    await expect(card.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
    expect(await person.api.accounts.profile()).toMatchObject({ email: person.email, newEmail: address })
    await page.getByRole('button', { name: 'Keep my present address' }).click()
    await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
    expect(await person.api.accounts.profile()).toMatchObject({ email: person.email, newEmail: '' })
  },
)

signedInTest(
  'after a correction before confirming, mails go to the corrected address',
  { tag: '@desk' },
  async ({ page, person, site }) => {
    const [mistyped, meant] = [freshEmail('gmial'), freshEmail('gmail')]
    await page.clock.install()
    await visit(page, '/home/userInfo/user')
    for (const address of [mistyped, meant]) {
      await page.getByRole('button', { name: 'Change email address' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change email address' })
      await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
      await dialog.getByRole('button', { name: 'Send Code' }).click()
      await expect(dialog).toHaveCount(0)
      const card = page.getByRole('region', { name: `Waiting for confirmation of ${address}` })
      await expect(card).toContainText(`We have sent a code to ${address}`)
    }
    // The corrected address is confirmed elsewhere, which the next press finds out.
    await person.api.accounts.confirmEmail({ code: await readCode(site, meant) })
    await page.clock.fastForward('05:01')
    const asked = watchCalls(page, contract.accounts.editProfile)
    await page.getByRole('button', { name: 'Send Code' }).click()
    await expect(page.getByText('Waiting for confirmation')).toHaveCount(0)
    expect(asked).toEqual([{ email: meant }])
  },
)

signedInTest('a family reads whom to ask to remove a child', { tag: '@desk' }, async ({ page }) => {
  await visit(page, '/home/userInfo/user')
  const children = page.getByRole('region', { name: 'My children' })
  await children.getByRole('link', { name: 'Change or take off Wren' }).click()
  const card = page.getByRole('region', { name: 'Take Wren off your account' })
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(card).toContainText('past bookings stay in your orders without the name')
})
