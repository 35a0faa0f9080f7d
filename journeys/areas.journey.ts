import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { chooseChild, confirmBooking, message } from './booking-dialog.ts'
import { addressOf, holdBack } from './calls-of-page.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { findSession, openTimetable, type Session, sessionCard } from './timetable.ts'

const hasRoom = ({ placesLeft, pricePence, isPackOnly }: Session) =>
  placesLeft > 3 && pricePence > 0 && !isPackOnly

async function fillGuest(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('Full Name').fill(`${firstName} Hale`)
  await page.getByLabel('Mobile').fill('07700 900009')
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}.hale@example.test`)
}

test('a guest books a parents’ session, fails to pay, then pays without an account', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, hasRoom, 'parentSession')
  await openTimetable(page, session, 'parentSession')
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Who is coming?')).toBeAttached()
  await fillGuest(page, 'Gwen')
  await confirmBooking(page, dialog)
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment unsuccessful')
  await expect(page).toHaveURL(/\/home\/userInfo\/payFail\?/)
  await expect(page.getByRole('link', { name: 'View my bookings' })).toHaveCount(0)
  // What is said above the button comes before it: else it would be pushed from under a finger that presses it.
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  const come = await holdBack(page, addressOf(contract.payments.hold))
  await visit(page, page.url())
  await expect(page.getByRole('main').getByText('Loading')).toBeAttached()
  await expect(tryAgain).toHaveCount(0)
  come()
  await expect(page.getByRole('main')).toContainText('We are keeping your place until')
  await tryAgain.click()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')
  await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?/)
})

test('a guest’s trial asks for a name and a way to reach them', async ({ page, visitor }) => {
  const session = await findSession(visitor, one => hasRoom(one) && one.offersTrial, 'parentSession')
  await openTimetable(page, session, 'parentSession')
  await sessionCard(page, session).getByRole('button', { name: 'Trial' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Full Name')).toBeVisible()
  await dialog.getByRole('button', { name: 'Book Trial' }).click()
  await expect(message(page, sentences.contactRequired)).toBeVisible()
  // Another guest: the session of the week with room may be the one that Gwen has booked.
  await fillGuest(page, 'Ida')
  await confirmBooking(page, dialog)
  await expect(page).toHaveURL(/paySuccess|\/checkout|\/pay\//)
})

signedInTest('an event is booked from its page, through the choice of a venue', async ({ page, visitor }) => {
  const session = await findSession(visitor, hasRoom, 'event')
  await visit(page, `/home/event/detail?id=${session.typeId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(session.typeName)
  await page.getByRole('button', { name: 'Book Now' }).click()
  await page.getByRole('dialog').getByRole('link', { name: session.venue }).click()
  await expect(page).toHaveURL(
    new RegExp(
      `/home/event/selectCourse\\?course_type_id=${session.typeId}&course_shop_id=${session.venueId}&big_course=\\d+`,
    ),
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await visit(page, `${page.url()}&date=${session.date}`)
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await dialog.getByRole('button', { name: 'Book Now' }).click()
  await expect(message(page, sentences.selectChild)).toBeVisible()
  await chooseChild(dialog, 'Wren')
  await confirmBooking(page, dialog)
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your booking')
})

test('a visitor goes from a class to its venues and from one venue to another', async ({ page, visitor }) => {
  const types = await visitor.offerings.class.types()
  const venuesOf = async (typeId: number) => {
    const offerings = await visitor.offerings.class.ofType({ typeId })
    return [...new Set(offerings.map(({ venue }) => venue))]
  }
  const all = await Promise.all(types.map(async ({ id }) => ({ id, venues: await venuesOf(id) })))
  const { id, venues } = all.find(type => type.venues.length > 1) ?? { id: 0, venues: [] }
  const [first = '', second = ''] = venues

  await visit(page, `/home/classify/detail?id=${id}`)
  await page.getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('link')).toHaveCount(venues.length)
  await dialog.getByRole('link', { name: first }).click()
  await expect(page.locator('.choice-head')).toContainText(first)

  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(/date=/)
  const week = new URL(page.url()).searchParams.get('date')
  await page.getByRole('button', { name: 'Click HERE to learn the timetables of other venues' }).click()
  await dialog.getByRole('link', { name: second }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('.choice-head')).toContainText(second)
  expect(new URL(page.url()).searchParams.get('date')).toBe(week)
  await expect(page.locator('.session-facts').filter({ hasText: first })).toHaveCount(0)
  await expect(page.getByLabel('Age', { exact: true }).locator('option').first()).toHaveText('for any age')
  await expect(page.getByLabel('Venue')).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('.choice-head')).toContainText(first)
})
