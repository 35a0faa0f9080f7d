import * as addresses from '#contract/office/addresses.ts'
import { cardAccountSentences } from '#domain/office/card-account-sentences.ts'
import { mailServerSentences } from '#domain/office/mail-server-sentences.ts'
import { startMailServer } from '#testing/start-mail-server.ts'
import { expectAccessible } from '../barriers.ts'
import { expect, visit } from '../site-test.ts'
import { productionTest } from './empty-business.ts'
import { comeInByLink, holdDevice } from './staff-sign-in.ts'

const email = 'odile@larkfield.example.test'

productionTest(
  'an owner pastes the wrong key of Stripe, and reads why it is none',
  async ({ page, installation }) => {
    productionTest.slow()
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', email)
    await visit(page, addresses.setUp({ step: 'payments' }))
    await expect(page.getByText('No card payments yet')).toBeVisible()
    const key = page.getByRole('textbox', { name: 'Secret key' })
    await key.fill('pk_live_12345678')
    await page.keyboard.press('Enter')
    await expect(page.getByText(cardAccountSentences.secretKey)).toBeVisible()
    await expect(key).toBeFocused()
    await page.getByText('The rights of a restricted key').click()
    await expect(page.getByText('Webhook Endpoints: Write')).toBeVisible()
    await expectAccessible(page, 24)
  },
)

productionTest('an owner enters the mail server, and a test mail arrives', async ({ page, installation }) => {
  productionTest.slow()
  const server = await startMailServer({ user: { name: email, password: 'right' }, port: 2525 })
  try {
    await holdDevice(page)
    await comeInByLink(page, installation.link, 'Odile Marsh', email)
    await visit(page, addresses.setUp({ step: 'mail' }))
    await expect(page.getByText('No mail server yet')).toBeVisible()
    await expectAccessible(page, 24)
    await page.getByLabel('Mail server').fill('localhost')
    await page.getByLabel('Port').selectOption('2525')
    await page.getByLabel('User name').fill(email)
    await page.getByLabel('Mails come from').fill(email)
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill('wrong')
    await page.getByRole('button', { name: 'Check and save' }).click()
    await expect(page.getByText(mailServerSentences.answered('535 5.7.8 wrong password'))).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill('right')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Mails are sent from ${email} through localhost.`)).toBeVisible()
    await expect(password).toHaveValue('')

    await page.getByLabel('Send it to').fill('kit@larkfield.example.test')
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText('The mail server answered: 250 taken')).toBeVisible()
    expect(server.raws.at(-1)).toContain('A test mail')
    await page.getByText('What your domain needs, so that mails are trusted').click()
    await expect(page.getByText('v=spf1 a:localhost ~all')).toBeVisible()
    await expectAccessible(page, 24)
    await page.reload()
    await expect(page.getByLabel('Mail server')).toHaveValue('localhost')
    await expect(page.getByText('Leave it empty to keep the one that is there')).toBeVisible()
  } finally {
    server.close()
  }
})
