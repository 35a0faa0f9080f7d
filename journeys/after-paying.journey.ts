import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { orderOf, paymentFailed, paymentSucceeded } from '#contract/addresses.ts'
import { businessRow } from '#demo/business.ts'
import { directionsTo } from '#domain/map-links.ts'
import { sentences } from '#domain/sentences.ts'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { expectAccessible } from './barriers.ts'
import { message, pounds } from './booking-dialog.ts'
import { everyKind, kinds, pay, placeOrder } from './kinds.ts'
import { childIdsOf, newPerson } from './people.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, findSessions, isPriced, placesLeft, type Session } from './timetable.ts'
import { today } from './today.ts'

const pagesOnPaper = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

const whenOf = ({ date, endDate, startTime, endTime }: Session) =>
  `${spokenDays(date, endDate, today())}, ${timeRange(startTime, endTime)}`

for (const kind of everyKind) {
  signedInTest(
    `the thank-you page and the order page show the receipt: ${kind}`,
    { tag: kinds[kind].tag },
    async ({ page, visitor, person }) => {
      const session = await findSession(visitor, isPriced, kind)
      const orderNumber = await placeOrder(person, kind, session)
      await pay(page, person, orderNumber)
      await expect(page).toHaveURL(paymentSucceeded({ type: 0, orderNumber }))
      const { places } = await person.api.ownBookings.receipt({ orderNumber })
      const { address = '', attendee = '', bookingId = 0, toBring = '' } = places[0] ?? {}
      expect(address).not.toBe('')
      for (const there of ['thanked', 'thanked again', 'ordered'] as const) {
        if (there === 'thanked again') await reload(page)
        if (there === 'ordered') {
          await page.getByRole('link', { name: orderNumber }).click()
          // Until the receipt has loaded, the thank-you page stays and shows the same place.
          await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
        }
        const place = page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: whenOf(session) })
        for (const fact of [`${session.title} for ${attendee}`, session.venue, address, toBring]) {
          await expect(place).toContainText(fact)
        }
        await expect(place.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
          'href',
          directionsTo({ venue: session.venue, address }),
        )
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          place.getByRole('button', { name: /^Add to calendar/ }).click(),
        ])
        expect(await readFile(await file.path(), 'utf8')).toContain(`UID:booking-${bookingId}@`)
        await place.getByRole('button', { name: /^Reschedule/ }).click()
        const reschedule = page.getByRole('dialog', { name: 'Reschedule' })
        await expect(reschedule).toHaveCSS('text-align', 'start')
        await reschedule.getByRole('button', { name: 'Close' }).click()
        if (there !== 'ordered') {
          await expect(page.getByRole('main')).toContainText(`${pounds(session.pricePence)} paid by card`)
          // The email address, one long word, does not widen a phone's page either.
          const lead = page.getByText(person.email)
          expect(await lead.evaluate(text => text.getBoundingClientRect().right <= innerWidth)).toBe(true)
        }
      }
      await expect(page).toHaveURL(orderOf[kind]({ orderNumber }))
      const receipt = page.getByRole('region', { name: 'Receipt' })
      const { childcare_registration: registration } = businessRow
      for (const fact of [
        ...['Robyn Hart', attendee, address, `Total paid${pounds(session.pricePence)}`],
        ...[orderNumber, businessRow.legal_name, businessRow.address, registration],
      ]) {
        await expect(receipt).toContainText(fact)
      }
      expect(await pagesOnPaper(page)).toBe(1)

      // The receipt by itself is one press from the thanks.
      await visit(page, paymentSucceeded({ type: 0, orderNumber }))
      await page.getByRole('link', { name: 'Receipt', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
      await expect(receipt).toContainText(`Receipt number${orderNumber}`)
      await expectAccessible(page)
      expect(await pagesOnPaper(page)).toBe(1)
    },
  )
}

const ofThreeTest = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Robyn', ['Wren', 'Lark', 'Finch'])),
})

ofThreeTest('a receipt of twelve places is printed on one page @desk', async ({ page, visitor, person }) => {
  const sessions = await findSessions(visitor, 4, one => isPriced(one) && one.placesLeft >= 4)
  const { orderNumber } = await person.api.orders.class.place({
    offeringId: sessions[0]?.offeringId ?? 0,
    sessionIds: sessions.map(({ id }) => id),
    attendees: { who: 'children', childIds: await childIdsOf(person) },
    creditsWanted: undefined,
    discountCode: '',
  })
  await pay(page, person, orderNumber)
  await visit(page, orderOf.class({ orderNumber }))
  await expect(page.getByRole('region', { name: 'Receipt' }).locator('dt')).toHaveCount(22)
  expect(await pagesOnPaper(page)).toBe(1)
})

test('a visitor who is not logged in cannot read an order by its number', { tag: '@phone' }, async ({
  page,
}) => {
  await visit(page, paymentSucceeded({ type: 0, orderNumber: '261123-0123456789ABCDEF' }))
  await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you booked' })).toHaveCount(0)
})

signedInTest(
  'My Bookings starts with the next classes and unpaid orders, which are paid or cancelled there',
  async ({ page, visitor, person }) => {
    const next = await findSession(visitor, isPriced)
    // Takes a late event, because other journeys book the earlier ones and this journey counts
    // places.
    const unpaid = (await comingSessions(visitor, 'event')).findLast(isPriced) as Session
    await pay(page, person, await placeOrder(person, 'class', next))
    const before = await placesLeft(visitor, unpaid, 'event')
    const orderNumber = await placeOrder(person, 'event', unpaid)
    const { keptUntil, title } = await person.api.payments.hold({ orderNumber })
    const until = keptUntil?.slice(11, 16) ?? ''

    await visit(page, paymentFailed({ orderNumber }))
    await expect(page.getByRole('main')).toContainText(
      new RegExp(`We are keeping your order until .*${until}`),
    )
    await expect(page.getByRole('main')).toContainText(title)
    expect(title).toContain(unpaid.typeName)
    await page.getByRole('link', { name: 'View my bookings' }).click()
    const upNext = page.getByRole('region', { name: 'Up next' })
    const place = upNext.getByRole('listitem').filter({ hasText: whenOf(next) })
    await expect(place).toContainText(`${next.title} for Wren Hart`)
    await expect(place.getByRole('link', { name: whenOf(next) })).toBeVisible()
    const owed = upNext.getByRole('listitem').filter({ hasText: 'to pay until' })
    await expect(owed).toContainText(`${pounds(unpaid.pricePence)} to pay until`)
    await expect(owed).toContainText(`${until}: ${unpaid.typeName}`)
    await expect(owed).toBeInViewport()

    await owed.getByRole('button', { name: 'Pay now' }).click()
    await expect(page.getByText('This is a practice card page.')).toBeVisible()
    await visit(page, '/home/userInfo/orderList')
    await owed.getByRole('button', { name: 'Cancel' }).click()
    // The question names the order: what, when and how much.
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    for (const fact of [
      unpaid.typeName,
      spokenDays(unpaid.date, unpaid.endDate, today()),
      pounds(unpaid.pricePence),
    ])
      await expect(question).toContainText(fact)
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await expect(message(page, sentences.orderCancelled)).toBeVisible()
    await expect(owed).toHaveCount(0)
    expect(await placesLeft(visitor, unpaid, 'event')).toBe(before)
  },
)
