import { chooseChild, openBooking, pounds } from './booking-dialog.ts'
import type { Person } from './people.ts'
import { expect, signedInTest } from './site-test.ts'
import { findSession, openTimetable, sessionCard } from './timetable.ts'

const titles = {
  // Proves BOOK-32.
  class: 'a double press and a reload in the middle make one order @phone',
  // Proves EVT-48.
  event: 'a double press and a reload make one order of an event too',
}

for (const kind of ['class', 'event'] as const) {
  signedInTest(titles[kind], { tag: kind === 'event' ? '@desk' : [] }, async ({ page, visitor, person }) => {
    const session = await findSession(
      visitor,
      ({ typeName, pricePence, placesLeft }) =>
        (kind === 'event' || typeName === 'Tinker Lab') && pricePence > 0 && placesLeft >= 3,
      kind,
    )
    const submits: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/submitOrder$/, async route => {
      submits.push(route.request().url())
      const response = await route.fetch()
      await released
      await route.fulfill({ response }).catch(() => undefined)
    })

    const dialog = await openBooking(page, session, kind)
    await chooseChild(dialog, 'Wren')
    const bookNow = dialog.getByRole('button', { name: 'Book Now' })
    await bookNow.dblclick()
    const question = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(question).toHaveCount(1)
    await question.getByRole('button', { name: 'Yes' }).dblclick()
    await expect(bookNow).toHaveAttribute('aria-busy', 'true')
    await bookNow.click({ force: true })
    await expect.poll(ordersOf(person, kind)).toBe(1)
    expect(submits).toHaveLength(1)

    await page.reload()
    // Waits for the dialog: an address opened while it returns would replace its history entry.
    await expect(dialog).toBeVisible()
    release()
    // The held place is paid for where it was booked.
    await openTimetable(page, session, kind)
    await sessionCard(page, session).getByRole('link', { name: 'Pay now' }).click()
    await page.getByRole('button', { name: /^Proceed/ }).click()
    await page.getByRole('button', { name: `Pay ${pounds(session.pricePence)}` }).click()
    await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
    expect(await ordersOf(person, kind)()).toBe(1)
  })
}

const ordersOf =
  ({ api }: Person, kind: 'class' | 'event') =>
  async () =>
    (await api.orders[kind].list({})).total
