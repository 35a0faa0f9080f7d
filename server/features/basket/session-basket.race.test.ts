import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { behindGate } from '#testing/behind-gate.ts'
import { findViolations } from '#testing/find-violations.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp, type TestApp } from '#testing/start-test-app.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

interface Basket {
  all_course_list: { data: { id: number }[] }
}
interface Submitted {
  order_sn: string
}

/** A family whose basket has so many sessions in it, each for its one child. */
async function makeBasket(at: TestApp, lines: number, given: { credits?: number; pricePence?: number } = {}) {
  const account = await makeAccount(at, { credits: given.credits ?? 0 })
  const childId = await makeChild(at, account)
  const offering = await makeOffering(at)
  const sessions: MadeSession[] = []
  for (let made = 0; made < lines; made++) {
    sessions.push(await makeSession(at, offering, { pricePence: given.pricePence ?? 1000, credits: 1 }))
  }
  const body = { course_product_id: sessions.map(({ id }) => id), child_ids: childId }
  expect(await at.call('course_cart/add', body, account.token)).toMatchObject({ code: 1 })
  const list = await at.call<Basket>('course_cart/getCartList', { page: 1, limit: 400 }, account.token)
  const lineIds = list.data.all_course_list.data.map(({ id }) => id)
  return { ...account, childId, offering, lineIds }
}

const submit = (at: TestApp, body: object, token: string) =>
  at.call<Submitted>('course_order/cartSubmitOrder', body, token)

const manyTimes = <T>(work: (racer: number) => Promise<T>, times = racers) =>
  Promise.all(Array.from({ length: times }, (_, racer) => work(racer)))

/** Another server whose place_order, and whose schema, have lost a defence. */
async function withoutDefence(
  from: string,
  to: string,
  script: string,
  work: (bare: TestApp) => Promise<void>,
) {
  const bare = await startTestApp({ poolSize: 40 })
  const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('place_order(jsonb)'::regprocedure) as source`.execute(bare.db)
  const source = rows[0]?.source ?? ''
  expect(source).toContain(from)
  await bare.database.runScript(`${script}; ${source.replace(from, to)}`)
  await work(bare)
}

const ordersOf = async (at: TestApp, accountId: number) =>
  (await at.db.selectFrom('orders').select('id').where('account_id', '=', accountId).execute()).length

test('the same basket submitted two hundred times is one order', async () => {
  const basket = await makeBasket(app, 3)
  const answers = await manyTimes(() => submit(app, { cart_id: basket.lineIds }, basket.token))
  expect(answers.map(answer => answer.code)).toEqual(Array.from({ length: racers }, () => 1))
  expect(new Set(answers.map(answer => answer.data.order_sn)).size).toBe(1)
  expect(await ordersOf(app, basket.accountId)).toBe(1)
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

// Each asks for another number of credits, so that none is a repeat of another.
const submitDifferently = (at: TestApp, basket: { lineIds: number[]; token: string }, times: number) =>
  manyTimes(racer => submit(at, { cart_id: basket.lineIds, combo_num: racer }, basket.token), times)

test('lines that two hundred tabs submit differently are bought once', async () => {
  const basket = await makeBasket(app, 2)
  const answers = await submitDifferently(app, basket, racers)
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(1)
  // Some had read the line before it was bought, and the bookings after.
  const refusals = ['This is no longer in your basket', 'This child is already booked into this class']
  for (const { code, msg } of answers) if (code !== 1) expect(refusals).toContain(msg)
  expect(await ordersOf(app, basket.accountId)).toBe(1)
})

test('without taking the lines under lock the same race buys them several times', async () => {
  await withoutDefence(
    `perform facts_changed('basket')`,
    'null',
    'drop index bookings_child_once',
    async bare => {
      const basket = await makeBasket(bare, 2)
      // Held at the account, so that several have read the same lines before the first is through.
      await behindGate(bare, {
        close: tx =>
          tx.selectFrom('accounts').select('id').where('id', '=', basket.accountId).forUpdate().execute(),
        work: () => submitDifferently(bare, basket, 40),
        waiting: 10,
      })
      expect(await ordersOf(bare, basket.accountId)).toBeGreaterThan(1)
    },
  )
})

/** Half of the tabs submit a line of the basket, the others book the rest in the dialog. */
async function spendInTwoTabs(at: TestApp, lines: number, credits: number) {
  const basket = await makeBasket(at, lines, { credits, pricePence: 0 })
  const { token, childId, offering } = basket
  const others: MadeSession[] = []
  for (let made = 0; made < lines; made++) {
    others.push(await makeSession(at, offering, { pricePence: 0, credits: 1 }))
  }
  const answers = await manyTimes(racer => {
    const nth = Math.floor(racer / 2)
    return racer % 2 === 0
      ? submit(at, { cart_id: basket.lineIds[nth] }, token)
      : at.call<Submitted>(
          'Course_Order/submitOrder',
          { course_id: offering.id, course_product_id: others[nth]?.id, child_id: childId },
          token,
        )
  }, lines * 2)
  const { rows } = await sql<{ balance: number; ledger: number; spent: number }>`
    select credit_balance as balance,
      (select sum(delta)::integer from credit_entries where account_id = a.id) as ledger,
      (select sum(credits_used)::integer from orders where account_id = a.id) as spent
    from accounts a where id = ${basket.accountId}`.execute(at.db)
  return { answers, outcome: rows[0] }
}

test('credits spent in the basket and in the dialog at once are spent once', async () => {
  const { answers, outcome } = await spendInTwoTabs(app, 40, 5)
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  expect(outcome).toEqual({ balance: 0, ledger: 0, spent: 5 })
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
})

test('without the lock of the account and its constraint the same credits are spent several times', async () => {
  const script = `alter table accounts drop constraint accounts_credits_not_negative;
    alter table credit_entries drop constraint credit_entries_balance_after_check`
  await withoutDefence(` and status = 'active' for no key update`, '', script, async bare => {
    const { outcome } = await spendInTwoTabs(bare, 20, 5)
    expect(outcome?.spent).toBeGreaterThan(5)
  })
})

test('children added while their line is bought are neither lost nor left unpaid', async () => {
  const basket = await makeBasket(app, 1)
  const sister = await makeChild(app, basket, { firstName: 'Ada' })
  const [first] = await app.db
    .selectFrom('basket_sessions')
    .select('session_id')
    .where('account_id', '=', basket.accountId)
    .execute()
  const body = { course_product_id: first?.session_id, child_ids: sister }
  const [bought, added] = await Promise.all([
    submit(app, { cart_id: basket.lineIds }, basket.token),
    app.call('course_cart/add', body, basket.token),
  ])
  expect([bought.code, added.code]).toEqual([1, 1])
  const { rows } = await sql<{ where: string }>`
    select 'order' as where from bookings where child_id = ${sister} and status <> 'cancelled'
    union all select 'basket' from basket_session_children where child_id = ${sister}`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('one pack bought in two hundred tabs is one order', async () => {
  const family = await makeAccount(app)
  const pack = await app.db
    .insertInto('class_packs')
    .values({ name: 'Hare pack', credits: 10, price_pence: 9000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answers = await manyTimes(() =>
    app.call<Submitted>('Course_Combo/submit_order', { id: pack.id }, family.token),
  )
  expect(new Set(answers.map(answer => answer.data.order_sn)).size).toBe(1)
  expect(await ordersOf(app, family.accountId)).toBe(1)
})
