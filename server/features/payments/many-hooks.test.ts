import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { seededChance } from '#demo/seeded-chance.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { clickCardPageButton, makeClassOrder, openPage } from '#testing/make-order.ts'
import { rowOf, rowsOf } from '#testing/rows.ts'
import { hookOf, sendHook } from '#testing/send-hook.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

// `HOOKED_ORDERS=1000` is the full length (docs/security.md), `HOOKS_SEED` replays a run.
const count = Number(process.env.HOOKED_ORDERS ?? 8)
const seed = process.env.HOOKS_SEED ?? String(randomInt(1_000_000))

const app = await startTestApp()
app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
const session = await makeSession(app, await makeOffering(app), { capacity: 2 * count, pricePence: 1250 })

async function makeOrder() {
  const order = await makeClassOrder(app, { session })
  const url = await openPage(app, order)
  return { ...order, url, pageRef: url.split('/').at(-1) ?? '' }
}
type Order = Awaited<ReturnType<typeof makeOrder>>

const types = ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed']

const sendNth = async ({ pageRef }: Order, event: number): Promise<number> => {
  const type = `checkout.session.${types[event % types.length]}`
  return (await sendHook(app, hookOf(`evt_${pageRef}_${event}`, type, pageRef))).statusCode
}

async function expectPaidOnce({ orderId, account }: Order): Promise<void> {
  expect(await rowOf(app.db, 'orders', { id: orderId })).toMatchObject({ status: 'paid', paid_pence: 1250 })
  expect(await rowsOf(app.db, 'point_entries', { order_id: orderId })).toMatchObject([{ delta: 12 }])
  expect(await rowsOf(app.db, 'bookings', { order_id: orderId })).toMatchObject([{ status: 'confirmed' }])
  const messages = await rowsOf(app.db, 'messages', { account_id: account.accountId })
  expect(messages).toHaveLength(1)
}

test(`twenty hooks per payment, shuffled, duplicated and early, count once (HOOKS_SEED=${seed})`, async () => {
  const chance = seededChance(seed)
  for (let made = 0; made < count; made++) {
    const order = await makeOrder()
    const hooks = chance.shuffle(Array.from({ length: 20 }, (_, hook) => hook % 10))
    const early = hooks.splice(0, chance.whole(0, 9))
    for (const event of early) expect(await sendNth(order, event)).toBe(200)
    await clickCardPageButton(order.url, 'pay')
    while (hooks.length > 0) {
      const batch = hooks.splice(0, chance.whole(1, 8))
      const answers = await Promise.all(batch.map(event => sendNth(order, event)))
      expect(answers).toEqual(batch.map(() => 200))
    }
    await app.runJobs()
    await expectPaidOnce(order)
  }
}, 3_600_000)

test('payments whose hooks are all lost are still settled, once', async () => {
  const orders: Order[] = []
  for (let made = 0; made < count; made++) {
    const order = await makeOrder()
    await clickCardPageButton(order.url, 'pay')
    orders.push(order)
  }
  app.clock.advance(1)
  const isOpen = async () => (await rowsOf(app.db, 'orders', { status: 'pending' })).length > 0
  for (let times = 0; times < count && (await isOpen()); times++) await reconcilePayments(app.services)
  await app.runJobs()
  for (const order of orders) await expectPaidOnce(order)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
}, 3_600_000)
