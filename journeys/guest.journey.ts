import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { changeOffered, confirmBooking, message, pounds, total } from './booking-dialog.ts'
import {
  addressOf,
  answerBeforeLeaving,
  changeAnswers,
  holdBack,
  nextCall,
  noteCalls,
  refuse,
  timesOf,
  watchCalls,
} from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { placeOrder } from './kinds.ts'
import { freshEmail, freshPhone, newPerson, readMail } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import {
  findSession,
  findSessions,
  isFree,
  isPriced,
  type Session,
  sessionCard,
  sessionChip,
  sessionTick,
} from './timetable.ts'

const parentSession = 'parentSession' as const
const orders = contract.orders[parentSession]

/** Opens a session's dialog from the parents' timetable, by one of its buttons. */
async function open(page: Page, session: Session, button: string): Promise<Locator> {
  await visit(page, `/home/parent?date=${session.date}`)
  await sessionCard(page, session).getByRole('button', { name: button }).click()
  return page.getByRole('dialog')
}

async function fillContact(dialog: Locator, { fullName = 'Gwen Hale', email = freshEmail('gwen') } = {}) {
  await dialog.getByLabel('Full Name').fill(fullName)
  const phone = freshPhone()
  await dialog.getByLabel('Mobile').fill(phone)
  await dialog.getByLabel(/^Email/).fill(email)
  return { who: 'contact', fullName, phone, email }
}

// Proves BOOK-18, EVT-45, GUEST-02 to GUEST-13, PAR-25 to PAR-28.
test('a guest chooses sessions, sees the price after each change, and books once', async ({
  page,
  site,
  visitor,
}) => {
  const [first, second, third] = (await findSessions(visitor, 3, isPriced, parentSession)) as [
    Session,
    Session,
    Session,
  ]
  await changeOffered(page, orders.preview, third, { isBookable: false })
  await page.clock.install()
  await noteCalls(page)
  const previews = watchCalls(page, orders.preview)
  const dialog = await open(page, first, 'Book Now')
  await expect(dialog.getByRole('heading', { name: `Book ${first.typeName}` })).toBeVisible()
  await expect(dialog.locator('.field-label')).toContainText(['Full Name', 'Mobile', 'Email'])
  await expect(dialog).not.toContainText('Eamil')
  await expect(dialog.getByText('Who is coming?')).toBeAttached()
  await expect(dialog.getByRole('link', { name: 'Add a child' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Add a child' })).toHaveCount(0)
  await expect(sessionTick(dialog, first)).toBeChecked()
  await expect(sessionTick(dialog, second)).not.toBeChecked()
  expect(previews[0]).toMatchObject({
    offeringId: first.offeringId,
    dayId: first.dayId,
    sessionIds: [first.id],
  })

  // “Select all” skips a session that cannot be booked.
  await expect(sessionTick(dialog, third)).toBeDisabled()
  await dialog.getByText('Select all').click()
  await expect(sessionTick(dialog, second)).toBeChecked()
  await expect(sessionTick(dialog, third)).not.toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Select all' })).toBeChecked()
  await sessionChip(dialog, second).click()
  await expect(dialog.getByRole('checkbox', { name: 'Select all' })).not.toBeChecked()
  await dialog.getByText('Select all').click()
  await dialog.getByText('Select all').click()
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentences.selectCourse)).toBeVisible()
  await expect(total(dialog)).toContainText('£0.00')

  // The price is asked for 100 ms after the last change, and not before.
  await expect(total(dialog)).toHaveAttribute('data-settled', 'true')
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const asked = (await timesOf(page, orders.preview)).length
  await sessionChip(dialog, first).click()
  await page.clock.runFor(60)
  await sessionChip(dialog, second).click()
  await page.clock.runFor(99)
  expect(await timesOf(page, orders.preview)).toHaveLength(asked)
  await page.clock.runFor(1)
  await expect.poll(() => timesOf(page, orders.preview)).toHaveLength(asked + 1)
  await page.clock.resume()
  await expect
    .poll(() => previews.at(-1))
    .toMatchObject({
      offeringId: first.offeringId,
      sessionIds: [first.id, second.id],
      creditsWanted: 0,
      discountCode: '',
    })
  const pence = first.pricePence + second.pricePence
  await expect(total(dialog)).toContainText(`2 sessions ${pounds(pence)}`)
  // Only an account has credits.
  await expect(dialog).toContainText('Discount')
  await expect(dialog).not.toContainText('Class credits')

  // The page itself notices that there is no contact. Only the server checks whether an email
  // address is valid.
  const submits = watchCalls(page, orders.place)
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expectOnlyMessage(page, sentences.contactRequired)
  await expectMarked(dialog.getByLabel('Full Name'))
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(submits).toEqual([])
  await dialog.getByLabel('Full Name').fill('Gwen Hale')
  await dialog.getByLabel('Mobile').fill('12')
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expectOnlyMessage(page, sentences.contactRequired)
  await expectMarked(dialog.getByLabel('Email'), 'a mobile number where we reach you')
  expect(submits).toEqual([])

  // With an invalid email address the card page could not open.
  await fillContact(dialog, { email: 'gwen@example' })
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expectOnlyMessage(page, sentences.emailRequired)
  await expectMarked(dialog.getByLabel('Email'), sentences.emailRequired)
  expect(submits).toEqual([])

  const release = await holdBack(page, addressOf(orders.place))
  const contact = await fillContact(dialog)
  const bookNow = dialog.getByRole('button', { name: 'Book Now' })
  await bookNow.dblclick()
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await expect(question).toHaveCount(1)
  await expect(question).toContainText(sentences.confirmOrder)
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(bookNow).toHaveAttribute('aria-busy', 'true')
  await bookNow.click({ force: true })
  release()
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
  expect(submits).toHaveLength(1)
  expect(submits[0]).toEqual({
    offeringId: first.offeringId,
    sessionIds: [first.id, second.id],
    creditsWanted: 0,
    discountCode: '',
    attendees: contact,
    shown: { totalPence: pence, creditsUsed: 0 },
  })
  await page.getByRole('button', { name: `Pay ${pounds(pence)}` }).click()
  await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=0&guest_order=/)

  const mail = await readMail(site, contact.email, /^Your booking is confirmed/)
  await page.goto(/http\S+\/guest-order\/\S+/.exec(mail.text)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Paid by card${pounds(pence)}`)
})

// Proves GUEST-01, GUEST-13.
test('a guest whose card page does not open or whose card fails can still pay the order @phone', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, isPriced, parentSession)
  const mend = await refuse(page, contract.payments.openCardPage, sentences.paymentUnavailable)
  const dialog = await open(page, session, 'Book Now')
  await fillContact(dialog)
  await confirmBooking(page, dialog)
  await expect(page).toHaveURL(/\/home\/userInfo\/payFail\?order_sn=\S+$/)
  const payFail = page.url()
  await expectOnlyMessage(page, sentences.paymentUnavailable)
  await expect(page.getByRole('main')).toContainText(session.typeName)
  await expect(page.getByText(/We are keeping your order until (.+, )?\d\d:\d\d/)).toBeVisible()
  await mend()
  // A refused card does not pay the order either.
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await tryAgain.click()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment unsuccessful')
  await expect(page).toHaveURL(/\/home\/userInfo\/payFail\?/)
  await expect(page.getByRole('link', { name: 'View my bookings' })).toHaveCount(0)
  // The text above the button is shown first. Otherwise it would push the button away from a
  // finger.
  const come = await holdBack(page, addressOf(contract.payments.hold))
  await visit(page, page.url())
  await expect(page.getByRole('main').getByText('Loading')).toBeAttached()
  await expect(tryAgain).toHaveCount(0)
  come()
  await expect(page.getByRole('main')).toContainText('We are keeping your order until')
  // The hold ended while the page was open.
  await refuse(page, contract.payments.openCardPage, sentences.notPayable)
  await changeAnswers(page, contract.payments.hold, hold => ({ ...hold, keptUntil: null }))
  await tryAgain.click()
  await expect(page.getByText('Your order has ended')).toBeVisible()
  await expect(tryAgain).toHaveCount(0)
  await page.unrouteAll()
  await visit(page, page.url())
  await tryAgain.click()
  await page.getByRole('button', { name: `Pay ${pounds(session.pricePence)}` }).click()
  const thanks = page.getByRole('heading', { level: 1, name: 'Thank you for your booking' })
  await expect(thanks).toBeVisible()
  await visit(page, payFail)
  await expect(thanks).toBeVisible()
})

// Proves GUEST-16 to GUEST-18, PAR-25, PAR-27, PAR-28.
test('a guest’s trial is one session, and only where trials are offered @phone', async ({
  page,
  visitor,
}) => {
  const [first, second, third] = (await findSessions(
    visitor,
    3,
    session => isPriced(session) && session.offersTrial && session.trialPricePence > 0,
    parentSession,
  )) as [Session, Session, Session]
  await changeOffered(page, orders.preview, second, { offersTrial: false })
  const dialog = await open(page, first, 'Trial')
  await expect(dialog.getByRole('heading', { name: `Book a trial: ${first.typeName}` })).toBeVisible()
  await expect(sessionTick(dialog, first)).toBeChecked()
  await expect(total(dialog)).toContainText(pounds(first.trialPricePence))
  await sessionChip(dialog, second).click()
  await expect(message(page, sentences.noTrial)).toBeVisible()
  await expect(sessionTick(dialog, first)).toBeChecked()
  await sessionChip(dialog, third).click()
  await expect(sessionTick(dialog, first)).not.toBeChecked()
  await sessionChip(dialog, third).click()
  await dialog.getByRole('button', { name: 'Book Trial' }).click()
  await expect(message(page, sentences.selectCourseForTrial)).toBeVisible()

  await sessionChip(dialog, first).click()
  await dialog.getByRole('button', { name: 'Book Trial' }).click()
  await expect(message(page, sentences.contactRequired)).toBeVisible()
  const contact = await fillContact(dialog)
  const trials = watchCalls(page, orders.placeTrial)
  const { orderNumber } = await answerBeforeLeaving(page, orders.placeTrial, () =>
    confirmBooking(page, dialog),
  )
  const shown = { totalPence: first.trialPricePence, creditsUsed: 0 }
  expect(trials).toEqual([{ sessionIds: [first.id], attendees: contact, shown }])
  expect(orderNumber).toMatch(/^\S{20,}$/)
  await expect(page.getByText('This is a practice card page.')).toBeVisible()
})

// Proves GUEST-19, GUEST-20, PAR-24, PAR-27.
test('a guest waits for a place in a full session', async ({ page, site, visitor }) => {
  const session = await findSession(visitor, ({ placesLeft }) => placesLeft === 0, parentSession)
  const dialog = await open(page, session, 'waiting list')
  await expect(dialog.getByRole('heading', { name: 'Join the waiting list' })).toBeVisible()
  const joined = watchCalls(page, contract.waitingLists.parentSession.join)
  await fillContact(dialog, { email: 'gwen' })
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  await expectOnlyMessage(page, sentences.waitingContactRequired)
  await expectMarked(dialog.getByLabel(/^Email/), sentences.emailRequired)
  expect(joined).toEqual([])
  const contact = await fillContact(dialog)
  const sent = nextCall(page, contract.waitingLists.parentSession.join)
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  expect(await sent).toEqual({
    offeringId: session.offeringId,
    sessionId: session.id,
    attendees: contact,
  })
  await expect(message(page, sentences.successful)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await readMail(site, contact.email, /^You are on the waiting list$/)
})

// Proves RES-06.
test('a guest takes the place reserved for their address @desk', async ({ page, site, visitor }) => {
  const session = await findSession(
    visitor,
    ({ pricePence, placesLeft, isPackOnly }) => pricePence > 0 && placesLeft === 1 && !isPackOnly,
    parentSession,
  )
  const holder = await newPerson(site, 'Hilda', [])
  const orderNumber = await placeOrder(holder, parentSession, session)
  const email = freshEmail('gwen')
  await visitor.waitingLists.parentSession.join({
    offeringId: session.offeringId,
    sessionId: session.id,
    attendees: { who: 'contact', fullName: 'Gwen Hale', phone: freshPhone(), email },
  })
  await holder.api.orders.parentSession.cancel({ orderNumber })
  const mail = await readMail(site, email, /^A place is free for you$/)
  expect(mail.text).toContain('enter the email address that this was sent to')

  // The mail's link opens the class, which is full for everybody else.
  await visit(page, /Book the place: (\S+)/.exec(mail.text)?.[1] ?? '')
  await expect(page.getByRole('dialog')).toContainText(session.typeName)
  await page.getByRole('dialog').getByRole('button', { name: 'Book a place kept for me' }).click()
  const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expect(sessionTick(dialog, session)).toBeDisabled()
  await expect(dialog).toContainText('Is a place kept for you?')
  await fillContact(dialog, { email: freshEmail('other') })
  await dialog.getByLabel('Mobile').focus()
  await expect(sessionTick(dialog, session)).toBeDisabled()
  await fillContact(dialog, { email })
  await dialog.getByLabel('Mobile').focus()
  await expect(sessionTick(dialog, session)).toBeChecked()
  await confirmBooking(page, dialog)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')

  await expect(page.getByRole('main').getByRole('link', { name: 'View my bookings' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View your order' }).click()
  await expect(page).toHaveURL(/\/guest-order\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order')
  await expect(page.getByText('Gwen Hale', { exact: true })).toBeVisible()
})

// Proves GUEST-14, GUEST-22.
test('a guest confirms a free class by the link in the mail; the basket asks them to log in', async ({
  page,
  site,
  visitor,
}) => {
  const session = await findSession(visitor, isFree, parentSession)
  const dialog = await open(page, session, 'Book Now')
  await expect(dialog.getByText('A basket needs an account: you log in first.')).toBeVisible()
  await dialog.getByText('I am booking for a grandchild').click()
  await expect(dialog.getByText('add your grandchild under “Add a child”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to Basket' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await open(page, session, 'Book Now')
  // A link in the mail confirms a free place, so a mobile number is not enough. The field says so
  // before the question.
  const address = dialog.getByLabel(/^Email/)
  await expect(address).toHaveAccessibleDescription(/confirmed by the link in the email/)
  await fillContact(dialog, { email: '' })
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expectOnlyMessage(page, sentences.emailRequired)
  await expectMarked(address, sentences.emailRequired)
  await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
  const { email } = await fillContact(dialog)
  // Enter books. It does not press Add to Basket, which comes first and asks guests to log in.
  await address.press('Enter')
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1$/)
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('open the link in the email')
  await expect(page.getByRole('main')).toContainText('We are keeping it for you for 30 minutes.')
  const kept = page.getByRole('region', { name: 'Kept for you' })
  await expect(kept).toContainText(session.typeName)
  await expect(kept).toContainText(session.startTime.slice(0, 5))

  const mail = await readMail(site, email, /^Please confirm your place$/)
  await page.goto(/http\S+\/guest-order\/\S+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my place' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your place is confirmed')
  await readMail(site, email, /^Your booking is confirmed/)
})

test('a place that a guest must confirm is held no longer than until it begins @desk', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, isFree, parentSession)
  const [startDate = '', startTime = ''] = momentInLondon(new Date(Date.now() + 10 * 60_000)).split(' ')
  await changeOffered(page, orders.preview, session, { startDate, startTime })
  const dialog = await open(page, session, 'Book Now')
  await fillContact(dialog)
  await confirmBooking(page, dialog)
  await expect(page.getByRole('main')).toContainText(
    'We are keeping it for you for 30 minutes or until it begins, if that is sooner.',
  )
})

// Proves GUEST-23, GUEST-24.
test('a guest is told that a session is pack-only, or full @desk', async ({ page, visitor }) => {
  const session = await findSession(visitor, isPriced, parentSession)
  let sessionsLeft = true
  await changeAnswers(page, orders.preview, preview => ({
    ...preview,
    offering: { ...preview.offering, isPackOnly: true },
    sessions: sessionsLeft ? preview.sessions : [],
  }))
  const submits = watchCalls(page, orders.place)
  const dialog = await open(page, session, 'Book Now')
  await fillContact(dialog)
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentences.packOnly)).toBeVisible()
  expect(submits).toEqual([])

  sessionsLeft = false
  await open(page, session, 'Book Now')
  await expect(dialog).toContainText('Coming soon ! Watch this space !')
  await expect(dialog.getByRole('button', { name: 'Book Now' })).toHaveCount(0)
})

// Proves GUEST-21.
signedInTest(
  'a parent puts a session for themselves into the basket @desk',
  async ({ page, visitor, person }) => {
    const session = await findSession(visitor, isPriced, parentSession)
    const dialog = await open(page, session, 'Book Now')
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Robyn Hart')
    await expect(dialog.getByLabel('Mobile')).toHaveValue(person.mobile)
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(person.email)
    const contact = await fillContact(dialog, { fullName: 'Uncle Hart' })
    const sent = nextCall(page, contract.sessionBaskets.parentSession.add)
    await dialog.getByRole('button', { name: 'Add to Basket' }).click()
    expect(await sent).toEqual({ sessionIds: [session.id], attendees: contact })
    await expect(message(page, sentences.addedToBasket)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  },
)

signedInTest(
  'a person who has a place in a session is told so before the confirmation @phone',
  async ({ page, visitor, person }) => {
    const session = await findSession(visitor, isPriced, parentSession)
    await placeOrder(person, parentSession, session)
    await visit(page, `/home/parent?date=${session.date}`)
    await sessionCard(page, session).getByRole('heading').getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
    await expect(dialog.getByText('Kept for you')).toBeVisible()
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expectOnlyMessage(page, sentences.attendeeAlreadyBooked)
    await expectMarked(dialog.getByLabel('Full Name'), sentences.attendeeAlreadyBooked)
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toHaveCount(0)
    await dialog.getByLabel('Full Name').fill('Uncle Hart')
    await dialog.getByRole('button', { name: 'Book Now' }).click()
    await expect(question).toContainText('Uncle Hart')
  },
)
