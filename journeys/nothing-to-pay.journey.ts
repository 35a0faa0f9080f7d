import { sentences } from '#domain/sentences.ts'
import { chooseChild, confirmBooking, message, openBooking, orderInHistory, total } from './booking-dialog.ts'
import { readMail, signInAsDemoParent } from './people.ts'
import { expect, reload, signedInTest, test, visit } from './site-test.ts'
import { comingSessions, findSession, isFree, type Session } from './timetable.ts'

// Proves BOOK-31, ORD-36, RES-07.
signedInTest(
  'a free class is booked without a card page @desk',
  async ({ page, site, visitor, person, expectedComplaints }) => {
    const session = await findSession(visitor, isFree)
    const cardPages: string[] = []
    page.on('request', request => {
      if (/pay\/stripe/i.test(request.url())) cardPages.push(request.url())
    })
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    await expect(total(dialog)).toContainText('£0.00')
    await confirmBooking(page, dialog)

    await expect(page).toHaveURL(/\/home\/userInfo\/paySuccess\?type=1&order_sn=/)
    await expect(page.getByRole('heading', { name: 'Thank you for your booking' })).toBeVisible()
    expect(cardPages).toEqual([])
    // A parent who was logged out meanwhile has nothing to confirm either. The page's calls are
    // refused then.
    expectedComplaints.push(/status of 401/)
    const token = await page.evaluate(() => localStorage.getItem('maypole.token') ?? '')
    await page.evaluate(() => localStorage.removeItem('maypole.token'))
    await reload(page)
    await expect(page.getByText('Booked without an account?')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('All is confirmed')
    await page.evaluate(token => localStorage.setItem('maypole.token', token), token)
    await reload(page)
    await page.getByRole('link', { name: 'View my bookings' }).click()
    const order = await orderInHistory(page, session)
    await expect(order).toContainText('Paid')
    await expect(order).toContainText('Free')
    await readMail(site, person.email, /^Your booking is confirmed/)

    // The dialog says that the child has a place already, and does not let the parent choose it
    // again.
    const again = await openBooking(page, session)
    await expect(again.getByText('Booked: Wren')).toBeVisible()
    await chooseChild(again, 'Wren')
    await expect(again.getByText(/^Wren has .* already/)).toBeVisible()
    await again.getByRole('button', { name: 'Book Now' }).click()
    await expect(message(page, sentences.selectCourse)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Please confirm' })).toHaveCount(0)
  },
)

const isForPacks = ({ isPackOnly, placesLeft }: Session) => isPackOnly && placesLeft >= 2

// Proves BOOK-21.
test('class credits pay for a pack-only class @phone', async ({ page, site }) => {
  const { api } = await signInAsDemoParent(site)
  const { credits } = await api.accounts.profile()
  const sessions = await comingSessions(api)
  const last = sessions.at(-1) as Session
  const own = await api.offerings.class.ownTimetable({
    startDate: (sessions[0] as Session).date,
    endDate: last.date,
  })
  const ownIds = own.flatMap(day => day.sessions).map(({ id }) => id)
  const session = sessions.find(one => isForPacks(one) && !ownIds.includes(one.id)) as Session

  await visit(page, '/login')
  await page.getByRole('button', { name: /parent@example\.test/ }).click()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('link', { name: 'Hi, Megan' })).toBeVisible()
  const dialog = await openBooking(page, session)
  await chooseChild(dialog, 'Isla')
  await expect(dialog).toContainText(`Class credits used${session.credits}`)
  await expect(dialog).toContainText(`Class credits left${credits - session.credits}`)
  await expect(total(dialog)).toContainText('£0.00')
  await confirmBooking(page, dialog)
  await expect(page).toHaveURL(/paySuccess\?type=1&order_sn=/)
  expect((await api.accounts.profile()).credits).toBe(credits - session.credits)
  const orders = await api.orders.class.list({ page: 1 })
  expect(orders.items[0]).toMatchObject({ status: 'paid', paymentMethod: 'credits', totalPence: 0 })
})
