import type { Page } from '@playwright/test'
import { orderOf } from '#contract/addresses.ts'
import type { Api } from '#contract/client.ts'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { addDays } from '#domain/calendar.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { sentences } from '#domain/sentences.ts'
import { atMostBack } from '#domain/settlement.ts'
import { expectAccessible } from '../barriers.ts'
import { kinds, pay } from '../kinds.ts'
import { visitBookings } from '../my-bookings.ts'
import { childIdsOf, newPerson, readMail } from '../people.ts'
import { expect, signIn, test, visit } from '../site-test.ts'
import { openTimetable, type Session, sessionCard } from '../timetable.ts'
import { today } from '../today.ts'
import { freshName, makeClass } from './planned-classes.ts'
import { startStaffSession } from './staff-sign-in.ts'

/** Makes a class for two on a day of its own, and a family whose two children have paid places in it. */
async function makePaidPlaces(page: Page, site: string, inDays: number) {
  const owner = await startStaffSession(page, site, 'owner')
  const date = addDays(today(), inDays)
  const { offeringId, sessionId } = await makeClass(owner, freshName('Kites'), { capacity: 2, date })
  const person = await newPerson(site, 'Robyn', ['Wren', 'Finch'])
  const { orderNumber } = await person.api.orders.class.place({
    ...{ offeringId, sessionIds: [sessionId], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: await childIdsOf(person) },
  })
  await pay(page, person, orderNumber)
  return { owner, person, number: orderNumber, sessionId, date }
}

async function readSession(visitor: Api, { sessionId, date }: { sessionId: number; date: string }) {
  const days = await visitor.offerings.class.timetable({ startDate: date, endDate: date })
  return days.flatMap(({ sessions }) => sessions).find(({ id }) => id === sessionId) as Session
}

test('the owner cancels one of two paid places, and the other stays in register and timetable', async ({
  page,
  site,
  visitor,
}) => {
  const made = await makePaidPlaces(page, site, 30)
  const { person, number, sessionId } = made
  expect((await readSession(visitor, made)).placesLeft).toBe(0)

  const { accountId } = (await made.owner.orders.get({ number })).order
  await visit(page, addresses.family({ id: accountId as number }))
  await page.getByRole('button', { name: /^Cancel Wren Hart’s place, / }).click()
  const panel = page.getByRole('dialog', { name: 'Cancel places' })
  const ofWren = panel.getByRole('group', { name: /^Wren Hart/ })
  await expect(ofWren.getByRole('checkbox', { name: /Wren Hart/ })).toBeChecked()
  await expect(panel.getByRole('checkbox', { name: /Finch Hart/ })).not.toBeChecked()
  await expect(panel.getByRole('status').first()).toHaveText(
    '1 credit goes to the family. The family is told. This cannot be undone.',
  )
  await ofWren.getByLabel('Money back (£)').fill('5.00')
  await ofWren.getByLabel('The rest of the money').selectOption('is kept')
  await expect(panel.getByRole('status').first()).toHaveText(
    '£5.00 goes back to the card, £3.50 is kept, 5 reward points are taken back. The family is told. This cannot be undone.',
  )
  await expectAccessible(page, 24)
  await panel.getByLabel('Reason').fill('She broke her arm')
  await panel.getByRole('button', { name: 'Cancel the place' }).click()
  await expect(page.getByText('The place was cancelled')).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^Cancel Wren Hart’s place, / })).toHaveCount(0)

  await visit(page, addresses.order({ number }))
  await expect(page.getByRole('button', { name: /^Cancel Finch Hart’s place, / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cancel Wren Hart’s place, / })).toHaveCount(0)
  const lines = page.getByRole('main').locator('.order-line')
  await expect(lines.filter({ hasText: 'Wren' })).toContainText('Cancelled £5.00 back, £3.50 kept')
  await expect(lines.filter({ hasText: 'Finch' })).toContainText('£8.50')
  await expect(lines.filter({ hasText: 'Finch' })).not.toContainText('Cancelled')
  await expect(lines.filter({ hasText: '£5.00 back to the card' })).toContainText('She broke her arm')
  const sums = page.getByRole('main').locator('.thing-facts')
  await expect(sums).toContainText('Refunded£5.00Kept£3.50Stays£8.50')
  await expectAccessible(page, 24)
  expect(await readMail(site, person.email, /^Your booking has been cancelled$/)).toMatchObject({
    text: expect.stringContaining('£5.00 goes back to your card.'),
  })

  await visit(page, addresses.register({ id: sessionId }))
  const expected = page.getByRole('list', { name: 'Who comes' })
  await expect(expected.getByText(/^Finch /)).toBeVisible()
  await expect(expected.getByText(/^Wren /)).toHaveCount(0)

  const session = await readSession(visitor, made)
  expect(session.placesLeft).toBe(1)
  await openTimetable(page, session)
  await expect(sessionCard(page, session).getByText('1 place left')).toBeVisible()
})

test('the family reads that one place was cancelled and the other is still booked @desk', async ({
  page,
  context,
  site,
}) => {
  const { owner, person, number } = await makePaidPlaces(page, site, 31)
  const { places: paid } = await owner.orders.previewCancel({ number })
  const ofWren = paid.find(({ who }) => who.startsWith('Wren'))
  await owner.orders.cancelPlaces({
    ...{ number, method: 'card', reference: '', reason: 'She broke her arm' },
    places: [
      { bookingId: ofWren?.bookingId as number, refundPence: 850, rest: 'kept', returnCredits: false },
    ],
    expected: { refundedPence: 850, keptPence: 0, credits: 0 },
  })
  await signIn(context, site, person)
  await visitBookings(page)
  const upNext = page.getByRole('region', { name: 'Up next' })
  await expect(upNext.getByText(/ for Finch Hart$/)).toBeVisible()
  await expect(upNext.getByText(/ for Wren Hart$/)).toHaveCount(0)
  const history = page.getByRole('region', { name: kinds.class.history }).first()
  await expect(history).toContainText('Finch Hart')
  const cancelledPlace = history
    .getByText(/£8\.50 (refunded|is on its way) to your card/)
    .filter({ visible: true })
  await expect(cancelledPlace).toContainText('for Wren Hart')
  await expect(cancelledPlace.locator('s')).toContainText('for Wren Hart')
  await expectAccessible(page)

  await visit(page, orderOf.class({ orderNumber: number }))
  const places = page.getByRole('region', { name: 'When and where' }).getByRole('listitem')
  const placeOf = (child: string) => places.filter({ hasText: `for ${child} Hart` })
  await expect(placeOf('Wren').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(placeOf('Wren').getByText(/^£8\.50 (refunded|is on its way) to your card$/)).toBeVisible()
  await expect(placeOf('Wren').getByRole('button')).toHaveCount(0)
  await expect(placeOf('Finch').getByText('Cancelled', { exact: true })).toHaveCount(0)
  await expect(placeOf('Finch').getByRole('button', { name: /^Reschedule/ })).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.locator('dt').filter({ hasText: 'Wren' }).locator('s')).toBeVisible()
  await expect(receipt.locator('dt').filter({ hasText: 'Finch' }).locator('s')).toHaveCount(0)
  await expectAccessible(page)
})

test('a family whose whole order was cancelled still finds its receipt, with the refund @phone', async ({
  page,
  context,
  site,
}) => {
  const { owner, person, number } = await makePaidPlaces(page, site, 34)
  const { places: paid } = await owner.orders.previewCancel({ number })
  await owner.orders.cancelPlaces({
    ...{ number, method: 'card', reference: '', reason: 'They move away' },
    places: paid.map(({ bookingId }) => ({
      ...{ bookingId, refundPence: 850, rest: 'kept', returnCredits: false },
    })),
    expected: { refundedPence: 1700, keptPence: 0, credits: 0 },
  })
  await signIn(context, site, person)
  await visitBookings(page)
  const history = page.getByRole('region', { name: kinds.class.history }).first()
  await expect(history.getByText('Cancelled', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(history.locator('s').getByText('£17.00').filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
  await visit(page, orderOf.class({ orderNumber: number }))
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.locator('dt s')).toHaveCount(2)
  await expect(receipt.getByText(/Cancelled, £8\.50 (refunded|is on its way) to your card/)).toHaveCount(2)
  await expect(receipt.getByText('Total paid')).toBeVisible()
  await expectAccessible(page)
})

test('money is refunded while both places stay booked; too much, or no reason, is refused @desk', async ({
  page,
  context,
  site,
  visitor,
}) => {
  const made = await makePaidPlaces(page, site, 32)
  const { number, person } = made
  await visit(page, addresses.order({ number }))
  await page.getByRole('button', { name: 'Cancel places' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel places' })
  await cancelling.getByRole('checkbox', { name: /Wren Hart/ }).check()
  await cancelling.getByRole('button', { name: 'Cancel the place' }).click()
  await expect(cancelling.getByText(officeSentences.sayWhy)).toBeVisible()
  await expect(cancelling.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click()
  await expect(cancelling).toBeHidden()

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Refund' })
  await panel.getByLabel('Amount (£)').fill('17.01')
  await panel.getByLabel('Reason').fill('The hall was cold')
  await panel.getByRole('button', { name: 'Refund £17.01' }).click()
  await expect(panel.getByText(atMostBack(1700), { exact: true })).toBeVisible()
  await expect(panel.getByLabel('Amount (£)')).toBeFocused()
  await expectAccessible(page, 24)
  await panel.getByLabel('Amount (£)').fill('2.50')
  await expect(panel.getByRole('status').first()).toContainText('3 reward points are taken back.')
  await panel.getByRole('button', { name: 'Refund £2.50' }).click()
  await expect(page.getByText('£2.50 goes back to the card', { exact: true })).toBeVisible()
  const lines = page.getByRole('main').locator('.order-line')
  await expect(lines.filter({ hasText: '£2.50 back to the card' })).toContainText('The hall was cold')
  await expect(lines.filter({ hasText: 'Cancelled' })).toHaveCount(0)
  await expect(page.getByRole('main').locator('.thing-facts')).toContainText('Stays£14.50')
  expect((await readSession(visitor, made)).placesLeft).toBe(0)

  await signIn(context, site, person)
  await visitBookings(page)
  const history = page.getByRole('region', { name: kinds.class.history }).first()
  const returned = history.getByText(/^£2\.50 (refunded|is on its way) to your card$/)
  await expect(returned.filter({ visible: true })).toBeVisible()
  await expectAccessible(page)
})

test('the front desk can neither cancel a paid place nor refund @phone', async ({ page, site, visitor }) => {
  const made = await makePaidPlaces(page, site, 33)
  const { number } = made
  const desk = await startStaffSession(page, site, 'frontDesk')
  await visit(page, addresses.order({ number }))
  await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel places' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  const refund = { number, pence: 100, method: 'card' as const, reference: '', reason: 'I may not' }
  await expect(desk.orders.refund({ ...refund, leftPence: 1700 })).rejects.toThrow(officeSentences.notYours)
  await expect(desk.orders.previewCancel({ number })).rejects.toThrow(officeSentences.notYours)
  expect((await readSession(visitor, made)).placesLeft).toBe(0)
})

// Phone only, because at the desk another journey checks who saved the business.
test('the owner saves the policy for cancelled places @phone', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.business())
  const form = page.locator('form').filter({ has: page.getByRole('group', { name: 'Row 1' }) })
  const last = form.getByRole('group', { name: 'Row 3' })
  const hours = last.getByLabel('Hours or more before the start')
  await hours.fill('1.5')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(last.getByText(businessSentences.wholeHours)).toBeVisible()
  // Within the last two hours nothing is refunded, with or without this row.
  await hours.fill('2')
  await last.getByLabel('The rest of the money').selectOption('is kept')
  await last.getByLabel('Credits that were used').selectOption('do not come back')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await page.reload()
  // The rows are sorted, the most hours first.
  const middle = form.getByRole('group', { name: 'Row 2' })
  await expect(middle.getByLabel('Hours or more before the start')).toHaveValue('2')
  await expect(middle.getByLabel('The rest of the money')).toHaveValue('kept')
  await expect(hours).toHaveValue('0')
  await expectAccessible(page, 24)
})

/**
 * Sets whether families may cancel places themselves. It tries again if another journey saves the business at the same
 * time.
 */
async function allowCancelling(owner: OfficeApi, parentsMayCancel: boolean) {
  await expect(async () => {
    const { version, policy } = await owner.business.get({})
    await owner.business.savePolicy({ version, ...policy, parentsMayCancel })
  }).toPass()
}

// One journey for all of this, because the switch is for the whole business.
test('a family cancels a place itself while the policy allows it, and sees the refund first', async ({
  page,
  context,
  site,
  visitor,
}) => {
  test.slow()
  const made = await makePaidPlaces(page, site, 35)
  const { owner, person, number } = made
  await signIn(context, site, person)
  await visit(page, orderOf.class({ orderNumber: number }))
  const cancelling = page.getByRole('region', { name: 'Cancel a place' })
  await expect(page.getByText('To cancel what is paid, tell us at')).toBeVisible()
  await expect(cancelling).toHaveCount(0)

  await allowCancelling(owner, true)
  await page.reload()
  await expect(cancelling.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await cancelling.getByRole('button', { name: / for Wren Hart / }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this place' })
  const comesBack = dialog.getByText('1 credit comes back to your account. This cannot be undone.')
  await expect(comesBack).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cancelling.getByRole('listitem')).toHaveCount(2)

  // The cancellation is refused if the figures have changed or the switch is off.
  const { places } = await person.api.ownBookings.receipt({ orderNumber: number })
  const expected = { refundedPence: 1700, keptPence: 0, credits: 0 }
  const bookingIds = places.map(({ bookingId }) => bookingId)
  await expect(person.api.ownBookings.cancelPlaces({ bookingIds, expected })).rejects.toThrow(
    'The figures have changed',
  )
  await cancelling.getByRole('button', { name: / for Wren Hart / }).click()
  await expect(comesBack).toBeVisible()
  await allowCancelling(owner, false)
  await dialog.getByRole('button', { name: 'Cancel this place' }).click()
  await expect(page.getByText(sentences.placeNotCancellable)).toBeVisible()
  expect((await readSession(visitor, made)).placesLeft).toBe(0)

  await allowCancelling(owner, true)
  await visit(page, orderOf.class({ orderNumber: number }))
  await cancelling.getByRole('button', { name: / for Wren Hart / }).click()
  await dialog.getByRole('button', { name: 'Cancel this place' }).click()
  await expect(page.getByText(sentences.placeCancelled)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(cancelling.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Cancelled, 1 credit returned')
  expect((await readSession(visitor, made)).placesLeft).toBe(1)

  // The other place is cancelled in My Bookings.
  await visitBookings(page)
  const next = page.getByRole('region', { name: 'Up next' })
  await next.getByRole('button', { name: /^Cancel this place: .* for Finch Hart / }).click()
  await dialog.getByRole('button', { name: 'Cancel this place' }).click()
  await expect(page.getByText(sentences.placeCancelled)).toBeVisible()
  await expect(next.getByText('Nothing is booked at the moment.')).toBeVisible()
  await allowCancelling(owner, false)
})
