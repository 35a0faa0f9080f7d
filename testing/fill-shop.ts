import { momentInLondon, todayInLondon } from '#domain/calendar.ts'
import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { guestOrderAddress } from '#server/features/orders/order-link.ts'
import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import { changeEmail } from './change-email.ts'
import { makeAccount } from './make-account.ts'
import { makeDiscountCode } from './make-discount-code.ts'
import { attendeesOf, bookingRequest, makeFamily } from './make-family.ts'
import { makeOffering, makeSession } from './make-offering.ts'
import {
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
} from './make-order.ts'
import { rowOf } from './rows.ts'
import { press } from './start-card-provider.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * Fills a business with one of everything, by calls where there are calls. Orders are paid by card or credits, free,
 * unpaid, cancelled or expired. There are packs, products sent, trials, guests and a discount. There is a waiting list
 * with an offer, a changed address and a mailed code.
 */
export async function fillShop(app: TestApp): Promise<void> {
  const spring = { percent: 10, kinds: ['class', 'event'], max_uses: 5, max_uses_per_account: 1 }
  await makeDiscountCode(app, { code: 'SPRING', ...spring })
  await makeClassOrder(app, { pricePence: 1500 })
  app.clock.advance(40)
  await expireOrders(app.services)

  await payByCard(app, await makeClassOrder(app, { pricePence: 2000, discountCode: 'SPRING' }))
  await payByCard(app, await makePackOrder(app, { credits: 10, pricePence: 9000 }))
  const parcel = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  await payByCard(app, parcel)
  await app.cards.deliverPendingHooks()
  await dispatchOrder(app.services, parcel.orderNumber)
  await makeClassOrder(app, { credits: 3, pricePence: 1000 })
  await makeClassOrder(app, { pricePence: 0 })
  const both = { credits: 1, sessionCredits: 2, pricePence: 3000, discountCode: 'SPRING' }
  await cancel(await makeClassOrder(app, both))
  await openPage(app, await makeClassOrder(app, { pricePence: 1250 }))
  await makeClassOrder(app, { pricePence: 700, account: await makeAccount(app, { points: 5 }) })

  await cancelOnePlace(app)
  await giveBackGoods(app)
  await cancelDate(app)
  await giveGoodwill(app)
  await giveBackMismatch(app)
  await disputePayments(app)
  await askForRefund(app)
  await bookTrial(app)
  await bookAsGuests(app)
  await offerFreedPlace(app)
  await changeEmail(app, (await makeAccount(app)).api, 'moved@example.test')
  await app.visitor.accounts.sendCode({ purpose: 'register', email: 'new@example.test' })
  await bookAtDesk(app)
  await bookExpected(app)
  await workInOffice(app, parcel.productId)
  await app.runJobs()
  app.clock.advance(15)
}

/** Adds two members who act in the office and appear in the log, and a third who stays signed in. */
async function workInOffice(app: TestApp, productId: number): Promise<void> {
  for (const role of ['owner', 'manager'] as const) await (await app.office(role)).session.signOut({})
  const manager = await app.office('manager')
  await manager.stock.receive({ productId, pieces: 5, note: '' })
}

async function cancel({ account, orderNumber }: MadeOrder): Promise<void> {
  await account.api.orders.class.cancel({ orderNumber })
}

/** Makes two sessions of one offering, so that after a trial in the first the second still offers one. */
async function makeTrialSessions(app: TestApp, kind: OfferingKind, pricePence: number, trialPricePence = 0) {
  const offering = await makeOffering(app, { kind })
  const trial = { offersTrial: true, pricePence, trialPricePence }
  const session = await makeSession(app, offering, trial)
  await makeSession(app, offering, trial)
  return session
}

/** Books a trial at a price that is too small for a card. */
async function bookTrial(app: TestApp): Promise<void> {
  const family = await makeFamily(app)
  const session = await makeTrialSessions(app, 'class', 1250, 20)
  await family.api.orders.class.placeTrial(bookingRequest(family, session))
}

/** Books a trial, and an unconfirmed free place, for people without an account, and a place for one with an account. */
async function bookAsGuests(app: TestApp): Promise<void> {
  const forGuests = everyOfferingKind.filter(kind => offeringKinds[kind].guestsMayBook)
  for (const kind of forGuests) {
    const session = await makeTrialSessions(app, kind, 0)
    const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
    const { orderNumber } = await app.visitor.orders[kind].placeTrial(bookingRequest(gwen, session))
    const link = guestOrderAddress(app.services.config, orderNumber, app.clock.now())
    await app.http.inject({ method: 'POST', url: new URL(link).pathname })
    const tom = { childIds: [], fullName: 'Tom Hale', email: 'tom@example.test' }
    await app.visitor.orders[kind].place(bookingRequest(tom, session))
    const { api, email } = await makeAccount(app)
    await api.orders[kind].place(
      bookingRequest({ ...tom, email }, await makeSession(app, await makeOffering(app, { kind }))),
    )
  }
}

/** Lets two families wait for the only place of a session. Its holder cancels, so the first is offered it. */
async function offerFreedPlace(app: TestApp): Promise<void> {
  const holder = await makeClassOrder(app, { capacity: 1 })
  const { id: sessionId, offeringId } = holder.session
  for (const _family of ['first', 'second']) {
    const family = await makeFamily(app)
    const attendees = attendeesOf('class', family)
    await family.api.waitingLists.class.join({ offeringId, sessionId, attendees })
  }
  await cancel(holder)
}

/** Makes a date with a paid place, which the office cancels and settles. */
async function cancelDate(app: TestApp): Promise<void> {
  const made = await makeClassOrder(app, { pricePence: 640, startTime: '17:00' })
  await payByCard(app, made)
  await app.cards.deliverPendingHooks()
  const office = await app.office('manager')
  const asked = { sessionIds: [made.session.id], settle: 'card' as const }
  const { places, refundedPence, credits, moved, unpaidOrders } = await office.cancelledDates.preview(asked)
  const expected = { places, refundedPence, credits, moved, unpaidOrders }
  await office.cancelledDates.cancel({ ...asked, note: '', expected })
  app.clock.advance(2)
  await app.runJobs()
}

/** Makes a date that has begun with a paid place, and gives half of its price back as goodwill. */
async function giveGoodwill(app: TestApp): Promise<void> {
  const startTime = momentInLondon(new Date(app.clock.now().getTime() + 120_000)).slice(11)
  const date = { date: todayInLondon(app.clock.now()), startTime, endTime: '23:30' }
  const paid = await makeClassOrder(app, { pricePence: 860, ...date })
  await payByCard(app, paid)
  await app.cards.deliverPendingHooks()
  app.clock.advance(3)
  const office = await app.office('manager')
  const { places } = await office.cancelledDates.previewGoodwill({ sessionId: paid.session.id })
  await office.cancelledDates.giveGoodwill({
    ...{ sessionId: paid.session.id, settle: 'card', note: '', reason: 'The hall was cold' },
    places: places.map(({ bookingId }) => ({ bookingId, pence: 430, credits: 0 })),
    expected: { places: 1, refundedPence: 430, credits: 0, earlier: 0 },
  })
  app.clock.advance(2)
  await app.runJobs()
  await office.session.signOut({})
}

/** Makes a refund request of the front desk that waits for a decision. */
async function askForRefund(app: TestApp): Promise<void> {
  const order = await makeClassOrder(app, { pricePence: 830 })
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const desk = await app.office('frontDesk')
  await desk.orders.askRefund({ number: order.orderNumber, pence: 100, reason: 'She rang us' })
  await desk.session.signOut({})
}

/** Makes two disputed payments: one dispute is lost, the other is open. */
async function disputePayments(app: TestApp): Promise<void> {
  for (const decided of ['lost', undefined] as const) {
    const order = await makeClassOrder(app, { pricePence: 760 })
    await payByCard(app, order)
    await app.cards.deliverPendingHooks()
    const { payment_ref: paid } = await rowOf(app.db, 'payments', { order_id: order.orderId })
    app.cards.openDispute(paid)
    await app.cards.deliverPendingHooks()
    await app.runJobs()
    if (decided) app.cards.closeDispute(paid, decided)
    await app.cards.deliverPendingHooks()
    await app.runJobs()
  }
}

/** Makes an order with a mismatched payment, which the office refunds and ends. */
async function giveBackMismatch(app: TestApp): Promise<void> {
  const { orderNumber: number, account } = await makeClassOrder(app, { pricePence: 650 })
  await press(await openPage(app, { orderNumber: number, account }), 'payLess')
  await app.cards.deliverPendingHooks()
  const office = await app.office('owner')
  await office.orders.giveBackMismatch({ number, receivedPence: 649, reason: 'She paid too little' })
  await app.runJobs()
  await office.session.signOut({})
}

/** Books two places with expected money. A part of it is received, and one place is cancelled. */
async function bookExpected(app: TestApp): Promise<void> {
  const { accountId, childIds } = await makeFamily(app, { children: 2 })
  const offering = await makeOffering(app)
  const { id } = await makeSession(app, offering, { capacity: 10, pricePence: 850 })
  const office = await app.office('owner')
  const { number } = await office.deskBookings.place({
    ...{ accountId, offeringId: offering.id, isTrial: false, raises: [], childIds, sessionIds: [id] },
    ...{
      pay: 'expected',
      method: 'council',
      reference: 'Bristol 8',
      expected: { totalPence: 1700, creditsUsed: 0 },
    },
  })
  const receivedOn = todayInLondon(app.clock.now())
  await office.orders.receive({ number, pence: 1001, receivedPence: 0, receivedOn, reference: 'Bank 7' })
  const { places } = await office.orders.previewCancel({ number })
  await office.orders.cancelPlaces({
    ...{ number, method: 'cash', reference: 'Till 3', reason: 'She rang us' },
    places: places
      .slice(0, 1)
      .map(({ bookingId }) => ({ bookingId, refundPence: 500, rest: 'kept', returnCredits: false })),
    expected: { refundedPence: 500, keptPence: 0, credits: 0 },
  })
  await office.session.signOut({})
}

/** Books for a family at the desk: two places that are paid in cash, of which one is cancelled, and a free one. */
async function bookAtDesk(app: TestApp): Promise<void> {
  const { accountId, childIds } = await makeFamily(app, { children: 2 })
  const offering = await makeOffering(app)
  const first = await makeSession(app, offering, { capacity: 10, pricePence: 850 })
  const second = await makeSession(app, offering, { capacity: 10, pricePence: 850, date: '2026-12-12' })
  const office = await app.office('owner')
  const wanted = { accountId, offeringId: offering.id, isTrial: false, raises: [] }
  const { number } = await office.deskBookings.place({
    ...{ ...wanted, childIds, sessionIds: [first.id], pay: 'desk', method: 'cash', reference: 'Receipt 12' },
    expected: { totalPence: 1700, creditsUsed: 0 },
  })
  await office.deskBookings.placeFree({
    ...{ ...wanted, childIds: childIds.slice(0, 1), sessionIds: [second.id], reason: 'Her mother helps' },
    expected: { totalPence: 0, creditsUsed: 0 },
  })
  const { places } = await office.orders.previewCancel({ number })
  await office.orders.cancelPlaces({
    number,
    places: places
      .slice(0, 1)
      .map(({ bookingId }) => ({ bookingId, refundPence: 850, rest: 'kept', returnCredits: false })),
    ...{ method: 'card', reference: '', reason: 'She is ill' },
    expected: { refundedPence: 850, keptPence: 0, credits: 0 },
  })
  await app.runJobs()
  await office.session.signOut({})
}

/** Gives back four credits of a pack and one of two products, and grants a credit as goodwill. */
async function giveBackGoods(app: TestApp): Promise<void> {
  const pack = await makePackOrder(app, { credits: 5, pricePence: 4500 })
  const parcel = await makeProductOrder(app, { quantity: 2, stockLeft: 3 })
  for (const order of [pack, parcel]) await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  const office = await app.office('owner')
  const way = { method: 'card' as const, reference: '', reason: 'They move away' }
  await office.orders.refund({
    ...{ number: pack.orderNumber, pence: 3600, leftPence: 4500, ...way },
    packCredits: { credits: 4, left: 5 },
  })
  const { items, leftPence } = await office.orders.previewRefund({ number: parcel.orderNumber })
  await office.orders.refund({
    ...{ number: parcel.orderNumber, pence: leftPence / 2, leftPence, ...way },
    items: items.map(({ id }) => ({ id, quantity: 1, restock: true })),
  })
  const goodwill = { number: parcel.orderNumber, pence: 0, leftPence: leftPence / 2, ...way }
  await office.orders.refund({ ...goodwill, credits: 1 })
  await app.runJobs()
  await office.session.signOut({})
}

/** Makes a family with two paid places, of which the office cancels and refunds one. */
async function cancelOnePlace(app: TestApp): Promise<void> {
  const family = await makeFamily(app, { children: 2 })
  const session = await makeSession(app, await makeOffering(app), { capacity: 10, pricePence: 850 })
  const { orderNumber } = await family.api.orders.class.place(bookingRequest(family, session))
  const { id: orderId } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  await payByCard(app, { orderNumber, orderId, account: family })
  await app.cards.deliverPendingHooks()
  const office = await app.office('owner')
  const { places } = await office.orders.previewCancel({ number: orderNumber })
  await office.orders.cancelPlaces({
    number: orderNumber,
    places: places
      .slice(0, 1)
      .map(({ bookingId }) => ({ bookingId, refundPence: 850, rest: 'kept', returnCredits: false })),
    ...{ method: 'card', reference: '', reason: 'She is ill' },
    expected: { refundedPence: 850, keptPence: 0, credits: 0 },
  })
  await app.runJobs()
  await office.session.signOut({})
}
