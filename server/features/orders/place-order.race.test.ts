import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sentences } from '#domain/sentences.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { readList } from '#server/features/catalogue/queries.ts'
import { saveListed } from '#server/features/catalogue/save-listed.ts'
import { lockFamily } from '#server/features/families/lock-family.ts'
import { recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import { forceRace, withoutLocks } from '#testing/force-race.ts'
import { makeDiscountCode } from '#testing/make-discount-code.ts'
import { bookingRequest, type Family, makeFamilies, makeFamily } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { makeClassOrder } from '#testing/make-order.ts'
import { makeStaff } from '#testing/office-client.ts'
import { refusal } from '#testing/refusal.ts'
import { changeRows, rowOf } from '#testing/rows.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { withoutDefence } from '#testing/without-defence.ts'

const racers = 200

const app = await startTestApp({ poolSize: 40 })

const book = (family: Family, sessions: MadeSession | MadeSession[], given: { discountCode?: string } = {}) =>
  family.api.orders.class.place(bookingRequest(family, sessions, given))
const answered = (refusals: (string | undefined)[]) => refusals.filter(sentence => sentence === undefined)

const taken = async (sessionId: number) =>
  sql<{ counter: number; bookings: number }>`select places_taken as counter,
    (select count(*)::integer from bookings b where b.session_id = s.id and b.status <> 'cancelled') as bookings
    from sessions s where id = ${sessionId}`
    .execute(app.db)
    .then(result => result.rows[0])

test('two hundred families race for ten places: ten get one, the others are told it is full', async () => {
  const families = await makeFamilies(app, racers)
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 10 })
  const refusals = await Promise.all(families.map(family => refusal(book(family, session))))
  expect(answered(refusals)).toHaveLength(10)
  expect(new Set(refusals)).toEqual(new Set([undefined, 'Sorry, this class is full']))
  expect(await taken(session.id)).toEqual({ counter: 10, bookings: 10 })

  // Negative control: without the constraint the same rush oversells.
  const unguarded = await makeSession(app, offering, { capacity: 10 })
  await app.database.runScript('alter table sessions drop constraint sessions_capacity_not_exceeded')
  await Promise.allSettled(families.map(family => book(family, unguarded)))
  expect((await taken(unguarded.id))?.bookings).toBeGreaterThan(10)
  await changeRows(app.db, 'sessions', { id: unguarded.id }, { capacity: racers })
  await app.database.runScript(
    'alter table sessions add constraint sessions_capacity_not_exceeded check (places_taken + places_offered <= capacity)',
  )
})

test('orders over several sessions in every direction neither deadlock nor oversell', async () => {
  const families = await makeFamilies(app, 60)
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (const day of ['01', '02', '03', '04']) {
    sessions.push(await makeSession(app, offering, { capacity: 25, date: `2026-12-${day}` }))
  }
  const refusals = await Promise.all(
    families.map((family, index) => {
      const turned = [...sessions.slice(index % 4), ...sessions.slice(0, index % 4)]
      return refusal(book(family, index % 2 ? turned : turned.reverse()))
    }),
  )
  expect(answered(refusals)).toHaveLength(25)
  for (const { id } of sessions) expect(await taken(id)).toEqual({ counter: 25, bookings: 25 })
})

// Proves CONST-17.
test('one family in two hundred tabs spends five credits once', async () => {
  // Nothing is left to pay after credits, so that no limit of unpaid orders ends the race.
  const tooLittleForACard = { pricePence: 20 }
  const family = await makeFamily(app, { credits: 5 })
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (let made = 0; made < 40; made++)
    sessions.push(await makeSession(app, offering, { ...tooLittleForACard, credits: 1 }))
  const refusals = await Promise.all(
    Array.from({ length: racers }, (_, index) =>
      refusal(book(family, sessions[index % sessions.length] as MadeSession)),
    ),
  )
  expect(answered(refusals).length).toBeGreaterThanOrEqual(sessions.length)
  const { rows } = await sql<{ balance: number; ledger: number; spent: number }>`
    select credit_balance as balance,
      (select sum(delta)::integer from credit_entries where account_id = a.id) as ledger,
      (select sum(credits_used)::integer from orders where account_id = a.id) as spent
    from accounts a where id = ${family.accountId}`.execute(app.db)
  expect(rows[0]).toEqual({ balance: 0, ledger: 0, spent: 5 })
})

test('the same click sent two hundred times is one order', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const session = await makeSession(app, offering, { capacity: 50 })
  const orders = await Promise.all(Array.from({ length: racers }, () => book(family, session)))
  expect(new Set(orders.map(({ orderNumber }) => orderNumber)).size).toBe(1)
  expect(await taken(session.id)).toEqual({ counter: 1, bookings: 1 })
})

test('a discount code for ten is used ten times', async () => {
  const families = await makeFamilies(app, racers)
  const offering = await makeOffering(app)
  const rush = async (discountCode: string) => {
    await makeDiscountCode(app, { code: discountCode, amount_pence: 100, max_uses: 10 })
    const session = await makeSession(app, offering, { capacity: racers })
    const refusals = await Promise.all(
      families.map(family => refusal(book(family, session, { discountCode }))),
    )
    return { session, booked: answered(refusals).length }
  }
  const { session, booked } = await rush(`TEN${families[0].accountId}`)
  expect(booked).toBe(10)
  expect(await taken(session.id)).toEqual({ counter: 10, bookings: 10 })

  // Negative control: without the constraint, everybody who has read that the code is usable uses it.
  await app.database.runScript('alter table discount_codes drop constraint discount_codes_within_limit')
  expect((await rush(`MORE${families[0].accountId}`)).booked).toBeGreaterThan(10)
  await sql`update discount_codes set max_uses = ${racers} where uses > max_uses`.execute(app.db)
  await app.database.runScript(`alter table discount_codes add constraint discount_codes_within_limit
    check (uses >= 0 and (max_uses is null or uses <= max_uses))`)
})

test("a discount code's limit cannot be set below its uses during a concurrent order", async () => {
  const { token } = await makeStaff(app, { role: 'manager' })
  const staff = (await recogniseStaff(app.db, token, app.clock.now())) as StaffMember
  const request = { staff, clock: app.clock.now }
  const limitBeside = async (code: string, db: Db, limits: { maxUses: number | null }) => {
    const id = await makeDiscountCode(app, { code, amount_pence: 100 })
    const { account, orderId } = await makeClassOrder(app, { discountCode: code })
    await makeClassOrder(app, { discountCode: code, account })
    await changeRows(app.db, 'discount_codes', { id }, { uses: 1 })
    await changeRows(app.db, 'discount_uses', { order_id: orderId }, { released_at: app.clock.now() })
    const [read] = await readList(app.db, 'codes', app.clock.now(), id)
    const { uses: _uses, givenPence: _given, ...given } = JSON.parse(JSON.stringify(read))
    return forceRace(app, {
      close: async tx => {
        await changeRows(tx, 'discount_codes', { id }, { uses: 2 })
        await changeRows(tx, 'discount_uses', { order_id: orderId }, { released_at: null })
      },
      work: () =>
        transaction(db, tx =>
          saveListed(tx, 'codes', { ...given, maxUsesPerAccount: 1, ...limits }, request),
        ).then(
          () => 'saved',
          error => error.facts?.fields,
        ),
      waiting: 1,
    })
  }
  const twice = 'This code has been used 2 times'
  expect(await limitBeside('LESS', app.db, { maxUses: 1 })).toEqual({
    maxUses: twice,
    maxUsesPerAccount: `${twice} by one family`,
  })

  // Negative control: without the lock the code is counted before the order has used it.
  expect(await limitBeside('LOST', app.db.withPlugin(withoutLocks), { maxUses: null })).toBe('saved')
})

test('a child has one trial of a type, however many tabs ask', async () => {
  const family = await makeFamily(app)
  const offering = await makeOffering(app)
  const sessions: MadeSession[] = []
  for (let made = 0; made < racers; made++)
    sessions.push(await makeSession(app, offering, { offersTrial: true }))
  const { placeTrial } = family.api.orders.class
  const ask = () => Promise.all(sessions.map(session => refusal(placeTrial(bookingRequest(family, session)))))
  expect(answered(await ask())).toHaveLength(1)
  const cancelAll = () =>
    sql`update bookings set status = 'cancelled' where child_id = ${family.childId}`.execute(app.db)
  await cancelAll()
  const { rows: indexes } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes
    where indexname in ('bookings_trial_once', 'bookings_trial_person_once')`.execute(app.db)
  await sql`drop index bookings_trial_once, bookings_trial_person_once`.execute(app.db)
  // Negative control: without the indexes, the check alone lets several through.
  expect(answered(await ask()).length).toBeGreaterThan(1)
  await cancelAll()
  await app.database.runScript(indexes.map(({ definition }) => definition).join(';'))
})

test.each([
  {
    held: 'three places unpaid',
    pricePence: 1250,
    sentence: sentences.tooManyUnpaidNearby,
    networks: [1, 2],
  },
  { held: 'three free places', pricePence: 0, sentence: sentences.tooManyFreeNearby, networks: [3, 4] },
])(
  'guests of one network hold $held, even with simultaneous requests',
  async ({ pricePence, sentence, networks }) => {
    const offering = await makeOffering(app, { kind: 'parentSession' })
    const rush = async (network: string) => {
      const session = await makeSession(app, offering, { capacity: racers, pricePence })
      const ask = (number: number) => {
        const email = `guest-${network}-${number}@example.test`
        const guest = { childIds: [], fullName: `Guest ${number}`, email }
        return refusal(app.apiOf({ ip: network }).orders.parentSession.place(bookingRequest(guest, session)))
      }
      // All have read that nothing is held before the first of them writes.
      const refusals = await forceRace(app, {
        close: tx =>
          tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
        work: () => Promise.all(Array.from({ length: 10 }, (_, number) => ask(number))),
        waiting: 10,
      })
      return { refusals, session }
    }
    const { refusals, session } = await rush(`10.5.0.${networks[0]}`)
    expect(answered(refusals)).toHaveLength(3)
    expect(new Set(refusals)).toEqual(new Set([undefined, sentence]))
    expect(await taken(session.id)).toEqual({ counter: 3, bookings: 3 })

    // Negative control: without the lock, all of them are the first.
    const lock = { of: 'place_order(orders, jsonb)', from: 'perform pg_advisory_xact_lock(wanted.key)' }
    await withoutDefence(app, lock, async () => {
      const unguarded = await rush(`10.5.0.${networks[1]}`)
      expect((await taken(unguarded.session.id))?.bookings).toBe(10)
    })
  },
)

/** How many guests order at once. Each has another network; all share only an address or a number. */
const guestsAtOnce = 10
async function rushOfGuests(shared: 'email' | 'phone', { isTrial = false, isOneName = false } = {}) {
  networks += 1
  const network = networks
  const offering = await makeOffering(app, { kind: 'parentSession' })
  const prices = { capacity: racers, offersTrial: true, pricePence: 1250, trialPricePence: 600 }
  const session = await makeSession(app, offering, prices)
  const ask = (number: number) => {
    const own = `${network}-${number}`
    const { place, placeTrial } = app.apiOf({ ip: `10.${20 + network}.0.${number}` }).orders.parentSession
    const attendees = {
      who: 'contact',
      fullName: isOneName ? 'Roy Bell' : `Guest ${number}`,
      email: `roy-${shared === 'email' ? network : own}@example.test`,
      phone: `07700 91${network}${shared === 'phone' ? '000' : `00${number}`}`,
    } as const
    return refusal((isTrial ? placeTrial : place)(bookingRequest(guest, session, { attendees })))
  }
  // All have read that nothing is held before the first of them writes.
  const refusals = await forceRace(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () => Promise.all(Array.from({ length: guestsAtOnce }, (_, number) => ask(number))),
    waiting: guestsAtOnce,
  })
  return { refusals, session }
}
let networks = 0
const guest = { childIds: [], fullName: '', email: '' }

test.each(['email', 'phone'] as const)(
  'guests who share only the %s have three unpaid orders, even with simultaneous requests',
  async shared => {
    const { refusals, session } = await rushOfGuests(shared)
    expect(answered(refusals)).toHaveLength(3)
    expect(new Set(refusals)).toEqual(new Set([undefined, sentences.tooManyUnpaid]))
    expect(await taken(session.id)).toEqual({ counter: 3, bookings: 3 })

    // Negative control: without the lock, all of them are the first.
    const lock = { of: 'place_order(orders, jsonb)', from: 'perform pg_advisory_xact_lock(wanted.key)' }
    await withoutDefence(app, lock, async () =>
      expect(answered((await rushOfGuests(shared)).refusals)).toHaveLength(guestsAtOnce),
    )
  },
)

test.each([
  ['email', 'place of a date', 'bookings_attendee_once', sentences.attendeeAlreadyBooked],
  ['phone', 'place of a date', 'bookings_attendee_phone_once', sentences.attendeeAlreadyBooked],
  ['email', 'trial', 'bookings_guest_trial_once', sentences.guestTrialUsed],
  ['phone', 'trial', 'bookings_guest_trial_phone_once', sentences.guestPhoneTrialUsed],
] as const)(
  'guests who share only the %s have one %s, even with simultaneous requests',
  async (shared, what, index, sentence) => {
    const wanted = { isTrial: what === 'trial', isOneName: what !== 'trial' }
    const { refusals, session } = await rushOfGuests(shared, wanted)
    expect(answered(refusals)).toHaveLength(1)
    expect(new Set(refusals)).toEqual(new Set([undefined, sentence]))
    expect(await taken(session.id)).toEqual({ counter: 1, bookings: 1 })

    // Negative control: without the index, the check alone lets in as many as may be unpaid.
    const { rows } = await sql<{ definition: string }>`select indexdef as definition from pg_indexes
      where indexname = ${index}`.execute(app.db)
    await app.database.runScript(`drop index ${index}`)
    const unguarded = await rushOfGuests(shared, wanted)
    expect(answered(unguarded.refusals)).toHaveLength(3)
    await sql`update bookings set status = 'cancelled' where session_id = ${unguarded.session.id}`.execute(
      app.db,
    )
    await app.database.runScript(rows[0]?.definition ?? '')
  },
)

test('a child that staff remove during a booking or basket change is not found any more', async () => {
  const session = await makeSession(app, await makeOffering(app))
  const presses = [
    (family: Family) => book(family, session),
    (family: Family) => family.api.sessionBaskets.class.add(bookingRequest(family, session)),
  ]
  for (const press of presses) {
    const family = await makeFamily(app)
    const { accountId, childId } = family
    const told = await forceRace(app, {
      close: tx => lockFamily(tx, accountId),
      work: () => refusal(press(family)),
      waiting: 1,
      meanwhile: async tx => {
        await tx.deleteFrom('emergency_contacts').where('child_id', '=', childId).execute()
        await tx.deleteFrom('children').where('id', '=', childId).execute()
      },
    })
    expect(told).toBe(sentences.childNotFound)
  }
})

test('a class whose type changes during a booking is booked with its new type', async () => {
  const family = await makeFamily(app)
  const session = await makeSession(app, await makeOffering(app))
  const other = await makeOffering(app)
  await forceRace(app, {
    close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    work: () => book(family, session),
    waiting: 1,
    meanwhile: tx =>
      sql`with class as (update offerings set offering_type_id = ${other.typeId} where id = ${session.offeringId})
        update sessions set offering_type_id = ${other.typeId} where id = ${session.id}`.execute(tx),
  })
  expect(await rowOf(app.db, 'bookings', { child_id: family.childId })).toMatchObject({
    offering_type_id: other.typeId,
  })
})

test('a price that rises while its order is written is asked about, and not charged', async () => {
  const rise = async () => {
    const family = await makeFamily(app)
    const session = await makeSession(app, await makeOffering(app), { pricePence: 850 })
    const shown = { totalPence: 850, creditsUsed: 0 }
    return forceRace(app, {
      close: tx => tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
      work: () => refusal(family.api.orders.class.place({ ...bookingRequest(family, session), shown })),
      waiting: 1,
      meanwhile: tx => changeRows(tx, 'sessions', { id: session.id }, { price_pence: 1450 }),
    })
  }
  expect(await rise()).toBe('The price is now £14.50. Please look again')

  // Negative control: without the comparison under the lock it is sold at the former price.
  const comparison = {
    of: 'place_order(orders, jsonb)',
    from: 'and line.price = case when bought.is_trial then trial_price_pence else price_pence end',
    to: '',
  }
  await withoutDefence(app, comparison, async () => expect(await rise()).toBeUndefined())
})
