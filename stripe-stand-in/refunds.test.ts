import { expect, test } from 'vitest'
import { press, refusalOf, startCardProvider, twoClasses } from '#testing/start-card-provider.ts'

test('an unpaid order has nothing to refund', async () => {
  const { stripe } = await startCardProvider()
  const { id, url } = await stripe.checkout.sessions.create(twoClasses())
  await press(url, 'fail')
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  expect(
    (await refusalOf(stripe.refunds.create({ payment_intent: String(payment_intent) }))).message,
  ).toContain('does not have a successful charge')
  const missing = await refusalOf(stripe.refunds.create({ payment_intent: 'pi_nothing' }))
  expect(missing.code).toBe('resource_missing')
})

test('refunds never exceed what was paid', async () => {
  const { stripe, payment_intent } = await paidOrder()
  await stripe.refunds.create({ payment_intent, amount: 1000 })
  expect((await refusalOf(stripe.refunds.create({ payment_intent, amount: 2401 }))).param).toBe('amount')
  expect((await refusalOf(stripe.refunds.create({ payment_intent, amount: 0 }))).param).toBe('amount')
  const rest = await stripe.refunds.create({ payment_intent })
  expect(rest).toMatchObject({ amount: 2400, currency: 'gbp', status: 'succeeded', payment_intent })
  expect((await refusalOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded')
})

test('a payment of the demo business is refunded by the amount in its reference', async () => {
  const { stripe } = await startCardProvider()
  const payment_intent = 'pi_demo_12_850'
  expect(await stripe.refunds.create({ payment_intent, amount: 350 })).toMatchObject({ amount: 350 })
  expect(await stripe.refunds.create({ payment_intent })).toMatchObject({ amount: 500, status: 'succeeded' })
  expect((await refusalOf(stripe.refunds.create({ payment_intent }))).code).toBe('charge_already_refunded')
})

test('a paid page of the demo business is recognised by its reference', async () => {
  const { stripe } = await startCardProvider()
  expect(await stripe.checkout.sessions.retrieve('cs_demo_12_850_261123_AB12')).toMatchObject({
    ...{ payment_status: 'paid', amount_total: 850, client_reference_id: '261123-AB12' },
    payment_intent: 'pi_demo_12_850',
  })
})

test('fifty presses with one idempotency key make one refund', async () => {
  const { stripe, payment_intent } = await paidOrder()
  const press = () => stripe.refunds.create({ payment_intent, amount: 100 }, { idempotencyKey: 'refund-1' })
  const refunds = await Promise.all(Array.from({ length: 50 }, press))
  expect(new Set(refunds.map(refund => refund.id)).size).toBe(1)
  const kept = await stripe.refunds.list({ payment_intent })
  expect(kept.data.map(refund => refund.amount)).toEqual([100])
})

async function paidOrder() {
  const { stripe } = await startCardProvider()
  const { id, url } = await stripe.checkout.sessions.create(twoClasses())
  await press(url, 'pay')
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  return { stripe, payment_intent: String(payment_intent) }
}
