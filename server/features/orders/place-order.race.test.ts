import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import { behindGate } from '#testing/behind-gate.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeChild } from '#testing/make-child.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { startTestApp } from '#testing/start-test-app.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

async function makeFamilies(count: number, credits = 0) {
  const families = []
  for (let made = 0; made < count; made++) {
    const account = await makeAccount(app, { credits })
    families.push({ ...account, childId: await makeChild(app, account) })
  }
  return families
}

const book = (offeringId: number, sessionIds: number[], childId: number, token: string, more = {}) =>
  app.call<{ order_sn: string }>(
    'Course_Order/submitOrder',
    { course_id: offeringId, course_product_id: sessionIds, child_id: childId, ...more },
    token,
  )

const taken = async (sessionId: number) =>
  sql<{ counter: number; bookings: number }>`select places_taken as counter,
    (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as bookings
    from sessions s where id = ${sessionId}`
    .execute(app.db)
    .then(result => result.rows[0])

/** The same server with one of its defences taken out, to show that the race is real without it. */
async function withoutDefence(from: string, to: string, extra: string, work: () => Promise<void>) {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('place_order(jsonb)'::regprocedure) as source`.execute(app.db)
  const source = rows[0]?.source ?? ''
  expect(source).toContain(from)
  await app.database.runScript(`${extra}; ${source.replace(from, to)}`)
  try {
    await work()
  } finally {
    await app.database.runScript(source)
  }
}

test('two hundred families race for ten places: ten are sold, and the rest are told that it is full', async () => {
  const families = await makeFamilies(racers)
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 10 })
  const answers = await Promise.all(
    families.map(({ childId, token }) => book(offering.id, [session.id], childId, token)),
  )
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(10)
  expect(new Set(answers.filter(answer => answer.code === 0).map(answer => answer.msg))).toEqual(
    new Set(['Sorry, this class is full']),
  )
  expect(await taken(session.id)).toEqual({ counter: 10, bookings: 10 })

  // Negative control: without the constraint the very same rush oversells.
  const unguarded = await makeSession(app, offering, { capacity: 10 })
  await withoutDefence(
    '',
    '',
    'alter table sessions drop constraint sessions_capacity_not_exceeded',
    async () => {
      await Promise.all(
        families.map(({ childId, token }) => book(offering.id, [unguarded.id], childId, token)),
      )
      expect((await taken(unguarded.id))?.bookings).toBeGreaterThan(10)
    },
  )
  await app.db.updateTable('sessions').set({ capacity: racers }).where('id', '=', unguarded.id).execute()
  await app.database.runScript(
    'alter table sessions add constraint sessions_capacity_not_exceeded check (places_taken + places_offered <= capacity)',
  )
})

test('orders over several sessions in every direction neither deadlock nor oversell', async () => {
  const families = await makeFamilies(60)
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (const day of ['01', '02', '03', '04']) {
    sessions.push(await makeSession(app, offering, { capacity: 25, date: `2026-12-${day}` }))
  }
  const ids = sessions.map(session => session.id)
  const answers = await Promise.all(
    families.map(({ childId, token }, index) => {
      const turned = [...ids.slice(index % 4), ...ids.slice(0, index % 4)]
      return book(offering.id, index % 2 ? turned : turned.reverse(), childId, token)
    }),
  )
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(25)
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  for (const id of ids) expect(await taken(id)).toEqual({ counter: 25, bookings: 25 })
})

test('one family in two hundred tabs spends five credits once', async () => {
  const [family] = await makeFamilies(1, 5)
  if (!family) throw new Error('no family')
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (let made = 0; made < 40; made++)
    sessions.push(await makeSession(app, offering, { pricePence: 0, credits: 1 }))
  const answers = await Promise.all(
    Array.from({ length: racers }, (_, index) =>
      book(offering.id, [sessions[index % sessions.length]?.id ?? 0], family.childId, family.token),
    ),
  )
  expect(answers.filter(answer => answer.code === 1).length).toBeGreaterThanOrEqual(sessions.length)
  const { rows } = await sql<{ balance: number; ledger: number; spent: number }>`
    select credit_balance as balance,
      (select sum(delta)::integer from credit_entries where account_id = a.id) as ledger,
      (select sum(credits_used)::integer from orders where account_id = a.id) as spent
    from accounts a where id = ${family.accountId}`.execute(app.db)
  expect(rows[0]).toEqual({ balance: 0, ledger: 0, spent: 5 })
})

test('the same click two hundred times is one order', async () => {
  const [family] = await makeFamilies(1)
  if (!family) throw new Error('no family')
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 50 })
  const answers = await Promise.all(
    Array.from({ length: racers }, () => book(offering.id, [session.id], family.childId, family.token)),
  )
  expect(new Set(answers.map(answer => answer.data?.order_sn)).size).toBe(1)
  expect(await taken(session.id)).toEqual({ counter: 1, bookings: 1 })
})

test('a discount code for ten is used ten times', async () => {
  await app.db
    .insertInto('discount_codes')
    .values({
      code: 'FIRSTTEN',
      amount_pence: 100,
      kinds: ['class'],
      starts_at: '2026-01-01T00:00:00Z',
      ends_at: '2027-01-01T00:00:00Z',
      max_uses: 10,
    })
    .execute()
  const families = await makeFamilies(racers)
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: racers })
  const answers = await Promise.all(
    families.map(({ childId, token }) =>
      book(offering.id, [session.id], childId, token, { discount_code: 'FIRSTTEN' }),
    ),
  )
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(10)
  expect(answers.every(answer => answer.status === 200)).toBe(true)
  expect(await taken(session.id)).toEqual({ counter: 10, bookings: 10 })
})

test('a child has one trial of a type, however many tabs ask', async () => {
  const [family] = await makeFamilies(1)
  if (!family) throw new Error('no family')
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (let made = 0; made < 20; made++) sessions.push(await makeSession(app, offering, { offersTrial: true }))
  const ask = () =>
    Promise.all(
      sessions.map(session =>
        app.call(
          'Course_Order/submitOrderByTry',
          { course_product_id: session.id, child_id: family.childId },
          family.token,
        ),
      ),
    )
  const answers = await ask()
  expect(answers.filter(answer => answer.code === 1)).toHaveLength(1)
  await sql`update bookings set status = 'cancelled' where child_id = ${family.childId}`.execute(app.db)
  await sql`drop index bookings_trial_once`.execute(app.db)
  // Negative control: the check alone, without the index, lets several through.
  expect((await ask()).filter(answer => answer.code === 1).length).toBeGreaterThan(1)
})

test('guests of one network hold three places unpaid, however many ask at once', async () => {
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const rush = async (network: string) => {
    const session = await makeSession(app, offering, { capacity: racers })
    const ask = (number: number) =>
      app.http.inject({
        method: 'POST',
        url: '/api/parents_order/submitOrder',
        remoteAddress: network,
        payload: JSON.stringify({
          course_id: offering.id,
          course_product_id: session.id,
          full_name: `Guest ${number}`,
          contact_number: `07700 9${number}`,
          email: `guest-${network}-${number}@example.test`,
        }),
      })
    // All have read that nothing is held before the first of them writes.
    const answers = await behindGate(app, {
      close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
      work: () => Promise.all(Array.from({ length: 10 }, (_, number) => ask(number))),
      waiting: 10,
    })
    return { answers: answers.map(answer => answer.json<{ msg: string }>().msg), session }
  }
  const { answers, session } = await rush('10.5.0.1')
  expect(answers.toSorted()).toEqual(['', '', '', ...Array(7).fill(sentences.tooManyUnpaidNearby)].toSorted())
  expect(await taken(session.id)).toEqual({ counter: 3, bookings: 3 })

  // Negative control: not one after the other, all of them are the first.
  await withoutDefence('perform pg_advisory_xact_lock(wanted.key)', 'null', '', async () => {
    const unguarded = await rush('10.5.0.2')
    expect((await taken(unguarded.session.id))?.bookings).toBe(10)
  })
})
