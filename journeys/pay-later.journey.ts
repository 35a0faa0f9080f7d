import * as siteAddresses from '#contract/addresses.ts'
import { ofKind } from '#contract/addresses.ts'
import * as addresses from '#contract/office/addresses.ts'
import { addDays, dayMilliseconds } from '#domain/calendar.ts'
import { receivedMeanwhile } from '#domain/office/desk-sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { spokenDate } from '#web/ui/british-dates.ts'
import { expectAccessible } from './barriers.ts'
import { chooseChild, confirmBooking, message, openBooking, pounds } from './booking-dialog.ts'
import { placeOrder } from './kinds.ts'
import { ownDemoTest } from './office/empty-business.ts'
import { createOfficeClient, startStaffSession } from './office/staff-sign-in.ts'
import { freshEmail, freshPhone, newPerson, readMail } from './people.ts'
import { expect, signedInTest, signIn, test, visit } from './site-test.ts'
import { findSession, findSessions, isPriced, type Session, sessionCard } from './timetable.ts'
import { today } from './today.ts'

// The demo's business lets families pay later, within three weeks.
const dueOn = addDays(today(), 21)

signedInTest(
  'a parent pays later from a childcare account; two colleagues tick it, and it counts once',
  async ({ page, browser, site, visitor, person, expectedComplaints }) => {
    test.slow()
    expectedComplaints.push(/status of 409/)
    const session = await findSession(visitor, isPriced)
    const price = pounds(session.pricePence)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    const ways = dialog.getByRole('group', { name: 'How would you like to pay?' })
    await expect(ways.getByRole('radio', { name: 'Card' })).toBeChecked()
    await ways.getByText('Childcare account').click()
    await expect(dialog.getByText('Your places are confirmed at once.')).toBeVisible()
    await expectAccessible(page)
    await confirmBooking(page, dialog)

    const payment = page.getByRole('region', { name: 'Payment' })
    await expect(payment).toContainText(`Payment expected: ${price} from a childcare account`)
    await expect(payment).toContainText('search for “Conker & Kite”')
    await expect(page.getByRole('region', { name: 'Receipt' })).toHaveCount(0)
    await expectAccessible(page)
    const number = new URL(page.url()).searchParams.get('order_sn') ?? ''
    await expect(payment.getByText(number).first()).toBeVisible()
    const confirmed = await readMail(site, person.email, /^Your booking is confirmed$/)
    expect(confirmed.text).toContain(`quote ${number}`)

    // What is owed says that it is expected, not that it runs out. It has nothing to press.
    await visit(page, siteAddresses.bookings())
    const upNext = page.getByRole('region', { name: 'Up next' })
    const owed = upNext.getByRole('listitem').filter({ hasText: 'that we expect' })
    await expect(owed).toContainText(
      `${price} that we expect from your childcare account by ${spokenDate(dueOn, today())}:`,
    )
    await expect(owed.getByRole('button')).toHaveCount(0)
    await expect(upNext.getByText('to pay until')).toHaveCount(0)
    await expectAccessible(page)
    await visit(page, siteAddresses.home())
    await expect(page.getByRole('link', { name: `${price} expected` })).toBeVisible()

    // Two colleagues have the same bank statement.
    await startStaffSession(page, site, 'frontDesk')
    const elsewhere = await browser.newPage()
    await startStaffSession(elsewhere, site, 'manager')
    for (const desk of [page, elsewhere]) {
      await visit(desk, new URL(addresses.order({ number }), site).href)
      await expect(desk.getByText(`Payment expected · £0.00 of ${price} received`)).toBeVisible()
      await desk.getByRole('button', { name: 'Received…' }).click()
    }
    await page.getByRole('button', { name: 'Record it' }).click()
    await expect(page.getByText('Recorded. All has come, and the family is told')).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Record it' }).click()
    const { by } = (await createOfficeClient(page, site).orders.get({ number })).expected?.receipts[0] ?? {}
    await expect(
      elsewhere
        .getByText(receivedMeanwhile({ by: by ?? '', pence: session.pricePence }, session.pricePence))
        .first(),
    ).toBeVisible()
    await elsewhere.close()
    expect((await createOfficeClient(page, site).orders.get({ number })).expected).toMatchObject({
      ...{ isOpen: false, receivedPence: session.pricePence },
      receipts: [{ pence: session.pricePence }],
    })

    await readMail(site, person.email, /^Your payment has arrived$/)
    await visit(page, siteAddresses.receipt({ orderNumber: number }))
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText(`Total paid, from a childcare account (reference ${number})${price}`)
    await expectAccessible(page)
    await visit(page, siteAddresses.bookings())
    await expect(upNext.getByText(session.typeName).first()).toBeVisible()
    await expect(owed).toHaveCount(0)
  },
)

test('a guest pays by card: there is no choice, and the server refuses another @phone', async ({
  page,
  visitor,
}) => {
  const session = await findSession(visitor, isPriced, 'parentSession')
  await visit(page, ofKind.parentSession.timetable({ date: session.date }))
  await sessionCard(page, session).getByRole('button', { name: 'Book Now' }).click()
  const dialog = page.getByRole('dialog', { name: `Book ${session.typeName}` })
  await expect(dialog.getByLabel('Full Name')).toBeVisible()
  await expect(dialog.getByText('How would you like to pay?')).toHaveCount(0)
  const guest = {
    who: 'contact' as const,
    fullName: 'Gwen Hale',
    phone: freshPhone(),
    email: freshEmail('gwen'),
  }
  const asked = { offeringId: session.offeringId, sessionIds: [session.id], discountCode: '' }
  await expect(
    visitor.orders.parentSession.place({ ...asked, attendees: guest, payLater: 'childcare' }),
  ).rejects.toThrow(sentences.payLaterNotOffered)
})

ownDemoTest(
  'late money ends nothing; once it is switched off, paying later is refused',
  async ({ page, context, site, visitor }) => {
    test.slow()
    const person = await newPerson(site, 'Robyn', ['Wren'])
    const [session, other] = (await findSessions(visitor, 2, isPriced)) as [Session, Session]
    const number = await placeOrder(person, 'class', session, { payLater: 'voucher' })
    await signIn(context, site, person)

    // A day after it was due, the family still has its place, and reads that it was due.
    await page.clock.install({ time: Date.parse(`${dueOn}T12:00:00Z`) + dayMilliseconds })
    await visit(page, siteAddresses.bookings())
    const upNext = page.getByRole('region', { name: 'Up next' })
    await expect(upNext.getByText(/that we expect by voucher, due on /)).toBeVisible()
    await upNext
      .getByRole('link', { name: new RegExp(session.typeName) })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Payment' })).toContainText('which was due by')
    await page.clock.setSystemTime(Date.now())

    // The demo has a late one: Today names it, and its order is as it was.
    const owner = await startStaffSession(page, site, 'owner')
    await visit(page, addresses.today())
    await page.getByRole('link', { name: '1 payment that is expected has not come in time' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.locator('.data-open').click()
    await expect(page.getByRole('heading', { name: 'Payment expected' })).toBeVisible()
    await expectAccessible(page, 24)
    await visit(page, addresses.money())
    await expect(page.getByText('Still expected')).toBeVisible()

    // The family has the dialog open when the owner switches it off.
    const dialog = await openBooking(page, other)
    await dialog.getByText('Childcare account').click()
    const { version, payLater } = await owner.business.get({})
    await owner.business.savePayLater({ ...payLater, version, parentsMayPayLater: false })
    await confirmBooking(page, dialog)
    await expect(message(page, sentences.payLaterNotOffered)).toBeVisible()
    const again = await openBooking(page, other)
    await expect(again.getByText('Card', { exact: true })).toHaveCount(0)
    await expect(placeOrder(person, 'class', other, { payLater: 'childcare' })).rejects.toThrow(
      sentences.payLaterNotOffered,
    )
    // What was ordered before stays.
    expect(await person.api.ownBookings.receipt({ orderNumber: number })).toMatchObject({
      ...{ status: 'paid', paidAt: null },
      desk: { expectedPence: session.pricePence },
    })
  },
)
