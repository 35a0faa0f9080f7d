import { beforeEach, expect, test } from 'vitest'
import { findViolations } from '#testing/find-violations.ts'
import { clickCardPageButton, makeClassOrder, openPage, payByCard, readOutcome } from '#testing/make-order.ts'
import { changeRows, rowOf, rowsOf } from '#testing/rows.ts'
import { sendHook, signatureOf } from '#testing/send-hook.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const app = await startTestApp()
beforeEach(() => {
  Object.assign(app.cards.faults, { dropHooks: 0, delayHooks: 0, duplicateHooks: 0, reorderHooks: 0 })
  Object.assign(app.cards.faults, { failCalls: 0 })
})

const paidOnce = {
  status: 'paid',
  points: 12,
  bookings: ['confirmed'],
  placesTaken: 1,
  payments: ['succeeded'],
}
const unpaid = { status: 'pending', points: 0, bookings: ['held'], placesTaken: 1 }
const price = { pricePence: 1250 }

const storedEvents = (pageRef: string) => rowsOf(app.db, 'payment_events', { provider_ref: pageRef })

const completed = (pageRef: string, eventId = `evt_${pageRef}`) =>
  JSON.stringify({
    id: eventId,
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: pageRef, object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
  })

async function makeOrderWithPage() {
  const order = await makeClassOrder(app, price)
  const url = await openPage(app, order)
  return { ...order, url, pageRef: url.split('/').at(-1) ?? '' }
}

test('a hook without a valid signature is refused and leaves no trace', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.dropHooks = 1
  await clickCardPageButton(url, 'pay')
  const body = completed(pageRef)
  const forged = [
    await sendHook(app, body, { secret: 'whsec_guessed' }),
    await sendHook(app, body, { signature: '' }),
    await sendHook(app, body, { signature: 't=1,v1=00' }),
    await app.http.inject({ method: 'POST', url: '/hooks/stripe', payload: body }),
    await app.http.inject({ method: 'POST', url: '/hooks/stripe' }),
  ]
  expect(forged.map(answer => answer.statusCode)).toEqual([400, 400, 400, 400, 400])
  expect(await storedEvents(pageRef)).toEqual([])
  expect(await readOutcome(app, orderId)).toMatchObject(unpaid)
})

test.each([
  ['nothing', 'null'],
  ['a list', '[]'],
  ['a word', 'hook'],
  ['no object', '{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{}}'],
  ['no data', '{"id":"evt_1","object":"event","type":"checkout.session.completed"}'],
  ['no type', '{"id":"evt_1","object":"event","data":{"object":{"object":"charge"}}}'],
  ['no id', completed('cs_1').replace('"evt_cs_1"', 'null')],
  ['an id with a zero byte', completed('cs_1', 'evt_\0')],
  ['a list for an id', completed('cs_1').replace('"evt_cs_1"', '["evt_1"]')],
  ['a page without an id', completed('cs_1').replace('"id":"cs_1"', '"id":{}')],
  ['a page whose id is an address', completed('../refunds')],
])('a hook that is signed but holds %s is refused', async (_name, body) => {
  expect((await sendHook(app, body)).statusCode).toBe(400)
})

test('a hook is accepted up to five minutes before or after its time', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.dropHooks = 1
  await clickCardPageButton(url, 'pay')
  const signedAt = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1000)
  for (const seconds of [301, -301, -3600]) {
    expect((await sendHook(app, completed(pageRef), { signedAt: signedAt(seconds) })).statusCode).toBe(400)
  }
  expect(await readOutcome(app, orderId)).toMatchObject(unpaid)
  expect((await sendHook(app, completed(pageRef), { signedAt: signedAt(-300) })).statusCode).toBe(200)
  expect((await sendHook(app, completed(pageRef), { signedAt: signedAt(300) })).statusCode).toBe(200)
  expect(await readOutcome(app, orderId)).toMatchObject(paidOnce)
})

test('a changed body does not match its signature', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.dropHooks = 1
  await clickCardPageButton(url, 'pay')
  const body = completed(pageRef)
  const signature = signatureOf(app, body)
  expect((await sendHook(app, body.replace('complete', 'Complete'), { signature })).statusCode).toBe(400)
  expect((await sendHook(app, body, { signature })).statusCode).toBe(200)
  expect(await readOutcome(app, orderId)).toMatchObject(paidOnce)
})

test('a genuine hook is only a hint: without a payment at the provider it pays nothing', async () => {
  const { orderId, pageRef } = await makeOrderWithPage()
  expect((await sendHook(app, completed(pageRef))).statusCode).toBe(200)
  expect(await readOutcome(app, orderId)).toMatchObject({ ...unpaid, payments: ['created'] })
})

test('a hook for an unknown page is answered and does nothing', async () => {
  const stranger = await app.services.stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'gbp', unit_amount: 500, product_data: { name: 'Other' } } },
    ],
    success_url: 'https://other.example.test/',
  })
  expect((await sendHook(app, completed(stranger.id))).statusCode).toBe(200)
  expect((await sendHook(app, completed('cs_nobody_knows'))).statusCode).toBe(200)
  expect((await storedEvents(stranger.id))[0]?.processed_at).toEqual(app.clock.now())
})

test('a hook for a page unknown to the current key is processed; the page is polled until its end', async () => {
  const { orderId } = await makeOrderWithPage()
  await changeRows(app.db, 'payments', { order_id: orderId }, { provider_ref: 'cs_of_another_key' })
  app.cards.faults.failCalls = 1
  expect((await sendHook(app, completed('cs_of_another_key'))).statusCode).toBe(200)
  expect(await storedEvents('cs_of_another_key')).toMatchObject([{ processed_at: null }])
  app.clock.advance(1)
  await reconcilePayments(app.services)
  expect(await storedEvents('cs_of_another_key')).toMatchObject([{ processed_at: app.clock.now() }])
  expect((await sendHook(app, completed('cs_of_another_key', 'evt_again_unknown'))).statusCode).toBe(200)
  expect((await storedEvents('cs_of_another_key')).map(({ processed_at }) => processed_at)).not.toContain(
    null,
  )
  expect(await readOutcome(app, orderId)).toMatchObject({ ...unpaid, payments: ['created'] })
  app.clock.advance(15)
  const broken = await findViolations(app.db, app.clock.now())
  expect(broken.filter(({ number }) => number === 16)).toEqual([])
})

test('an event of another type is stored and ignored', async () => {
  const body = JSON.stringify({
    id: 'evt_other_sort',
    object: 'event',
    type: 'payment_intent.payment_failed',
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  })
  expect((await sendHook(app, body)).statusCode).toBe(200)
  const stored = await rowOf(app.db, 'payment_events', { event_id: 'evt_other_sort' })
  expect(stored.processed_at).toEqual(app.clock.now())
})

test('the hook of a paid page confirms the order, its place and its points', async () => {
  const order = await makeClassOrder(app, price)
  await payByCard(app, order)
  await app.cards.deliverPendingHooks()
  expect(await readOutcome(app, order.orderId)).toMatchObject({
    ...paidOnce,
    paidPence: 1250,
    method: 'card',
    holdExpiresAt: null,
  })
})

test('a hook that comes after its customer has returned is processed without asking the provider', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.dropHooks = 1
  const back = await clickCardPageButton(url, 'pay')
  await app.http.inject(back.replace(app.services.config.publicUrl, ''))
  app.cards.faults.failCalls = Number.POSITIVE_INFINITY
  expect((await sendHook(app, completed(pageRef))).statusCode).toBe(200)
  expect(await storedEvents(pageRef)).toMatchObject([{ processed_at: app.clock.now() }])
  expect(await readOutcome(app, orderId)).toMatchObject(paidOnce)
})

test('a hook that is repeated, or comes late, takes effect once', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.duplicateHooks = 1
  await clickCardPageButton(url, 'pay')
  await app.cards.deliverPendingHooks()
  await sendHook(app, completed(pageRef, 'evt_again_1'))
  await Promise.all([
    sendHook(app, completed(pageRef, 'evt_again_2')),
    sendHook(app, completed(pageRef, 'evt_again_2')),
    sendHook(app, completed(pageRef, 'evt_again_3')),
  ])
  expect(await readOutcome(app, orderId)).toMatchObject(paidOnce)
  expect(await storedEvents(pageRef)).toHaveLength(4)
})

test('hooks in the wrong order have the same result as in the right order', async () => {
  app.cards.faults.reorderHooks = 2
  const order = await makeClassOrder(app, price)
  const url = await openPage(app, order)
  await clickCardPageButton(url, 'fail')
  await clickCardPageButton(url, 'pay')
  await app.cards.deliverPendingHooks()
  expect(await readOutcome(app, order.orderId)).toMatchObject(paidOnce)
})

test('a hook that came while the provider was unreachable is processed later', async () => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  app.cards.faults.dropHooks = 1
  await clickCardPageButton(url, 'pay')
  app.cards.faults.failCalls = 1
  expect((await sendHook(app, completed(pageRef))).statusCode).toBe(200)
  expect(await readOutcome(app, orderId)).toMatchObject(unpaid)
  expect((await storedEvents(pageRef))[0]?.processed_at).toBeNull()
  app.clock.advance(1)
  await reconcilePayments(app.services)
  expect(await readOutcome(app, orderId)).toMatchObject(paidOnce)
  expect((await storedEvents(pageRef))[0]?.processed_at).toEqual(app.clock.now())
})

test.each([
  ['another amount', { amount_pence: 1 }],
  ['the page of another order', { provider_ref: 'that of another order' }],
])('a paid page with %s confirms nothing, and is set aside', async (_, change) => {
  const { orderId, url, pageRef } = await makeOrderWithPage()
  const other = await makeOrderWithPage()
  app.cards.faults.dropHooks = Number.POSITIVE_INFINITY
  await clickCardPageButton(url, 'pay')
  await clickCardPageButton(other.url, 'pay')
  if ('provider_ref' in change) {
    await changeRows(app.db, 'payments', { provider_ref: other.pageRef }, { provider_ref: 'cs_set_aside' })
    change.provider_ref = other.pageRef
  }
  await changeRows(app.db, 'payments', { order_id: orderId }, change)
  expect(
    (await sendHook(app, completed('provider_ref' in change ? other.pageRef : pageRef))).statusCode,
  ).toBe(200)
  expect(await readOutcome(app, orderId)).toMatchObject({ ...unpaid, payments: ['mismatched'] })
})
