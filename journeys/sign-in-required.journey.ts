import type { Locator, Page } from '@playwright/test'
import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message, openBooking } from './booking-dialog.ts'
import { addressOf, holdBack, watchCalls } from './calls-of-page.ts'
import { fillChild } from './child-fields.ts'
import { freshEmail, newPerson, type Person, readCode } from './people.ts'
import { childlessTest, expect, logIn, reload, signedInTest, test, visit } from './site-test.ts'
import {
  findSession,
  findSessions,
  openTimetable,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'

/** Sets a new password on the page for a forgotten one, and logs in with it. */
async function resetPassword(page: Page, site: string, { email }: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  const asked = Date.now()
  await page.getByRole('button', { name: 'Send Code' }).click()
  const code = await readCode(site, email, asked)
  await page.getByLabel(/^New password/).fill('crocus by the gate')
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await logIn(page, { email, password: 'crocus by the gate' })
}

/**
 * Presses a button on a session's card as a visitor; returns the address to which the log-in leads
 * back.
 */
async function clickOnCard(page: Page, session: Session, name: string | RegExp): Promise<string> {
  await openTimetable(page, session)
  const address = page.url()
  await sessionCard(page, session).getByRole('button', { name }).click()
  return address
}

const bookable = ({ placesLeft, isPackOnly }: Session) => placesLeft > 1 && !isPackOnly

const childIn = (dialog: Locator, name: string) => dialog.getByRole('checkbox', { name })

for (const { press, opens, fits, tag } of [
  { press: 'Book Now', opens: /^Book /, fits: bookable, tag: '@phone' },
  {
    press: /^Trial/,
    opens: /^Book a trial/,
    fits: (session: Session) => session.offersTrial && bookable(session),
    tag: '@desk',
  },
  {
    press: /waiting list/i,
    opens: 'Select Child',
    fits: ({ placesLeft }: Session) => placesLeft === 0,
    tag: '@desk',
  },
]) {
  test(`logging in for ${press} opens its dialog in the same week`, { tag }, async ({
    page,
    site,
    visitor,
  }) => {
    const session = await findSession(visitor, fits)
    const person = await newPerson(site, 'Gwen', ['Pip'])
    const address = await clickOnCard(page, session, press)
    await expect(page).toHaveURL(/\/login$/)
    await reload(page)
    await expect(page.getByText('What you chose is kept')).toBeVisible()
    await logIn(page, person)
    await expect(page).toHaveURL(address)
    const dialog = page.getByRole('dialog', { name: opens })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    // The focus returns to the card. After a reload the dialog does not open again.
    await expect(sessionCard(page, session).getByRole('button', { name: session.typeName })).toBeFocused()
    await reload(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goBack()
    await expect(page).not.toHaveURL(address)
  })
}

test('a newcomer who signs up to book finds the dialog open, and the new child in it', async ({
  page,
  site,
  visitor,
}) => {
  const session = await findSession(visitor, bookable)
  const email = freshEmail('Nadine')
  const address = await clickOnCard(page, session, 'Book Now')
  await page.getByRole('link', { name: 'Sign up' }).click()
  for (const [label, text] of [
    ['First name', 'Nadine'],
    ['Last name', 'Penrose'],
    ['Mobile', '07700 900155'],
    ['Email', email],
  ] as const) {
    await page.getByLabel(label).fill(text)
  }
  await page.getByRole('button', { name: 'Send Code' }).click()
  const code = await readCode(site, email)
  await reload(page)
  await page.getByLabel(/^Password/).fill('tulips in March')
  await page.getByLabel('Confirm password').fill('tulips in March')
  await page.getByLabel('I agree to the Terms and Conditions').check()
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await expect(page.getByRole('heading', { name: 'Hello, Nadine' })).toBeVisible()
  for (const label of ['Address line 1', 'Address line 2', 'Town', 'Postcode']) {
    await page.getByLabel(label).fill('8 Cabot Rise')
  }
  await page.getByLabel('I agree to the Terms and Conditions').check()
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await expect(page.getByRole('heading', { name: 'Who is coming along?' })).toBeVisible()
  await reload(page)
  await fillChild(page)
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()

  await expect(page).toHaveURL(address)
  const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expect(sessionTick(dialog, session)).toBeChecked()
  await expect(childIn(dialog, 'Otto')).toBeChecked()
})

test('a password reset and a log-in in another tab continue in both tabs', { tag: '@phone' }, async ({
  page,
  context,
  site,
  visitor,
}) => {
  const session = await findSession(visitor, bookable)
  const person = await newPerson(site, 'Frances', ['Pip'])
  const address = await clickOnCard(page, session, 'Book Now')
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  const other = await context.newPage()
  await visit(other, '/forget')
  await resetPassword(other, site, person)
  for (const tab of [other, page]) {
    await expect(tab).toHaveURL(address)
    await expect(tab.getByRole('dialog', { name: `Book ${session.typeName}` })).toBeVisible()
  }
})

test('Add to Basket of a guest returns to the same choice after a password reset @phone', async ({
  page,
  site,
  visitor,
}) => {
  const session = await findSession(visitor, bookable, 'parentSession')
  const person = await newPerson(site, 'Gwen', [])
  const dialog = await openBooking(page, session, 'parentSession')
  const address = page.url()
  await dialog.getByLabel('Full Name').fill('Rosa Quill')
  await dialog.getByLabel('Mobile').fill('07700 900111')
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Quill')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await resetPassword(page, site, person)
  await expect(page).toHaveURL(address)
  await expect(sessionTick(dialog, session)).toBeChecked()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('Rosa Quill')
  await expect(dialog.getByLabel('Mobile')).toHaveValue('07700 900111')
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(message(page, sentences.addedToBasket)).toBeVisible()
})

signedInTest('a reload during a booking loses nothing of it @desk', async ({ page, visitor }) => {
  const [session, second] = (await findSessions(visitor, 2, bookable)) as [Session, Session]
  const dialog = await openBooking(page, session)
  await sessionChip(dialog, second).click()
  await childIn(dialog, 'Finch').check({ force: true })
  await reload(page)
  await expect(childIn(dialog, 'Finch')).toBeChecked()
  await expect(sessionTick(dialog, session)).toBeChecked()
  await expect(sessionTick(dialog, second)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await reload(page)
  await expect(sessionCard(page, session)).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

signedInTest(
  'a token that expires during a booking loses nothing of it',
  { tag: '@desk' },
  async ({ page, person, visitor, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    // A discount code changes nothing on a free session, so this one has a price.
    const isPaid = (one: Session) => bookable(one) && one.pricePence > 0
    const [session, second] = await findSessions(visitor, 2, isPaid)
    const dialog = await openBooking(page, session as Session)
    await sessionChip(dialog, second as Session).click()
    await childIn(dialog, 'Finch').check({ force: true })
    await dialog.getByLabel('Discount code').fill('WELCOME10')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const discount = dialog.getByText('Your discount is in the total.')
    await expect(discount).toBeVisible()
    await expect(dialog.locator('[name=sessions]:checked')).toHaveCount(2)
    // The next poll for notifications notices the sign-out.
    await person.api.accounts.signOut()
    await expect(page).toHaveURL(/\/login$/, { timeout: 20_000 })
    await logIn(page, person)
    await expect(childIn(dialog, 'Finch')).toBeChecked()
    await expect(childIn(dialog, 'Wren')).not.toBeChecked()
    await expect(dialog.locator('[name=sessions]:checked')).toHaveCount(2)
    await expect(dialog.getByLabel('Discount code')).toHaveValue('WELCOME10')
    await dialog.getByLabel('Discount code').focus()
    await dialog.getByLabel('Discount code').blur()
    await expect(discount).toBeVisible()
  },
)

for (const { what, label, tag, address } of [
  { what: 'one’s details', label: 'Address line 1', tag: '@phone', address: () => addresses.editDetails() },
  {
    what: 'a checkout',
    label: 'Address',
    tag: '@desk',
    address: (productId = 0) => addresses.checkout({ productId, quantity: 1, source: 0 }),
  },
]) {
  signedInTest(
    `a token that expires during ${what} loses none of the typed text`,
    { tag },
    async ({ page, person, visitor, expectedComplaints }) => {
      expectedComplaints.push(/401/)
      const [product] = (await visitor.shop.products({ isPopular: true })).items
      const field = page.getByLabel(label)
      if (tag === '@phone') {
        await visit(page, address())
        await field.fill('4 Elm Lane')
      } else {
        // Text typed before the page knows who is signed in is kept as well.
        const profile = await holdBack(page, addressOf(contract.accounts.profile))
        await visit(page, address(product?.id))
        await field.fill('4 Elm Lane')
        await page.getByLabel('Postal code').fill('BS6 6AA')
        profile()
        await expect(page.getByRole('link', { name: 'Hi, Robyn' })).toBeVisible()
        await page.getByRole('button', { name: 'Place order' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      // The next poll for notifications notices the sign-out.
      await person.api.accounts.signOut()
      await expect(page).toHaveURL(/\/login$/, { timeout: 20_000 })
      await logIn(page, person)
      await expect(field).toHaveValue('4 Elm Lane')
    },
  )
}

childlessTest(
  'a family without a child adds one, and finds the class open with that child chosen @phone',
  async ({ page, visitor }) => {
    const session = await findSession(visitor, bookable)
    const address = await clickOnCard(page, session, 'Book Now')
    await expect(message(page, sentences.addChildFirst)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
    await reload(page)
    await expect(page.getByText('waits for you here')).toContainText(session.title)
    await expect(page.getByText(/^\d+ answers left$/)).toBeVisible()
    await fillChild(page)
    await expect(page.getByText('All fields with a * are filled in')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(message(page, sentences.childSaved)).toBeVisible()
    await expect(page).toHaveURL(address)
    const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
    await expect(childIn(dialog, 'Otto')).toBeChecked()
    await expect(sessionTick(dialog, session)).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(address)
  },
)

signedInTest('a child is added within the booking, and chosen there', async ({ page, visitor }) => {
  const session = await findSession(visitor, bookable)
  const dialog = await openBooking(page, session)
  await dialog.getByRole('button', { name: 'Add a child' }).click()
  const form = page.getByRole('dialog', { name: 'Add a child' })
  await fillChild(page)
  // Escape asks before it discards what was typed.
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  // A date field passes Escape on twice, and a click on a heading moves the focus out of the
  // dialog.
  for (const here of [form.getByLabel('Birthday'), form.getByRole('heading', { name: 'Add a child' })]) {
    await here.click()
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Birthday')).toHaveValue('2021-04-05')
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(message(page, sentences.childSaved)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(childIn(dialog, 'Otto')).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a product that waited for a log-in in another tab enters the basket once', {
  tag: '@phone',
}, async ({ page, context, site }) => {
  const person = await newPerson(site, 'Gwen', [])
  const { items } = await person.api.shop.products({ isPopular: true })
  await visit(page, `/home/mall/detail?id=${items[0]?.id}`)
  await page.getByRole('button', { name: 'One more' }).click()
  const address = page.url()
  await page.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  const added = watchCalls(page, contract.productBasket.add)
  const other = await context.newPage()
  await visit(other, '/login')
  await logIn(other, person)
  await expect(message(other, sentences.addedToBasket)).toBeVisible()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('spinbutton')).toHaveValue('2')
  expect(added).toEqual([])
  expect(await person.api.productBasket.list({})).toMatchObject({ items: [{ quantity: 2 }] })
})

test('no dialog opens after the visitor has gone to another page', { tag: '@desk' }, async ({
  page,
  site,
  visitor,
}) => {
  const session = await findSession(visitor, bookable)
  const person = await newPerson(site, 'Gwen', ['Pip'])
  const address = await clickOnCard(page, session, 'Book Now')
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await visit(page, '/home/about')
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, person)
  await expect(page).toHaveURL(/\/home\/about$/)
  await visit(page, address)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('going back from log-in leaves no booking for the next person who logs in', {
  tag: '@phone',
}, async ({ page, site, visitor }) => {
  const session = await findSession(visitor, bookable, 'parentSession')
  const person = await newPerson(site, 'Gwen', [])
  const kept = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  const dialog = await openBooking(page, session, 'parentSession')
  const address = page.url()
  const requireSignIn = async () => {
    await dialog.getByLabel('Full Name').fill('Rosa Quill')
    await dialog.getByLabel('Mobile').fill('07700 900111')
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
    expect(await kept()).toContain('maypole.wish')
  }
  await requireSignIn()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect.poll(kept).not.toContain('maypole.wish')
  await openBooking(page, session, 'parentSession')
  await requireSignIn()
  await page.evaluate(() => {
    for (const storage of [sessionStorage, localStorage]) {
      const request = JSON.parse(storage.getItem('maypole.wish') ?? '{}')
      storage.setItem(
        'maypole.wish',
        JSON.stringify({ ...request, isFree: true, keptAt: request.keptAt - 3_600_000 }),
      )
    }
  })
  await visit(page, address)
  await expect.poll(kept).not.toContain('maypole.wish')
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, person)
  await expect(page).toHaveURL(address)
  await expect(sessionCard(page, session)).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
