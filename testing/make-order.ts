import { todayInLondon } from '#domain/calendar.ts'
import { endOfHold, usualHoldMinutes } from '#domain/payment-times.ts'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import { type MadeAccount, makeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import { wishOf } from './make-family.ts'
import { type MadeSession, makeOffering, makeSession } from './make-offering.ts'
import { delivery, makeProduct } from './make-product.ts'
import type { TestApp } from './start-test-app.ts'

export interface MadeOrder {
  orderNumber: string
  orderId: number
  account: MadeAccount
}
export interface MadeClassOrder extends MadeOrder {
  session: MadeSession
  childId: number
  /** Books the same child into the same session once more. */
  placeAgain: () => Promise<{ orderNumber: string }>
}

/** A family that has just placed an unpaid class order of one session for one child, through the front door. */
export async function makeClassOrder(
  app: TestApp,
  given: {
    session?: MadeSession
    account?: MadeAccount
    childId?: number
    credits?: number
    discountCode?: string
    capacity?: number
    pricePence?: number
    sessionCredits?: number
    date?: string
    startTime?: string
  } = {},
): Promise<MadeClassOrder> {
  const { session: shared, credits = 0, sessionCredits, capacity = 10, ...rest } = given
  const account = given.account ?? (await makeAccount(app, { credits }))
  const childId = given.childId ?? (await makeChild(app, account))
  const made = { ...rest, capacity, credits: sessionCredits ?? 1, endTime: '19:00' }
  const session = shared ?? (await makeSession(app, await makeOffering(app), made))
  const discountCode = given.discountCode ?? ''
  const parent = { childIds: [childId], fullName: '', email: account.email }
  const placeAgain = () => account.api.orders.class.place(wishOf(parent, session, { discountCode }))
  const { orderNumber } = await placeAgain()
  return { orderNumber, orderId: await findOrderId(app, orderNumber), account, session, childId, placeAgain }
}

/** An unpaid order of a class pack, written directly. */
export async function makePackOrder(
  app: TestApp,
  given: { credits: number; pricePence: number; account?: MadeAccount },
): Promise<MadeOrder> {
  const name = `${given.credits} class pack`
  const pack = await app.db
    .insertInto('class_packs')
    .values({ name, credits: given.credits, price_pence: given.pricePence })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await writePackOrder(app, given.pricePence, given.account)
  await app.db
    .insertInto('order_packs')
    .values({
      order_id: order.orderId,
      class_pack_id: pack.id,
      name,
      credits: given.credits,
      price_pence: given.pricePence,
    })
    .execute()
  return order
}

/** An unpaid order of one product, placed through the front door; `stockLeft` is what is left after it. */
export async function makeProductOrder(
  app: TestApp,
  given: { quantity: number; stockLeft: number; account?: MadeAccount },
): Promise<MadeOrder & { productId: number }> {
  const account = given.account ?? (await makeAccount(app))
  const { productId } = await makeProduct(app, { stock: given.stockLeft + given.quantity })
  const { orderNumber } = await account.api.shop.placeProduct({
    productId,
    quantity: given.quantity,
    ...delivery,
  })
  return { orderNumber, orderId: await findOrderId(app, orderNumber), account, productId }
}

async function findOrderId({ db }: TestApp, orderNumber: string): Promise<number> {
  const { id } = await db
    .selectFrom('orders')
    .select('id')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow()
  return id
}

async function writePackOrder(app: TestApp, pence: number, given?: MadeAccount): Promise<MadeOrder> {
  const account = given ?? (await makeAccount(app))
  const now = app.clock.now()
  const orderNumber = makeOrderNumber(todayInLondon(now))
  const { id } = await app.db
    .insertInto('orders')
    .values({
      order_number: orderNumber,
      kind: 'pack',
      account_id: account.accountId,
      status: 'pending',
      list_pence: pence,
      total_pence: pence,
      placed_at: now,
      hold_expires_at: endOfHold(now, usualHoldMinutes),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { orderNumber, orderId: id, account }
}

/** Opens the card page of an order as its customer does; gives its address. */
export async function openPage(
  app: TestApp,
  { orderNumber, account }: { orderNumber: string; account?: MadeAccount },
): Promise<string> {
  const { url } = await (account?.api ?? app.visitor).payments.openCardPage({ orderNumber, device: 'web' })
  return url
}

/** Presses one of the three buttons of the card page; gives the address the browser is sent back to. */
export async function pressOnPage(url: string, outcome: 'pay' | 'fail' | 'cancel'): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  return response.headers.get('location') ?? ''
}

/** Opens the card page and pays; the order learns of it by hooks, the return or the reconciler. */
export async function payByCard(app: TestApp, order: MadeOrder): Promise<string> {
  return pressOnPage(await openPage(app, order), 'pay')
}

/** What an order, its places and its account have come to. */
export async function readOutcome(app: TestApp, orderId: number) {
  const order = await app.db
    .selectFrom('orders')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['orders.status', 'cancel_reason', 'paid_pence', 'refunded_pence', 'payment_method'])
    .select(['hold_expires_at', 'accounts.points_balance', 'accounts.credit_balance'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const bookings = await app.db
    .selectFrom('bookings')
    .innerJoin('sessions', 'sessions.id', 'bookings.session_id')
    .select(['bookings.status', 'sessions.places_taken'])
    .where('order_id', '=', orderId)
    .execute()
  const payments = await app.db
    .selectFrom('payments')
    .select('status')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return {
    status: order.status,
    cancelReason: order.cancel_reason,
    paidPence: order.paid_pence,
    refundedPence: order.refunded_pence,
    method: order.payment_method,
    holdExpiresAt: order.hold_expires_at,
    points: order.points_balance,
    credits: order.credit_balance,
    bookings: bookings.map(booking => booking.status),
    placesTaken: bookings[0]?.places_taken,
    payments: payments.map(payment => payment.status),
  }
}
