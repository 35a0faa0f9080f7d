import type { Page } from '@playwright/test'
import { home, ofKind } from '#contract/addresses.ts'
import { addDays, weekdayOf } from '#domain/calendar.ts'
import { pay, placeOrder } from './kinds.ts'
import { freshEmail, newPerson, readCode } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { thumb } from './thumb.ts'
import { findSession, findSessions, isPriced, openTimetable, type Session, sessionCard } from './timetable.ts'
import { today } from './today.ts'

// Counts the taps and fields of each task. docs/performance.md has the table.

const phone = { tag: '@phone' }

const familyTest = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Robyn', ['Wren'])),
})

const booking = (page: Page) => page.getByRole('dialog', { name: /^Book / })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you for your booking' })

/** Books and pays, from the open dialog to the thank-you page. */
async function orderAndPay(page: Page, { button }: ReturnType<typeof thumb>): Promise<void> {
  await button('Book Now', booking(page))
  await button('Yes')
  await button(/^Pay £/)
  await expect(thanks(page)).toBeVisible()
}

familyTest('signed in: four taps from the timetable to a paid place', phone, async ({ page, visitor }) => {
  const session = await findSession(visitor, isPriced)
  await openTimetable(page, session)
  const hand = thumb(page)
  await hand.button('Book Now', sessionCard(page, session))
  await orderAndPay(page, hand)
  hand.spent({ taps: 4, fields: 0 })
})

/** Robyn with Wren, who is four. */
const ofFourTest = signedInTest.extend({
  person: async ({ site }, use) => {
    const person = await newPerson(site, 'Robyn', ['Wren'])
    const [wren] = await person.api.children.list()
    const dateOfBirth = addDays(today(), -1600)
    if (wren) await person.api.children.edit({ ...wren, dateOfBirth })
    await use(person)
  },
})

ofFourTest(
  'from home, a Saturday class for a child of four: seven taps',
  phone,
  async ({ page, visitor }) => {
    await visit(page, home())
    const hand = thumb(page)
    await hand.button('For Wren, 4')
    await hand.tap(page.getByLabel('Saturday'))
    await hand.button(/^(Show \d+ class|Next on )/)
    await expect(page).toHaveURL(/\?years=4&day=Sat$/)
    const fits = (session: Session) => isPriced(session) && weekdayOf(session.date) === 'Sat'
    const shown = await page.locator('.day[data-shown] time').getAttribute('datetime')
    const session = await findSession(
      visitor,
      one => fits(one) && one.date === shown && /^3–5/.test(one.ages),
    )
    await hand.button('Book Now', sessionCard(page, session))
    await orderAndPay(page, hand)
    hand.spent({ taps: 7, fields: 0 })
  },
)

test('a visitor with an account: five taps and a log-in', phone, async ({ page, site, visitor }) => {
  const { email, password } = await newPerson(site, 'Robyn', ['Wren'])
  const session = await findSession(visitor, isPriced)
  await openTimetable(page, session)
  const hand = thumb(page)
  await hand.button('Book Now', sessionCard(page, session))
  await hand.type({ Email: email, Password: password })
  await hand.button('Log in')
  await orderAndPay(page, hand)
  hand.spent({ taps: 5, fields: 2 })
})

test('a newcomer: registers, adds a child and books', phone, async ({ page, site, visitor }) => {
  test.slow()
  const session = await findSession(visitor, isPriced)
  const email = freshEmail('Nadine')
  await openTimetable(page, session)
  const hand = thumb(page)
  await hand.button('Book Now', sessionCard(page, session))
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await hand.tap(page.getByRole('link', { name: 'Sign up' }))
  await hand.type({ 'First name': 'Nadine', 'Last name': 'Penrose', Mobile: '07700 900155', Email: email })
  await hand.button('Send Code')
  await hand.type({ 'Verification code': await readCode(site, email) })
  await hand.type({ 'Confirm password': 'tulips in March' })
  await hand.typeInto(page.getByLabel(/^Password/), 'tulips in March')
  await hand.tap(page.getByLabel('I agree to the Terms and Conditions'))
  await hand.button('Sign up')
  await expect(page.getByRole('heading', { name: 'Hello, Nadine' })).toBeVisible()
  await hand.type({
    'Address line 1': '8 Cabot Rise',
    'Address line 2': '-',
    Town: 'Bristol',
    Postcode: 'BS1 6QZ',
  })
  await hand.tap(page.getByLabel('I agree to the Terms and Conditions'))
  await hand.button('Save and go on')
  await hand.type({ 'Child’s first name': 'Otto', Birthday: '2022-04-09' })
  const contact = (name: string) => page.getByRole('region', { name })
  await hand.type({ 'Relationship to the child': 'Mother' }, contact('Emergency contact one'))
  const second = { 'First name': 'Ivo', 'Last name': 'Penrose', Mobile: '07700 900156' }
  const reached = { Email: 'ivo.penrose@example.test', 'Relationship to the child': 'Grandfather' }
  await hand.type({ ...second, ...reached }, contact('Emergency contact two'))
  await hand.button('None of either')
  await hand.button('Save and go on')
  await hand.button('Finish')
  await orderAndPay(page, hand)
  hand.spent({ taps: 13, fields: 19 })
})

test('a guest: four taps and two fields', phone, async ({ page, visitor }) => {
  const session = await findSession(visitor, isPriced, 'parentSession')
  await visit(page, ofKind.parentSession.timetable({ date: session.date }))
  const hand = thumb(page)
  await hand.button('Book Now', sessionCard(page, session))
  await hand.type({ 'Full Name': 'Gwen Hale', Email: freshEmail('gwen') }, booking(page))
  await orderAndPay(page, hand)
  hand.spent({ taps: 4, fields: 2 })
})

familyTest(
  'the next class is found, moved and an unpaid one cancelled',
  phone,
  async ({ page, visitor, person }) => {
    // Four sessions of one offering, so that one of them is in the next week.
    const [first] = await findSessions(visitor, 4, isPriced)
    const orderNumber = await placeOrder(person, 'class', first as Session)
    await pay(page, person, orderNumber)
    await visit(page, ofKind.class.timetable())

    const finding = thumb(page)
    await finding.tap(page.getByRole('navigation', { name: 'Your account' }).getByText('My Bookings'))
    const upNext = page.getByRole('region', { name: 'Up next' })
    await expect(upNext.getByText((first as Session).typeName)).toBeInViewport()
    finding.spent({ taps: 1, fields: 0 })

    const moving = thumb(page)
    await moving.button(/^Reschedule /, upNext)
    const targets = page.getByRole('dialog', { name: 'Reschedule' })
    await moving.button('Next week', targets)
    // The old week is shown until the next one has loaded.
    await expect(targets.locator('.week')).toHaveAttribute('aria-busy', 'false')
    await moving.tap(targets.getByRole('button', { name: 'Select' }).first())
    await moving.button('Move')
    await expect(page.getByText('Succesfully rescheduled')).toBeVisible()
    moving.spent({ taps: 4, fields: 0 })

    const claiming = thumb(page)
    await claiming.tap(page.getByRole('navigation', { name: 'Your account' }).getByText('My Bookings'))
    await claiming.tap(page.locator('summary', { hasText: 'Past and receipts' }))
    await claiming.tap(page.getByRole('link', { name: /^Receipt/ }).filter({ visible: true }))
    await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
    claiming.spent({ taps: 3, fields: 0 })

    const unpaid = await findSession(visitor, isPriced, 'event')
    await placeOrder(person, 'event', unpaid)
    await visit(page, ofKind.class.timetable())
    const cancelling = thumb(page)
    await cancelling.tap(page.getByRole('navigation', { name: 'Your account' }).getByText('My Bookings'))
    const owed = upNext.getByRole('listitem').filter({ hasText: 'to pay until' })
    await expect(owed).toBeInViewport()
    await cancelling.button('Cancel', owed)
    await cancelling.button('Cancel the order')
    await expect(owed).toHaveCount(0)
    cancelling.spent({ taps: 3, fields: 0 })
  },
)
