import { describe, expect, test } from 'vitest'
import { opening, press, startCardProvider, twoClasses, webhookSecret } from '#testing/start-card-provider.ts'

const halfAnHour = 30 * 60

test('a payment sends a signed hook in the background', async () => {
  const { stripe, receiver } = await startCardProvider()
  const session = await stripe.checkout.sessions.create(twoClasses())
  await press(session.url, 'pay')
  await expect.poll(() => receiver.received).toHaveLength(1)
  expect(receiver.received[0]).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: session.id, status: 'complete', payment_status: 'paid', amount_total: 3400 } },
  })
})

test('a refused payment sends a hook with its own metadata', async () => {
  const { stripe, standIn, receiver } = await startCardProvider()
  const params = twoClasses({ payment_intent_data: { metadata: { order: 'MP-1' } } })
  await press((await stripe.checkout.sessions.create(params)).url, 'fail')
  await standIn.deliverPendingHooks()
  expect(receiver.received).toMatchObject([
    {
      type: 'payment_intent.payment_failed',
      data: { object: { metadata: { order: 'MP-1' }, last_payment_error: { code: 'card_declined' } } },
    },
  ])
})

test('an expired session sends one hook, without anyone reading it', async () => {
  const { stripe, standIn, receiver, passSeconds } = await startCardProvider()
  const { id, created } = await stripe.checkout.sessions.create(twoClasses())
  await stripe.checkout.sessions.create(twoClasses({ expires_at: created + halfAnHour }))
  passSeconds(halfAnHour)
  await standIn.deliverPendingHooks()
  await standIn.deliverPendingHooks()
  expect(receiver.received.map(event => event.type)).toEqual(['checkout.session.expired'])
  expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
})

test('a refused hook is sent again with a new signature until it is accepted', async () => {
  const { stripe, standIn, receiver, passSeconds } = await startCardProvider()
  receiver.behaviour.status = 500
  await press((await stripe.checkout.sessions.create(twoClasses())).url, 'pay')
  await standIn.deliverPendingHooks()
  const refusedTimes = receiver.received.length
  passSeconds(halfAnHour)
  receiver.behaviour.status = 200
  await expect.poll(() => receiver.received).toHaveLength(refusedTimes + 1)
  await standIn.deliverPendingHooks()
  expect(receiver.received).toHaveLength(refusedTimes + 1)
  expect(new Set(receiver.received.map(event => event.id)).size).toBe(1)
})

test('a hook is valid only for its own secret, body and five minutes', async () => {
  const { stripe, standIn, receiver } = await startCardProvider()
  await press((await stripe.checkout.sessions.create(twoClasses())).url, 'pay')
  await standIn.deliverPendingHooks()
  const { raw = '', signature = '' } = receiver.sealed[0] ?? {}
  const accept = (body: string, secret: string, secondsLater: number) => () =>
    stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      300,
      undefined,
      opening.getTime() + secondsLater * 1000,
    )
  expect(accept(raw, webhookSecret, 300)).not.toThrow()
  expect(accept(raw, webhookSecret, 301)).toThrow('tolerance')
  expect(accept(raw, 'whsec_other', 0)).toThrow('signature')
  expect(accept(raw.replace('3400', '1'), webhookSecret, 0)).toThrow('signature')
})

describe('programmed faults', () => {
  test('dropped hooks never arrive, but their news can be polled', async () => {
    const { payOrders, receiver, stripe } = await withOrders()
    const [dropped = '', told] = await payOrders({ dropHooks: 1 }, 2)
    expect(receiver.received.map(paidSession)).toEqual([told])
    expect((await stripe.checkout.sessions.retrieve(dropped)).payment_status).toBe('paid')
  })

  test('delayed hooks wait for the clock', async () => {
    const { payOrders, receiver, standIn, passSeconds } = await withOrders()
    const [late, soon] = await payOrders({ delayHooks: 1, delaySeconds: 600 }, 2)
    expect(receiver.received.map(paidSession)).toEqual([soon])
    passSeconds(600)
    await standIn.deliverPendingHooks()
    expect(receiver.received.map(paidSession)).toEqual([soon, late])
  })

  test('duplicated hooks arrive twice with one id', async () => {
    const { payOrders, receiver } = await withOrders()
    await payOrders({ duplicateHooks: 1 }, 1)
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[0]).toEqual(receiver.received[1])
  })

  test('reordered hooks arrive in reverse', async () => {
    const { payOrders, receiver } = await withOrders()
    const paid = await payOrders({ reorderHooks: 3 }, 3)
    expect(receiver.received.map(paidSession)).toEqual(paid.reverse())
  })
})

type Received = Awaited<ReturnType<typeof startCardProvider>>['receiver']['received'][number]
type Faults = Awaited<ReturnType<typeof startCardProvider>>['standIn']['faults']

function paidSession(event: Received): string {
  if (event.type !== 'checkout.session.completed') throw new Error(`Not a payment: ${event.type}`)
  return event.data.object.id
}

async function withOrders() {
  const counter = await startCardProvider()
  const payOrders = async (faults: Partial<Faults>, count: number) => {
    Object.assign(counter.standIn.faults, faults)
    const paid: string[] = []
    for (let order = 0; order < count; order += 1) {
      const { id, url } = await counter.stripe.checkout.sessions.create(twoClasses())
      await press(url, 'pay')
      paid.push(id)
    }
    await counter.standIn.deliverPendingHooks()
    return paid
  }
  return { ...counter, payOrders }
}
