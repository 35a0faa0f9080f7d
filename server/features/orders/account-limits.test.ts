import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { longMoment } from '#domain/format-dates.ts'
import type { everyOfferingKind } from '#domain/offering-kinds.ts'
import { restsUntil, sentences } from '#domain/sentences.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { aChild } from '#testing/child-form.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { bookingRequest, makeFamily } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { delivery, makeProduct } from '#testing/make-product.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const app = await startTestApp()

const allow = (accountId: number, children: number) =>
  app.db.updateTable('accounts').set({ children_at_most: children }).where('id', '=', accountId).execute()

/** Creates sessions of one offering with a free trial each. */
async function makeTrials(kind: (typeof everyOfferingKind)[number], count: number) {
  const offering = await makeOffering(app, { kind })
  return Promise.all(Array.from({ length: count }, () => makeSession(app, offering, { offersTrial: true })))
}

test('an account can have eight children, and more where the business allows it', async () => {
  const { accountId, api } = await makeAccount(app)
  const add = (number: number) => refusal(api.children.add({ ...aChild, firstName: `Leo ${number}` }))
  for (let number = 1; number <= 8; number++) expect(await add(number)).toBeUndefined()
  expect(await add(9)).toBe(sentences.tooManyChildren)
  expect(await api.children.list()).toHaveLength(8)
  await allow(accountId, 9)
  expect(await add(9)).toBeUndefined()
})

test.each(['class', 'event'] as const)(
  'a child entered again, or under another name, has no second trial: %s',
  async kind => {
    const [first, second] = await makeTrials(kind, 2)
    if (!first || !second) throw new Error('two are made')
    const family = await makeFamily(app)
    const { orders, trials, children } = family.api
    const ask = (childId: number, session = second) =>
      refusal(orders[kind].placeTrial(bookingRequest({ ...family, childIds: [childId] }, session)))
    const mayTry = (childId: number) => refusal(trials[kind]({ typeId: first.typeId, childId }))

    const tried = await children.add({ ...aChild, firstName: 'Ada  May' })
    expect(await ask(tried.id, first)).toBeUndefined()
    const again = await children.add({ ...aChild, firstName: 'ÀDA', lastName: 'may-shah' })
    expect(await mayTry(again.id)).toBe(sentences.trialUsed)
    expect(await ask(again.id)).toBe(sentences.trialUsed)
    await children.edit({ ...aChild, id: tried.id, firstName: 'Zora' })
    expect(await ask(again.id)).toBe(sentences.trialUsed)
    expect(await ask(tried.id)).toBe(sentences.trialUsed)
    // A twin is another child, and so is one with the same name in another family.
    const twin = await children.add({ ...aChild, firstName: 'Bea' })
    expect(await mayTry(twin.id)).toBeUndefined()
    expect(await ask(twin.id)).toBeUndefined()
    const others = await makeFamily(app)
    const namesake = await makeChild(app, others, { firstName: 'Ada May', dateOfBirth: aChild.dateOfBirth })
    const theirs = others.api.orders[kind].placeTrial(
      bookingRequest({ ...others, childIds: [namesake] }, second),
    )
    expect(await refusal(theirs)).toBeUndefined()
  },
)

test("an account has one trial of a parents' type, whichever address it gives", async () => {
  const [first, second] = await makeTrials('parentSession', 2)
  if (!first || !second) throw new Error('two are made')
  const family = await makeFamily(app)
  const ask = (email: string, session = second, { api } = family) =>
    refusal(api.orders.parentSession.placeTrial(bookingRequest({ ...family, email }, session)))
  expect(await ask(family.email, first)).toBeUndefined()
  expect(await ask(family.email)).toBe(sentences.guestTrialUsed)
  expect(await ask('invented@example.test')).toBe(sentences.accountTrialUsed)
  expect(await ask('invented@example.test', second, await makeFamily(app))).toBeUndefined()
})

test("an account holds eight places of a parents' session in orders, basket and moves together", async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const free = { capacity: 20, pricePence: 0, credits: 0 }
  const session = await makeSession(app, offering, free)
  const elsewhere = await makeSession(app, offering, free)
  const { orders, sessionBaskets, rescheduling } = family.api
  const request = (number: number, wanted = session) =>
    bookingRequest({ ...family, fullName: `Parent ${number}` }, wanted)
  for (let number = 1; number <= 7; number++) await orders.parentSession.place(request(number))
  for (const number of [8, 9]) await sessionBaskets.parentSession.add(request(number))
  const { lines } = await sessionBaskets.parentSession.list({ lineIds: [], discountCode: '' })
  const submit = (lineIds: number[]) =>
    refusal(sessionBaskets.parentSession.submit({ lineIds, discountCode: '' }))
  const [eighth = 0, ninth = 0] = lines.items.map(({ id }) => id).sort((one, other) => one - other)
  expect(await submit([eighth, ninth])).toBe(sentences.tooManyPlaces)
  expect(await submit([eighth])).toBeUndefined()
  expect(await submit([ninth])).toBe(sentences.tooManyPlaces)
  const { orderNumber } = await orders.parentSession.place(request(10, elsewhere))
  const [tenth] = (await orders.parentSession.details({ orderNumber })).sessions
  const move = rescheduling.parentSession.move({ bookingId: tenth?.bookingId ?? 0, sessionId: session.id })
  expect(await refusal(move)).toBe(sentences.tooManyPlaces)
  await allow(family.accountId, 9)
  expect(await submit([ninth])).toBeUndefined()
})

describe('unpaid orders of an account', () => {
  /** Creates a family with an order of every kind of thing that can be ordered. */
  async function makeBuyer() {
    const family = await makeFamily(app)
    const offering = await makeOffering(app)
    const { productId } = await makeProduct(app, { stock: 50 })
    const aPack = { name: 'Ten classes', credits: 10, price_pence: 9000 }
    const { id: packId } = await app.db
      .insertInto('class_packs')
      .values(aPack)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { api } = family
    const place = async (pricePence = 1250) =>
      api.orders.class.place(
        bookingRequest(family, await makeSession(app, offering, { pricePence, credits: 0 })),
      )
    const inBasket = async () => {
      await api.sessionBaskets.class.add(bookingRequest(family, await makeSession(app, offering)))
      const { lines } = await api.sessionBaskets.class.list({ lineIds: [], discountCode: '' })
      return api.sessionBaskets.class.submit({ lineIds: lines.items.map(({ id }) => id), discountCode: '' })
    }
    const product = () => api.shop.placeProduct({ productId, quantity: 1, ...delivery })
    const pack = () => api.credits.buyPack({ packId })
    return { ...family, place, inBasket, product, pack }
  }

  test('are limited to three of any kind, but a free order is always placed', async () => {
    const { place, inBasket, product, pack, api } = await makeBuyer()
    await product()
    await pack()
    const { orderNumber } = await place()
    for (const ask of [place, inBasket, product]) {
      app.clock.advance(2)
      expect(await refusal(ask())).toBe(sentences.tooManyUnpaidOrders)
    }
    expect(await place(0)).toMatchObject({ status: 'paid' })
    await api.orders.class.cancel({ orderNumber })
    await inBasket()
  })

  test('held for less than a minute count together, and then the account waits an hour', async () => {
    app.clock.set('2026-11-27T09:00:00Z')
    const { accountId, place, api } = await makeBuyer()
    // Twenty-five minutes in all count as one order.
    await changeRows(app.db, 'accounts', { id: accountId }, { unpaid_at_most: 1 })
    for (let times = 0; times < 30; times++) {
      const order = await place()
      app.clock.advance(50 / 60)
      await api.orders.class.cancel(order)
    }
    expect(await refusal(place())).toBe(restsUntil(longMoment(new Date('2026-11-27T10:25:00Z'))))
  })

  test('after three abandoned orders in a day the account waits an hour, and is told until when', async () => {
    app.clock.set('2026-11-24T09:00:00Z')
    const { place, product, pack, api } = await makeBuyer()
    await place()
    await product()
    app.clock.set('2026-11-24T09:36:00Z')
    await expireOrders(app.services)
    await place()
    app.clock.set('2026-11-24T10:12:00Z')
    await expireOrders(app.services)
    const rests = restsUntil(longMoment(new Date('2026-11-24T11:12:00Z')))
    for (const ask of [place, product, pack]) expect(await refusal(ask())).toBe(rests)
    expect(await place(0)).toMatchObject({ status: 'paid' })
    app.clock.set('2026-11-24T11:12:00Z')
    const { orderNumber } = await place()
    // Cancelling after the rest does not start it again; three more abandoned orders do.
    app.clock.set('2026-11-24T11:26:00Z')
    await api.orders.class.cancel({ orderNumber })
    const more = [await place(), await place(), await place()]
    app.clock.set('2026-11-24T11:50:00Z')
    for (const order of more) await api.orders.class.cancel(order)
    expect(await refusal(place())).toBe(restsUntil(longMoment(new Date('2026-11-24T12:50:00Z'))))
    app.clock.set('2026-11-24T12:50:00Z')
    await place()
  })

  test("start the hour's wait at the order beyond the limit, whatever is cancelled later", async () => {
    app.clock.set('2026-12-01T09:00:00Z')
    const { accountId, place, api } = await makeBuyer()
    const [first, second, third] = [await place(), await place(), await place()]
    app.clock.advance(30)
    await api.orders.class.cancel(first)
    await api.orders.class.cancel(second)
    await changeRows(app.db, 'accounts', { id: accountId }, { unpaid_at_most: 2 })
    app.clock.advance(2)
    await api.orders.class.cancel(third)
    expect(await refusal(place())).toBe(restsUntil(longMoment(new Date('2026-12-01T10:30:00Z'))))
  })

  test('count for at most 25 minutes each, so two with a late card page do not count as three', async () => {
    app.clock.set('2026-12-03T09:00:00Z')
    const { place, api } = await makeBuyer()
    const [first, second] = [await place(), await place()]
    const held = ({ orderNumber }: { orderNumber: string }) => ({ order_number: orderNumber })
    for (const order of [first, second]) {
      const hold_expires_at = new Date('2026-12-03T10:10:00Z')
      await changeRows(app.db, 'orders', held(order), { hold_expires_at })
    }
    app.clock.set('2026-12-03T10:08:00Z')
    for (const order of [first, second]) await api.orders.class.cancel(order)
    const third = await place()
    app.clock.advance(20)
    await api.orders.class.cancel(third)
    const fourth = await place()
    app.clock.advance(5)
    await api.orders.class.cancel(fourth)
    expect(await refusal(place())).toBe(restsUntil(longMoment(new Date('2026-12-03T11:33:00Z'))))
  })
})

test("an account's unpaid orders are counted from its own rows only", async () => {
  const { accountId } = await makeFamily(app)
  const plan = await app.db.transaction().execute(async tx => {
    // PostgreSQL would read a small table whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    const asked = sql<object>`explain (costs off) select * from account_holds(${sql.lit(accountId)}, now())`
    return (await asked.execute(tx)).rows.flatMap(row => Object.values(row) as string[])
  })
  expect(plan.filter(line => /Index Cond: \(\(?account_id/.test(line))).toHaveLength(2)
  expect(plan.filter(line => /Filter: .*account_id/.test(line))).toEqual([])
})
