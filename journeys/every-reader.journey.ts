import type { Locator, Page } from '@playwright/test'
import { ofKind, orderOf } from '#contract/addresses.ts'
import { addDays, weekdayOf } from '#domain/calendar.ts'
import { sentences } from '#domain/sentences.ts'
import { childTick, message, total } from './booking-dialog.ts'
import { press, tabTo, typeInto } from './by-keyboard.ts'
import { kinds, placeOrder } from './kinds.ts'
import { visitBookings } from './my-bookings.ts'
import { freshEmail, readCode } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import {
  comingSessions,
  findSession,
  isPriced,
  openTimetable,
  type Session,
  sessionCard,
} from './timetable.ts'

// All at once: 1280 × 1024 at 400 %, forced colours, keyboard only, and the accessibility tree.
const everyReader = {
  viewport: { width: 320, height: 256 },
  hasTouch: false,
  forcedColors: 'active',
  colorScheme: 'dark',
} as const
test.use(everyReader)
signedInTest.use(everyReader)

/** Checks that nothing is wider than the screen, the dialog has a border, and its heading scrolls away. */
async function expectFits(page: Page, dialog: Locator): Promise<void> {
  expect(await page.locator('html').evaluate(element => element.scrollWidth)).toBeLessThanOrEqual(320)
  await expect(dialog).toHaveCSS('border-top-width', '1px')
  const headAtTheEnd = await dialog.evaluate(element => {
    element.scrollTo(0, element.scrollHeight)
    const { top } = (element.querySelector('h2') as Element).getBoundingClientRect()
    element.scrollTo(0, 0)
    return top
  })
  expect(headAtTheEnd).toBeLessThan(0)
}

/** Expects the selected element to look different from an unselected one in forced colours. */
async function expectChosen(chosen: Locator, other: Locator): Promise<void> {
  const ground = (tick: Locator) =>
    tick.evaluate(element => getComputedStyle(element.closest('label') as Element).backgroundColor)
  await expect(chosen).toBeChecked()
  await expect(other).not.toBeChecked()
  expect(await ground(chosen)).not.toBe(await ground(other))
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Please confirm' })
const thanks = (page: Page) => page.getByRole('heading', { name: /^Thank you/ })

signedInTest(
  'every theme and contrast setting: booking, paying, moving, cancelling and waiting',
  { tag: '@desk' },
  async ({ page, visitor, person }) => {
    signedInTest.slow()
    const sessions = (await comingSessions(visitor)).filter(isPriced)
    // Takes a class with a place on the same day of the next week, too.
    const isMovable = ({ offeringId, date }: Session) =>
      sessions.some(later => later.offeringId === offeringId && later.date === addDays(date, 7))
    const session = sessions.find(isMovable) as Session

    await openTimetable(page, session)
    await press(page, sessionCard(page, session).getByRole('button', { name: 'Book Now' }))
    const booking = page.getByRole('dialog', { name: `Book ${session.typeName}` })
    await expect(total(booking)).toBeVisible()
    await expectFits(page, booking)
    await press(page, childTick(booking, 'Wren'), 'Space')
    await expectChosen(childTick(booking, 'Wren'), childTick(booking, 'Finch'))
    await press(page, booking.getByRole('button', { name: 'Book Now' }))
    await expect(question(page).getByText(sentences.confirmOrder)).toBeInViewport()
    await press(page, question(page).getByRole('button', { name: 'Yes' }))
    await press(page, page.getByRole('button', { name: /^Pay £/ }))
    await expect(thanks(page)).toBeVisible()

    await visitBookings(page)
    const calendar = page.getByRole('region', { name: kinds.class.calendar, exact: true })
    const dayOf = (week: Locator, date: string) =>
      week
        .getByRole('navigation')
        .getByRole('button', { name: new RegExp(`^${weekdayOf(date)}\\s*${Number(date.slice(8))}\\s`) })
    await press(page, dayOf(calendar, session.date))
    await press(page, calendar.getByRole('button', { name: 'Reschedule' }))
    const move = page.getByRole('dialog', { name: 'Reschedule' })
    await expectFits(page, move)
    await press(page, move.getByRole('button', { name: 'Next week' }))
    await press(page, dayOf(move, addDays(session.date, 7)))
    await press(page, move.getByRole('button', { name: 'Select' }).first())
    await press(page, question(page).getByRole('button', { name: 'Move' }))
    await expect(message(page, sentences.rescheduled)).toBeVisible()

    const orderNumber = await placeOrder(person, 'class', session)
    await visit(page, orderOf.class({ orderNumber }))
    await press(page, page.getByRole('region', { name: 'Payment' }).getByRole('button', { name: 'Cancel' }))
    await press(page, question(page).getByRole('button', { name: 'Cancel the order' }))
    await expect(message(page, sentences.orderCancelled)).toBeVisible()

    const full = await findSession(visitor, ({ placesLeft }) => placesLeft === 0)
    await openTimetable(page, full)
    await press(page, sessionCard(page, full).getByRole('button', { name: 'Waiting list' }))
    const waiting = page.getByRole('dialog')
    await tabTo(page, childTick(waiting, 'Wren'))
    await page.keyboard.press('ArrowRight')
    await expect(childTick(waiting, 'Finch')).toBeFocused()
    await page.keyboard.press('Space')
    await press(page, waiting.getByRole('button', { name: 'Join the waiting list' }))
    await expect(message(page, sentences.successful)).toBeVisible()
  },
)

test('every reader registers', { tag: '@desk' }, async ({ page, site }) => {
  const email = freshEmail('Nadia')
  await visit(page, '/register')
  await typeInto(page, page, {
    'First name': 'Nadia',
    'Last name': 'Penrose',
    Mobile: '07700 900155',
    Email: email,
  })
  await press(page, page.getByRole('button', { name: 'Send Code' }))
  const code = await readCode(site, email)
  await typeInto(page, page, { 'Verification code': code })
  await typeInto(page, page, { Password: 'tulips in March', 'Confirm password': 'tulips in March' })
  await press(page, page.getByLabel('I agree to the Terms and Conditions'), 'Space')
  await press(page, page.getByRole('button', { name: 'Sign up' }))
  await expect(page.getByRole('heading', { name: 'Hello, Nadia' })).toBeVisible()
})

test('every reader books as a guest', { tag: '@desk' }, async ({ page, visitor }) => {
  const session = await findSession(visitor, isPriced, 'parentSession')
  await visit(page, ofKind.parentSession.timetable({ date: session.date }))
  await press(page, sessionCard(page, session).getByRole('button', { name: 'Book Now' }))
  const booking = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expectFits(page, booking)
  await typeInto(page, booking, {
    'Full Name': 'Gwen Hale',
    Mobile: '07700 900009',
    Email: freshEmail('gwen'),
  })
  await press(page, booking.getByRole('button', { name: 'Book Now' }))
  await press(page, question(page).getByRole('button', { name: 'Yes' }))
  await press(page, page.getByRole('button', { name: /^Pay £/ }))
  await expect(thanks(page)).toBeVisible()
})
