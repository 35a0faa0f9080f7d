import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  opening,
  press,
  refusalOf,
  sdk,
  startCardProvider,
  twoClasses,
} from '#testing/start-card-provider.ts'

const openedAt = opening.getTime() / 1000

describe('refusals', () => {
  test('a wrong key is refused as the provider refuses it', async () => {
    const { standIn } = await startCardProvider()
    const refusal = await refusalOf(sdk(standIn.port, 'sk_test_stolen').checkout.sessions.list())
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(refusal.statusCode).toBe(401)
    expect(refusal.message).not.toContain('stolen')
  })

  test.each([
    ['mode', twoClasses({ mode: 'subscription' })],
    ['success_url', twoClasses({ success_url: undefined })],
    ['success_url', twoClasses({ success_url: 'javascript:alert(1)' })],
    ['cancel_url', twoClasses({ cancel_url: 'nowhere' })],
    ['line_items', twoClasses({ line_items: [] })],
    ['customer_email', twoClasses({ customer_email: 'parent' })],
    ['customer_email', twoClasses({ customer_email: 'nia@example' })],
    ['customer_email', twoClasses({ customer_email: 'nia@example..test' })],
    ['customer_email', twoClasses({ customer_email: 'zoë@example.test' })],
    ['customer_email', twoClasses({ customer_email: '.nia@example.test' })],
    ['expires_at', twoClasses({ expires_at: openedAt + 29 * 60 })],
    ['expires_at', twoClasses({ expires_at: openedAt + 25 * 60 * 60 })],
    ['client_reference_id', twoClasses({ client_reference_id: 'x'.repeat(201) })],
    ['subscription_data', twoClasses({ subscription_data: { description: 'x' } })],
    ['line_items[0][price_data][unit_amount]', oneLine({ unit_amount: -5 })],
    ['line_items[0][price_data][unit_amount]', oneLine({ unit_amount: 10.5 })],
    ['line_items[0][price_data][currency]', oneLine({ currency: 'zzz' })],
    ['line_items[0][quantity]', oneLine({}, 0)],
  ])('a session with a bad %s is refused and nothing is kept', async (param, params) => {
    const { stripe } = await startCardProvider()
    const refusal = await refusalOf(stripe.checkout.sessions.create(params))
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(refusal.param).toBe(param)
    expect(refusal.requestId).toMatch(/^req_/)
    expect((await stripe.checkout.sessions.list()).data).toEqual([])
  })

  test('a total below thirty pence cannot be paid by card', async () => {
    const { stripe } = await startCardProvider()
    expect((await refusalOf(stripe.checkout.sessions.create(oneLine({ unit_amount: 29 })))).code).toBe(
      'amount_too_small',
    )
    const session = await stripe.checkout.sessions.create(oneLine({ unit_amount: 30 }))
    expect(session.amount_total).toBe(30)
  })

  test('lines of two currencies are refused', async () => {
    const { stripe } = await startCardProvider()
    const lines = [...(oneLine().line_items ?? []), ...(oneLine({ currency: 'eur' }).line_items ?? [])]
    const refusal = await refusalOf(stripe.checkout.sessions.create(oneLine({}, 1, lines)))
    expect(refusal.message).toContain('same currency')
  })

  test('an unknown session is missing', async () => {
    const { stripe } = await startCardProvider()
    const refusal = await refusalOf(stripe.checkout.sessions.retrieve('cs_test_nothing'))
    expect(refusal).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('an unsupported call says so', async () => {
    const { stripe } = await startCardProvider()
    expect((await refusalOf(stripe.balance.retrieve())).message).toContain('Unrecognized request URL')
  })

  test('a paid session cannot be expired', async () => {
    const { stripe } = await startCardProvider()
    const { id, url } = await stripe.checkout.sessions.create(twoClasses())
    await press(url, 'pay')
    const refusal = await refusalOf(stripe.checkout.sessions.expire(id))
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(refusal.message).toContain('complete')
    expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  })
})

describe('a session', () => {
  test('opens with the ordered items', async () => {
    const { stripe, standIn } = await startCardProvider()
    const session = await stripe.checkout.sessions.create(twoClasses({ expires_at: openedAt + 35 * 60 }))
    expect(session).toMatchObject({
      object: 'checkout.session',
      amount_total: 3400,
      currency: 'gbp',
      client_reference_id: 'MP-7Q4K-2M9X',
      metadata: { order: 'MP-7Q4K-2M9X' },
      customer_email: 'parent@example.test',
      created: openedAt,
      expires_at: openedAt + 35 * 60,
      livemode: false,
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      url: `${standIn.url}/pay/${session.id}`,
    })
    expect(session.lastResponse.requestId).toMatch(/^req_/)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session)
  })

  test('is expired on request, once', async () => {
    const { stripe } = await startCardProvider()
    const { id } = await stripe.checkout.sessions.create(twoClasses())
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    expect((await refusalOf(stripe.checkout.sessions.expire(id))).message).toContain('expired')
  })

  test('expires by the clock, to the second', async () => {
    const { stripe, passSeconds } = await startCardProvider()
    const { id } = await stripe.checkout.sessions.create(twoClasses({ expires_at: openedAt + 1800 }))
    passSeconds(1799)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('open')
    passSeconds(1)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('expired')
  })
})

describe('an idempotency key', () => {
  test('answers a repeated request with the first session', async () => {
    const { stripe } = await startCardProvider()
    const once = { idempotencyKey: 'order-1' }
    const first = await stripe.checkout.sessions.create(twoClasses(), once)
    const second = await stripe.checkout.sessions.create(twoClasses(), once)
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
  })

  test('is refused for another request', async () => {
    const { stripe } = await startCardProvider()
    const once = { idempotencyKey: 'order-1' }
    await stripe.checkout.sessions.create(twoClasses(), once)
    const refusal = await refusalOf(stripe.checkout.sessions.create(oneLine(), once))
    expect(refusal).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  test('protects a caller whose answer was lost from opening two sessions', async () => {
    const { stripe } = await startCardProvider({ faults: { loseAnswers: 1 } })
    await stripe.checkout.sessions.create(twoClasses(), { idempotencyKey: 'order-1' })
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1)
  })
})

test('a list is newest first, by status', async () => {
  const { stripe, passSeconds } = await startCardProvider()
  const ids: string[] = []
  for (const _ of [1, 2, 3]) {
    ids.unshift((await stripe.checkout.sessions.create(twoClasses())).id)
    passSeconds(1)
  }
  await stripe.checkout.sessions.expire(ids[1] ?? '')
  const first = await stripe.checkout.sessions.list({ limit: 2 })
  expect(first).toMatchObject({ has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] })
  const { data: open } = await stripe.checkout.sessions.list({ status: 'open' })
  expect(open.map(session => session.id)).toEqual([ids[0], ids[2]])
})

test('calls fail as often as a test asks, and have no effect', async () => {
  const { stripe, standIn } = await startCardProvider()
  standIn.faults.failCalls = 2
  const create = () => stripe.checkout.sessions.create(twoClasses(), { idempotencyKey: 'order-1' })
  expect(await refusalOf(create())).toBeInstanceOf(Stripe.errors.StripeAPIError)
  expect((await refusalOf(stripe.checkout.sessions.list())).statusCode).toBe(500)
  expect((await stripe.checkout.sessions.list()).data).toEqual([])
  expect((await create()).status).toBe('open')
})

function oneLine(
  changes: { unit_amount?: number; currency?: string } = {},
  quantity = 1,
  lines?: Stripe.Checkout.SessionCreateParams.LineItem[],
): Stripe.Checkout.SessionCreateParams {
  const price_data = { currency: 'gbp', unit_amount: 1000, product_data: { name: 'A class' }, ...changes }
  return twoClasses({ line_items: lines ?? [{ quantity, price_data }] })
}
