import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { findViolations } from '#testing/find-violations.ts'
import { forceRace } from '#testing/force-race.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { attendeesOf, bookingRequest, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf, writeRow } from '#testing/rows.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

/** Makes a family with one child, whose basket has this many lines with one session each. */
async function makeBasket(at: TestApp, lines: number, given: { credits?: number; pricePence?: number } = {}) {
  const family = await makeFamily(at, { credits: given.credits })
  const offering = await makeOffering(at)
  const sessions: MadeSession[] = []
  for (let made = 0; made < lines; made++) {
    sessions.push(await makeSession(at, offering, { pricePence: given.pricePence ?? 1000, credits: 1 }))
  }
  const { add, list } = family.api.sessionBaskets.class
  await add({ sessionIds: sessions.map(({ id }) => id), attendees: attendeesOf('class', family) })
  const { lines: kept } = await list({ page: 1, limit: 400, lineIds: [], discountCode: '' })
  return { ...family, offering, lineIds: kept.items.map(({ id }) => id) }
}
type Basket = Awaited<ReturnType<typeof makeBasket>>

const submit = ({ api }: Basket, lineIds: number[], creditsWanted?: number) =>
  api.sessionBaskets.class.submit({ lineIds, creditsWanted, discountCode: '' })

const manyTimes = <T>(work: (racer: number) => Promise<T>, times = racers) =>
  Promise.all(Array.from({ length: times }, (_, racer) => work(racer)))

/** Runs work on another server, whose place_order and schema lack one defence. */
async function withoutDefence(
  from: string,
  to: string,
  script: string,
  work: (bare: TestApp) => Promise<void>,
) {
  const bare = await startTestApp({ poolSize: 40 })
  const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('place_order(orders, jsonb)'::regprocedure) as source`.execute(bare.db)
  const source = rows[0]?.source ?? ''
  expect(source).toContain(from)
  await bare.database.runScript(`${script}; ${source.replace(from, to)}`)
  await work(bare)
}

const ordersOf = async (at: TestApp, accountId: number) =>
  (await rowsOf(at.db, 'orders', { account_id: accountId })).length

test('the same basket submitted two hundred times is one order', async () => {
  const basket = await makeBasket(app, 3)
  const orders = await manyTimes(() => submit(basket, basket.lineIds))
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  expect(await ordersOf(app, basket.accountId)).toBe(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

// Each asks for another number of credits, so that none is a repeat of another.
const submitDifferently = (basket: Basket, times: number) =>
  manyTimes(racer => refusal(submit(basket, basket.lineIds, racer)), times)

test('lines that two hundred tabs submit differently are bought once', async () => {
  const basket = await makeBasket(app, 2)
  const refusals = await submitDifferently(basket, racers)
  expect(refusals.filter(sentence => sentence === undefined)).toHaveLength(1)
  // Some tabs read the line before it was bought, and the bookings afterwards.
  const expected = [undefined, sentences.notInBasket, 'This child is already booked into this class']
  for (const sentence of refusals) expect(expected).toContain(sentence)
  expect(await ordersOf(app, basket.accountId)).toBe(1)
})

test('without locking the lines the same race buys them several times', async () => {
  await withoutDefence(
    `perform facts_changed('basket')`,
    'null',
    'drop index bookings_child_once',
    async bare => {
      const basket = await makeBasket(bare, 2)
      // The account is locked, so that several tabs have read the same lines before the first one finishes.
      await forceRace(bare, {
        close: tx =>
          tx.selectFrom('accounts').select('id').where('id', '=', basket.accountId).forUpdate().execute(),
        work: () => submitDifferently(basket, 40),
        waiting: 10,
      })
      expect(await ordersOf(bare, basket.accountId)).toBeGreaterThan(1)
    },
  )
})

/**
 * A price too small for a card, with or without credits, so that no order stays unpaid and the limit of
 * unpaid orders does not end the race.
 */
const tooLittleForACard = { pricePence: 20 }

/** Submits a basket line in half of the tabs, and books the others in the dialog. */
async function spendInTwoTabs(at: TestApp, lines: number, credits: number) {
  const basket = await makeBasket(at, lines, { credits, ...tooLittleForACard })
  const { offering } = basket
  const others: MadeSession[] = []
  for (let made = 0; made < lines; made++) {
    others.push(await makeSession(at, offering, { ...tooLittleForACard, credits: 1 }))
  }
  // Any error other than a refusal ends the test here.
  await manyTimes(racer => {
    const nth = Math.floor(racer / 2)
    return refusal(
      racer % 2 === 0
        ? submit(basket, basket.lineIds.slice(nth, nth + 1))
        : basket.api.orders.class.place(bookingRequest(basket, others.slice(nth, nth + 1))),
    )
  }, lines * 2)
  const { rows } = await sql<{ balance: number; ledger: number; spent: number }>`
    select credit_balance as balance,
      (select sum(delta)::integer from credit_entries where account_id = a.id) as ledger,
      (select sum(credits_used)::integer from orders where account_id = a.id) as spent
    from accounts a where id = ${basket.accountId}`.execute(at.db)
  return rows[0]
}

test('credits spent in the basket and in the dialog at once are spent once', async () => {
  expect(await spendInTwoTabs(app, 40, 5)).toEqual({ balance: 0, ledger: 0, spent: 5 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('without locking the account, and its constraint, the same credits are spent several times', async () => {
  const script = `alter table accounts drop constraint accounts_credits_not_negative;
    alter table credit_entries drop constraint credit_entries_balance_after_check`
  await withoutDefence(
    ` and status = 'active' and frozen_at is null for no key update`,
    '',
    script,
    async bare => {
      const outcome = await spendInTwoTabs(bare, 20, 5)
      expect(outcome?.spent).toBeGreaterThan(5)
    },
  )
})

test('children added while their line is bought are neither lost nor left unpaid', async () => {
  const basket = await makeBasket(app, 1)
  const sister = await makeChild(app, basket, { firstName: 'Ada' })
  const [first] = await rowsOf(app.db, 'basket_sessions', { account_id: basket.accountId })
  await Promise.all([
    submit(basket, basket.lineIds),
    basket.api.sessionBaskets.class.add({
      sessionIds: [first?.session_id ?? 0],
      attendees: { who: 'children', childIds: [sister] },
    }),
  ])
  const { rows } = await sql<{ where: string }>`
    select 'order' as where from bookings where child_id = ${sister} and status <> 'cancelled'
    union all select 'basket' from basket_session_children where child_id = ${sister}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('one pack bought in two hundred tabs is one order', async () => {
  const family = await makeAccount(app)
  const packId = await writeRow(app.db, 'class_packs', { name: 'Hare pack', credits: 10, price_pence: 9000 })
  const orders = await manyTimes(() => family.api.credits.buyPack({ packId }))
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  expect(await ordersOf(app, family.accountId)).toBe(1)
})
