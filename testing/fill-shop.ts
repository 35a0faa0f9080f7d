import { everyOfferingKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { guestOrderAddress } from '#server/features/orders/guest-order-link.ts'
import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import { changeEmail } from './change-email.ts'
import { makeAccount } from './make-account.ts'
import { makeDiscountCode } from './make-discount-code.ts'
import { comersOf, makeFamily, wishOf } from './make-family.ts'
import { makeOffering, makeSession } from './make-offering.ts'
import {
  type MadeOrder,
  makeClassOrder,
  makePackOrder,
  makeProductOrder,
  openPage,
  payByCard,
} from './make-order.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * A business that has seen everything once, through the front door where there is one: orders paid by card, by
 * credits and of nothing, unpaid, cancelled and expired ones, packs, products sent, trials, guests, a discount, a
 * waiting list with an offer, a changed address, a mailed code.
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

  await bookTrial(app)
  await bookAsGuests(app)
  await offerFreedPlace(app)
  await changeEmail(app, (await makeAccount(app)).api, 'moved@example.test')
  await app.visitor.accounts.sendCode({ purpose: 'register', email: 'new@example.test' })
  await workInOffice(app, parcel.productId)
  await app.runJobs()
  app.clock.advance(15)
}

/** Two who leave traces in the log, and one who stays. */
async function workInOffice(app: TestApp, productId: number): Promise<void> {
  for (const role of ['owner', 'manager'] as const) await (await app.office(role)).session.signOut({})
  const manager = await app.office('manager')
  await manager.stock.receive({ productId, pieces: 5, note: '' })
}

async function cancel({ account, orderNumber }: MadeOrder): Promise<void> {
  await account.api.orders.class.cancel({ orderNumber })
}

/** Two sessions of one offering: a trial in the first leaves the second to be tried. */
async function makeTrialSessions(app: TestApp, kind: OfferingKind, pricePence: number, trialPricePence = 0) {
  const offering = await makeOffering(app, { kind })
  const trial = { offersTrial: true, pricePence, trialPricePence }
  const session = await makeSession(app, offering, trial)
  await makeSession(app, offering, trial)
  return session
}

/** A trial at a price that no card pays. */
async function bookTrial(app: TestApp): Promise<void> {
  const family = await makeFamily(app)
  const session = await makeTrialSessions(app, 'class', 1250, 20)
  await family.api.orders.class.placeTrial(wishOf(family, session))
}

/** A trial, and a place that costs nothing and is not confirmed yet, for people without an account; and a place for one with an account. */
async function bookAsGuests(app: TestApp): Promise<void> {
  const forGuests = everyOfferingKind.filter(kind => offeringKinds[kind].guestsMayBook)
  for (const kind of forGuests) {
    const session = await makeTrialSessions(app, kind, 0)
    const gwen = { childIds: [], fullName: 'Gwen Hale', email: 'gwen@example.test' }
    const { orderNumber } = await app.visitor.orders[kind].placeTrial(wishOf(gwen, session))
    const link = guestOrderAddress(app.services.config, orderNumber, app.clock.now())
    await app.http.inject({ method: 'POST', url: new URL(link).pathname })
    const tom = { childIds: [], fullName: 'Tom Hale', email: 'tom@example.test' }
    await app.visitor.orders[kind].place(wishOf(tom, session))
    const { api, email } = await makeAccount(app)
    await api.orders[kind].place(
      wishOf({ ...tom, email }, await makeSession(app, await makeOffering(app, { kind }))),
    )
  }
}

/** Two families wait for the one place of a session; whoever has it gives it back, so the first is offered it. */
async function offerFreedPlace(app: TestApp): Promise<void> {
  const holder = await makeClassOrder(app, { capacity: 1 })
  const { id: sessionId, offeringId } = holder.session
  for (const _family of ['first', 'second']) {
    const family = await makeFamily(app)
    const attendees = comersOf('class', family)
    await family.api.waitingLists.class.join({ offeringId, sessionId, attendees })
  }
  await cancel(holder)
}
