import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { childTick, chooseChild, confirmBooking, message, openBooking } from './booking-dialog.ts'
import { addressOf, holdBack, success } from './calls-of-page.ts'
import { fillChild } from './child-fields.ts'
import { freshEmail, newPerson } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, isFree, isPriced, type Session } from './timetable.ts'

/** Confirms a booking and waits until its button shows that it is being sent. */
async function sendBooking(page: Page, session: Session): Promise<Locator> {
  const dialog = await openBooking(page, session)
  await chooseChild(dialog, 'Wren')
  await confirmBooking(page, dialog)
  await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Book Now' })).toHaveAttribute('aria-busy', 'true')
  return dialog
}

signedInTest(
  'an order whose dialog is closed while it is sent leads to the card page',
  { tag: '@phone' },
  async ({ page, visitor }) => {
    const place = await holdBack(page, addressOf(contract.orders.class.place))
    const dialog = await sendBooking(page, await findSession(visitor, isPriced))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    place()
    await expect(page.getByText('This is a practice card page.')).toBeVisible()
  },
)

signedInTest(
  'a card page that is loading when the dialog closes opens all the same',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const open = await holdBack(page, addressOf(contract.payments.openCardPage))
    const isOpening = page.waitForRequest(addressOf(contract.payments.openCardPage))
    const dialog = await sendBooking(page, await findSession(visitor, isPriced))
    await isOpening
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    open()
    await expect(page.getByText('This is a practice card page.')).toBeVisible()
  },
)

signedInTest(
  'an order sent from a page that was left leads to the thank-you page, and Back to that page',
  { tag: '@desk' },
  async ({ page, visitor }) => {
    const place = await holdBack(page, addressOf(contract.orders.class.place))
    const dialog = await sendBooking(page, await findSession(visitor, isFree))
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
    const helpCentre = page.getByRole('heading', { level: 1, name: 'Help centre' })
    await expect(helpCentre).toBeVisible()
    place()
    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1&order_sn=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')
    await page.goBack()
    await expect(helpCentre).toBeVisible()
  },
)

signedInTest(
  'a change of address whose dialog is closed while it is sent stays on its page',
  { tag: '@phone' },
  async ({ page }) => {
    await visit(page, '/home/userInfo/user')
    const edit = await holdBack(page, addressOf(contract.accounts.editProfile))
    await page.getByRole('button', { name: 'Change email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email address' })
    await dialog.getByRole('textbox', { name: /^Email/ }).fill(freshEmail('moved'))
    await dialog.getByRole('button', { name: 'Send Code' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    edit()
    await expect(message(page, sentences.successful)).toBeVisible()
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    await expect(page).toHaveURL(/\/home\/userInfo\/user$/)
  },
)

signedInTest(
  'saving details does not navigate if the page was left',
  { tag: '@desk' },
  async ({ page, person }) => {
    const [child] = await person.api.children.list()
    await page.clock.install()
    for (const [form, call, said] of [
      ['editUser', contract.accounts.editProfile, sentences.successful],
      [`editChild?id=${child?.id}`, contract.children.edit, sentences.childEdited],
    ] as const) {
      await visit(page, '/home/userInfo/user')
      await visit(page, `/home/userInfo/${form}`)
      const save = await holdBack(page, addressOf(call))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
      const helpCentre = page.getByRole('heading', { level: 1, name: 'Help centre' })
      await expect(helpCentre).toBeVisible()
      save()
      await expect(message(page, said)).toBeVisible()
      // The child's form goes back one second after the message.
      await page.clock.runFor(1000)
      await expect(helpCentre).toBeVisible()
      await expect(page).toHaveURL(/\/home\/helpCenter/)
    }
  },
)

signedInTest(
  'saving an address does not navigate if onboarding was left',
  { tag: '@desk' },
  async ({ page }) => {
    await page.clock.install()
    await visit(page, '/fileInfo')
    for (const label of ['Address Line 1', 'Address Line 2', 'Town', 'Postcode'])
      await page.getByLabel(label).fill('BS1 6QZ')
    await page.getByLabel('I agree to the Terms and Conditions').check()
    const save = await holdBack(page, addressOf(contract.accounts.editProfile))
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    // The form is done once the account has been read again.
    const readAnew = page.waitForResponse(addressOf(contract.accounts.profile))
    save()
    await (await readAnew).finished()
    await page.clock.runFor(1000)
    await expect(page).toHaveURL(/\/home\/home$/)
  },
)

const visitorForms = [
  {
    address: '/forget',
    call: contract.accounts.resetPassword,
    fields: [/^New password/, 'Verification code'],
    button: 'Reset password',
  },
  {
    address: '/register',
    call: contract.accounts.register,
    fields: ['First name', 'Last name', 'Mobile', /^Password/, 'Confirm password', 'Verification code'],
    button: 'Sign up',
  },
]

for (const { address, call, fields, button } of visitorForms) {
  test(`the answer to ${button} does not navigate if its page was left`, { tag: '@phone' }, async ({
    page,
    site,
  }) => {
    const { token, email } = await newPerson(site, 'Gwen', [])
    await page.clock.install()
    await visit(page, '/home/about')
    await visit(page, address)
    await page.getByLabel('Email').fill(email)
    for (const field of fields) await page.getByLabel(field).fill('crocus')
    if (address === '/register') {
      await page.getByLabel('Mobile').fill('07700 900155')
      await page.getByLabel('I agree').check()
    }
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    await page.route(addressOf(call), async route => {
      await promise
      await route.fulfill({ json: success<unknown>(call, { token }) })
    })
    const isAnswered = page.waitForResponse(addressOf(call))
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const types = page.getByRole('heading', { name: 'What will they love?' })
    await expect(types).toBeVisible()
    answer()
    await isAnswered
    await expect(message(page, sentences.successful)).toBeVisible()
    // A new parent is taken to the home page one second after the message.
    await page.clock.runFor(1000)
    await expect(types).toBeVisible()
    await expect(page).toHaveURL(/\/home\/home$/)
  })
}

for (const answer of ['no answer', 'Yes']) {
  signedInTest(
    `a child that is saved while its form asks whether to leave is added once: ${answer}`,
    { tag: answer === 'Yes' ? '@desk' : '@phone' },
    async ({ page, visitor }) => {
      const booking = await openBooking(page, await findSession(visitor, isPriced))
      const add = await holdBack(page, addressOf(contract.children.add))
      await booking.getByRole('button', { name: 'Add a child' }).click()
      const form = page.getByRole('dialog', { name: 'Add a child' })
      await fillChild(page)
      await form.getByRole('button', { name: 'Save' }).click()
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Please confirm' })
      await expect(question).toBeVisible()
      if (answer === 'Yes') {
        await question.getByRole('button', { name: 'Yes' }).click()
        await expect(form).toHaveCount(0)
      }
      add()
      await expect(message(page, sentences.childSaved)).toBeVisible()
      await expect(question).toHaveCount(0)
      await expect(form).toHaveCount(0)
      await expect(childTick(booking, 'Otto')).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(booking).toHaveCount(0)
      await expect(page).toHaveURL(/\/home\/classes/)
    },
  )
}
