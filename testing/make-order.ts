import { type MadeAccount, makeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import { bookingRequest } from './make-family.ts'
import { type MadeSession, makeOffering, makeSession } from './make-offering.ts'
import { delivery, makeProduct } from './make-product.ts'
import { rowOf, rowsOf, writeRow } from './rows.ts'
import { press } from './start-card-provider.ts'
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

/** Makes a family that has just placed an unpaid class order of one session for one child, through the API. */
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
  const placeAgain = () => account.api.orders.class.place(bookingRequest(parent, session, { discountCode }))
  const { orderNumber } = await placeAgain()
  return { orderNumber, orderId: await findOrderId(app, orderNumber), account, session, childId, placeAgain }
}

/** Places an unpaid order of a class pack through the API. */
export async function makePackOrder(
  app: TestApp,
  given: { credits: number; pricePence: number; account?: MadeAccount },
): Promise<MadeOrder> {
  const { credits, pricePence } = given
  const pack = { name: `${credits} class pack`, credits, price_pence: pricePence }
  const packId = await writeRow(app.db, 'class_packs', pack)
  const account = given.account ?? (await makeAccount(app))
  const { orderNumber } = await account.api.credits.buyPack({ packId })
  return { orderNumber, orderId: await findOrderId(app, orderNumber), account }
}

/** Places an unpaid order of one product through the API; `stockLeft` is the stock afterwards. */
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

const findOrderId = async ({ db }: TestApp, orderNumber: string) =>
  (await rowOf(db, 'orders', { order_number: orderNumber })).id

/** Opens the card page of an order as its customer does; returns its address. */
export async function openPage(
  app: TestApp,
  { orderNumber, account }: { orderNumber: string; account?: MadeAccount },
): Promise<string> {
  const { url } = await (account?.api ?? app.visitor).payments.openCardPage({ orderNumber, device: 'web' })
  return url
}

/** Presses one of the card page's buttons; returns the address to which the browser is sent back. */
export const clickCardPageButton = async (...pressed: Parameters<typeof press>): Promise<string> =>
  (await press(...pressed)).location ?? ''

/** Opens the card page and pays. The order is paid only when a hook, the return or the reconciler reports it. */
export async function payByCard(app: TestApp, order: MadeOrder): Promise<string> {
  return clickCardPageButton(await openPage(app, order), 'pay')
}

/** Reads the state of an order, its places and its account. */
export async function readOutcome({ db }: TestApp, orderId: number) {
  const order = await rowOf(db, 'orders', { id: orderId })
  const account = order.account_id ? await rowOf(db, 'accounts', { id: order.account_id }) : undefined
  const bookings = await rowsOf(db, 'bookings', { order_id: orderId })
  const session = bookings[0] && (await rowOf(db, 'sessions', { id: bookings[0].session_id }))
  const payments = await rowsOf(db, 'payments', { order_id: orderId })
  return {
    status: order.status,
    cancelReason: order.cancel_reason,
    paidPence: order.paid_pence,
    refundedPence: order.refunded_pence,
    method: order.payment_method,
    holdExpiresAt: order.hold_expires_at,
    points: account?.points_balance ?? null,
    credits: account?.credit_balance ?? null,
    bookings: bookings.map(booking => booking.status),
    placesTaken: session?.places_taken,
    payments: payments.map(payment => payment.status),
  }
}
