import type { KyselyPlugin } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { linkSentences } from '#domain/office/order-sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { paymentAddress } from '#server/features/orders/order-link.ts'
import { findViolations } from '#testing/find-violations.ts'
import { withoutLocks } from '#testing/force-race.ts'
import { type MadeOrder, makeClassOrder, readOutcome } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { expireOrders } from './expire-orders.ts'
import { mailPaymentLink } from './mail-payment-link.ts'

const app = await startTestApp({ poolSize: 20 })
await app.office('owner')
beforeEach(() => app.clock.set('2026-11-23T09:00:00Z'))

const justBefore = '2026-11-23T09:34:59Z'
const itsEnd = '2026-11-23T09:35:00Z'
const pressPay = ({ orderNumber }: MadeOrder) =>
  app.http.inject({
    ...{
      method: 'POST',
      url: new URL(paymentAddress(app.services.config, orderNumber, app.clock.now())).pathname,
    },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Runs work once, after the order to mail was read. */
function afterReading(meanwhile: () => Promise<unknown>): KyselyPlugin {
  let look: object | undefined
  return {
    transformQuery: ({ node, queryId }) => {
      const isLook = node.kind === 'RawNode' && node.sqlFragments.join().includes('from payment_links l')
      if (isLook) look ??= queryId
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (look === queryId) await meanwhile()
      return result
    },
  }
}

test('without the locks a link is mailed for an order that expires meanwhile', async () => {
  const order = await makeClassOrder(app)
  const { staff_id: staffId } = await staffMember()
  app.clock.set(justBefore)
  const mail = (db: typeof app.db) =>
    transaction(db, tx =>
      mailPaymentLink(tx, { ...app.services, staff: { staffId } as never }, { orderId: order.orderId }),
    )
  const meanwhile = async () => {
    app.clock.set(itsEnd)
    expect(await expireOrders(app.services)).toBe(1)
  }
  const unlocked = app.db.withPlugin(withoutLocks).withPlugin(afterReading(meanwhile))
  // The last defence: an order that has ended has no hold.
  const constraint = await mail(unlocked).then(
    () => undefined,
    (error: unknown) => violatedConstraint(error),
  )
  expect(constraint).toBe('orders_pending_has_hold')
  // With the locks the same press is refused with a message.
  await expect(mail(app.db)).rejects.toThrow(linkSentences.noLongerKept)
})

async function staffMember() {
  const [member] = await rowsOf(app.db, 'staff', {})
  return { staff_id: member?.id as number }
}

test('a link mailed while its order expires keeps the order, or is refused', async () => {
  const desk = await app.office('frontDesk')
  for (let round = 0; round < 10; round++) {
    app.clock.set('2026-11-23T09:00:00Z')
    const order = await makeClassOrder(app)
    app.clock.set(justBefore)
    const sent = desk.orders.sendPaymentLink({ number: order.orderNumber }).then(
      () => 'sent',
      (error: Error) => error.message,
    )
    if (round % 2 === 0) await Promise.resolve()
    app.clock.set(itsEnd)
    const [told] = await Promise.all([sent, expireOrders(app.services)])
    await expireOrders(app.services)
    const { status, hold_expires_at: hold } = await rowOf(app.db, 'orders', { id: order.orderId })
    const links = await rowsOf(app.db, 'payment_links', { order_id: order.orderId })
    if (told === 'sent') expect([status, links.length]).toEqual(['pending', 1])
    else {
      expect(told).toBe(linkSentences.noLongerKept)
      expect([status, links.length, hold]).toEqual(['cancelled', 0, null])
    }
  }
  app.clock.set('2026-11-23T09:35:30Z')
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('the card button pressed twice during expiry opens one page or says that it is over', async () => {
  for (let round = 0; round < 10; round++) {
    app.clock.set('2026-11-23T09:00:00Z')
    const order = await makeClassOrder(app)
    app.clock.set(justBefore)
    const pressed = [pressPay(order), pressPay(order)]
    app.clock.set(itsEnd)
    const [answers] = await Promise.all([Promise.all(pressed), expireOrders(app.services)])
    const pages = answers.flatMap(({ headers }) => headers.refresh ?? [])
    expect(new Set(pages).size).toBeLessThanOrEqual(1)
    const { status, payments } = await readOutcome(app, order.orderId)
    expect(payments.filter(state => state === 'created')).toHaveLength(status === 'pending' ? 1 : 0)
    for (const { headers, body } of answers) if (!headers.refresh) expect(body).toContain('no longer kept')
  }
})

test('twenty reminders at once are one mail', async () => {
  const order = await makeClassOrder(app)
  const desk = await app.office('frontDesk')
  const told = await Promise.allSettled(
    Array.from({ length: 20 }, () => desk.orders.remind({ number: order.orderNumber })),
  )
  expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await rowsOf(app.db, 'payment_links', { order_id: order.orderId })).toHaveLength(1)
})
