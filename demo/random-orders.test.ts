import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { maxReportDays } from '#domain/office/takings.ts'
import { Refusal } from '#domain/refusal.ts'
import { settlePlaces } from '#domain/settlement.ts'
import { issueToken } from '#server/features/accounts/tokens.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { releaseOrder } from '#server/features/orders/release-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { ApiRefusal } from '#stripe-stand-in/api-refusal.ts'
import { findViolations } from '#testing/find-violations.ts'
import { clickCardPageButton } from '#testing/make-order.ts'
import { rowOf } from '#testing/rows.ts'
import { readSecondSum } from '#testing/second-sum.ts'
import { startTestApp } from '#testing/start-test-app.ts'
import { loadDemo } from './load-demo.ts'
import { seededChance } from './seeded-chance.ts'

// `RANDOM_STEPS=10000` is the full length (docs/payments.md), `RANDOM_SEED` replays a run.
const count = Number(process.env.RANDOM_STEPS ?? 40)
const seed = process.env.RANDOM_SEED ?? String(randomInt(1_000_000))
/**
 * Hooks and jobs run only after this many steps, so that several changes of an order are pending together.
 */
const stepsBetweenJobs = 20

const app = await startTestApp()
await loadDemo(app.db, { now: app.clock.now(), dataKey: app.services.config.dataKey })
const office = await app.office('owner')
const chance = seededChance(seed)
const oneOf = <T>(items: readonly T[]): T | undefined => items[chance.whole(0, items.length - 1)]

/** The money received, and the money refunded by hand, as the test itself counts them. */
const counted = { paidPence: await demoPence(), byHandPence: 0 }

/** Adds up the demo's payments and receipts, less its refunds. The card provider never saw them. */
async function demoPence(): Promise<number> {
  const { rows } = await sql<{ pence: number }>`
    select (sum(amount_pence) + (select coalesce(sum(amount_pence), 0) from desk_receipts)
      - (select coalesce(sum(amount_pence), 0) from refunds where status = 'succeeded'))::integer as pence
    from payments where status = 'succeeded'`.execute(app.db)
  return rows[0]?.pence ?? 0
}

/** Picks a random row of a query, whose rows have an `id`. */
async function pick<Row>(rows: ReturnType<typeof sql>): Promise<Row> {
  const roll = chance.whole(0, 1_000_000_000)
  const found =
    await sql<Row>`select * from (${rows}) as every order by md5(every.id || '-' || ${roll}) limit 1`.execute(
      app.db,
    )
  if (!found.rows[0]) throw new Refusal('nothing to pick')
  return found.rows[0]
}

const now = () => app.clock.now()
/** Orders with expected money stay as they are: their refunds follow the receipts. */
const pickPaid = () =>
  pick<{ number: string }>(
    sql`select id, order_number as number from orders where paid_at is not null and payment_method <> 'desk'`,
  )

/** Chooses card or cash for a refund; `give` counts what is refunded in cash. */
const chooseWay = () => {
  const isByHand = chance.next() < 0.2
  return {
    way: { method: isByHand ? ('cash' as const) : ('card' as const), reference: isByHand ? 'Till' : '' },
    give: (pence: number) => {
      if (isByHand) counted.byHandPence += pence
    },
  }
}

const familyOf = async (accountId: number) =>
  app.apiOf({
    token: await app.db.transaction().execute(tx => issueToken(tx, accountId, now())),
  })

async function cancelPlaces() {
  const { number } = await pick<{ number: string }>(sql`select b.id, o.order_number as number
    from bookings b join orders o on o.id = b.order_id join sessions s on s.id = b.session_id
    where b.status = 'confirmed' and s.starts_at > ${now()} and o.payment_method <> 'desk'`)
  const { places, leftPence } = await office.orders.previewCancel({ number })
  const chosen = chance
    .shuffle(places)
    .slice(0, chance.whole(1, Math.max(1, places.length)))
    .map(place => ({
      place,
      choice: {
        bookingId: place.bookingId,
        refundPence: oneOf([0, place.payablePence, chance.whole(0, place.payablePence)]) ?? 0,
        rest: oneOf(['credits', 'kept'] as const) ?? 'kept',
        returnCredits: chance.next() < 0.7,
      },
    }))
  const settled = settlePlaces(
    chosen.map(({ place, choice }) => ({
      ...place,
      terms: { ...choice, money: { pence: choice.refundPence } },
    })),
    leftPence,
  )
  const sum = (of: (each: (typeof settled)[number]) => number) =>
    settled.reduce((all, each) => all + of(each), 0)
  const expected = {
    refundedPence: sum(each => each.refundedPence),
    keptPence: sum(each => each.keptPence),
    credits: sum(each => each.creditsReturned + each.creditsGranted),
  }
  const { way, give } = chooseWay()
  await office.orders.cancelPlaces({
    ...{ number, places: chosen.map(({ choice }) => choice), ...way, reason: 'By chance', expected },
  })
  give(expected.refundedPence)
}

async function refund() {
  const { number } = await pickPaid()
  const { money, places } = await office.orders.get({ number })
  const { way, give } = chooseWay()
  const pence = oneOf([money.leftPence, chance.whole(1, Math.max(1, money.leftPence)), 50]) ?? 50
  const of = chance.next() < 0.3 && oneOf(places)
  await office.orders.refund({
    ...{ number, pence, leftPence: money.leftPence, ...way, reason: 'By chance' },
    ...(of && { bookingId: of.bookingId }),
  })
  give(pence)
}

async function move() {
  const place = await pick<{
    id: number
    accountId: number
    kind: 'class' | 'event' | 'parentSession'
    offeringId: number
    sessionId: number
  }>(sql`select b.id, b.account_id as "accountId", s.kind, s.offering_id as "offeringId", s.id as "sessionId"
    from bookings b join sessions s on s.id = b.session_id
    where b.status = 'confirmed' and b.account_id is not null and s.starts_at > ${now()}`)
  const target = await pick<{
    id: number
  }>(sql`select id from sessions where offering_id = ${place.offeringId}
    and id <> ${place.sessionId} and status = 'scheduled' and starts_at > ${now()}
    and places_taken + places_offered < capacity`)
  const api = await familyOf(place.accountId)
  await api.rescheduling[place.kind].move({ bookingId: place.id, sessionId: target.id })
}

/** Books and pays a place. Most orders are ended before they are paid, so that the payment is late. */
async function book() {
  const session = await pick<{
    id: number
    offeringId: number
  }>(sql`select s.id, s.offering_id as "offeringId"
    from sessions s join offerings o on o.id = s.offering_id
    where s.kind = 'class' and s.status = 'scheduled' and s.price_pence > 0 and not o.is_pack_only
      and s.starts_at > ${now()} and s.places_taken + s.places_offered < s.capacity`)
  const child = await pick<{ id: number; accountId: number }>(
    sql`select id, account_id as "accountId" from children`,
  )
  const api = await familyOf(child.accountId)
  const { orderNumber } = await api.orders.class.place({
    ...{ offeringId: session.offeringId, sessionIds: [session.id], creditsWanted: 0, discountCode: '' },
    attendees: { who: 'children', childIds: [child.id] },
  })
  const { url } = await api.payments.openCardPage({ orderNumber, device: 'web' })
  const { id, total_pence: totalPence } = await rowOf(app.db, 'orders', { order_number: orderNumber })
  if (chance.next() < 0.6) {
    await app.db.transaction().execute(async tx => {
      await releaseOrder(tx, await lockOrder(tx, id), 'expired', now())
    })
  }
  await clickCardPageButton(url, 'pay')
  counted.paidPence += totalPence
}

/**
 * Refunds a random amount in the provider's dashboard, and delivers its hook. If part was refunded by hand
 * before, this can exceed the payment.
 */
async function refundAtStripe() {
  const { ref, pence } = await pick<{ ref: string; pence: number }>(
    sql`select id, payment_ref as ref, amount_pence as pence from payments where status = 'succeeded'`,
  )
  app.cards.refundInDashboard(ref, chance.whole(1, pence))
  await arrive()
}

/**
 * Makes the provider refuse the next refunds, or settles a failed refund: tries it again, or records it as
 * paid by hand.
 */
async function failRefunds() {
  if (chance.next() < 0.5) {
    app.cards.faults.refuseRefunds = 2
    return
  }
  const { id: refundId, pence } = await pick<{ id: number; pence: number }>(
    sql`select id, amount_pence as pence from refunds where status = 'failed'`,
  )
  if (chance.next() < 0.5) await office.orders.retryRefund({ refundId })
  else {
    await office.orders.refundByHand({ refundId, method: 'cash', reference: 'Till' })
    counted.byHandPence += pence
  }
}

const steps = [
  ...[cancelPlaces, cancelPlaces, cancelPlaces, refund, refund, refund, move, move, move],
  ...[book, book, book, book, refundAtStripe, failRefunds],
]

async function arrive() {
  await app.cards.deliverPendingHooks()
  await app.runJobs()
}

/** Lets all refunds arrive, and tries refused ones again. */
async function settle() {
  app.cards.faults.refuseRefunds = 0
  for (let round = 0; round < 6; round++) {
    await arrive()
    app.clock.advance(61)
    await reconcilePayments(app.services)
  }
}

/** Adds up the takings of the two years around today, as the office shows them. */
async function takenInOffice(): Promise<number> {
  const today = todayInLondon(app.clock.now())
  let pence = 0
  for (const from of [addDays(today, -maxReportDays), today]) {
    const { rows } = await office.money.takings({ from, to: addDays(from, maxReportDays - 1), by: 'month' })
    for (const { netPence } of rows) pence += netPence
  }
  return pence
}

/** Adds up the VAT export of the same two years. */
async function inVatExport(): Promise<number> {
  const today = todayInLondon(app.clock.now())
  let pence = 0
  for (const from of [addDays(today, -maxReportDays), today]) {
    const { sums } = await office.money.vat({ from, to: addDays(from, maxReportDays - 1) })
    for (const { grossPence } of sums) pence += grossPence
  }
  return pence
}

/** Adds up all refunds in the provider's own list. */
async function backAtProvider(): Promise<number> {
  let pence = 0
  for await (const { status, amount } of app.services.stripe.refunds.list({ limit: 100 })) {
    if (status !== 'failed' && status !== 'canceled') pence += amount
  }
  return pence
}

test(`takings agree with ledger, provider and till after random changes (RANDOM_SEED=${seed})`, async () => {
  const done: Record<string, number> = {}
  const refused: Record<string, number> = {}
  let tried = 0
  for (let made = 0; made < count; ) {
    const step = oneOf(steps) ?? cancelPlaces
    try {
      await step()
      done[step.name] = (done[step.name] ?? 0) + 1
      made += 1
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ApiRefusal)) throw error
      const why = `${step.name}: ${error.message.replace(/\d+(\.\d\d)?/, 'n')}`
      refused[why] = (refused[why] ?? 0) + 1
    }
    tried += 1
    if (tried % stepsBetweenJobs === 0) await arrive()
  }
  await settle()
  const [{ orders, payments, places, beyond } = { orders: 0, payments: 0, places: 0, beyond: 0 }] = (
    await sql<{ orders: number; payments: number; places: number; beyond: number }>`
    with went as (select p.order_id, sum(r.amount_pence) filter (where r.status = 'succeeded') as pence,
        sum(r.amount_pence) filter (where r.status = 'succeeded' and r.kind <> 'cancelled') as otherwise
      from refunds r join payments p on p.id = r.payment_id group by p.order_id)
    select (select sum(paid_pence - refunded_pence)::integer from orders) as orders,
      (select sum(amount_pence)::integer from payments where status in ('succeeded', 'refused'))
        + (select coalesce(sum(amount_pence), 0)::integer from desk_receipts) - (select sum(pence)::integer from went) as payments,
      (select coalesce(sum(beyond_pence), 0)::integer from refunds where status = 'succeeded') as beyond,
      (select count(*)::integer from orders o left join went w on w.order_id = o.id
        where o.kind not in ('pack', 'product') and o.paid_pence > 0 and o.payment_method <> 'desk' and o.paid_pence <> (
          select coalesce(sum(case when b.status = 'cancelled' then x.refunded_pence + x.as_credits_pence + x.kept_pence
            + x.back_before_pence else b.payable_pence end), 0)
          from bookings b left join booking_cancellations x on x.booking_id = b.id where b.order_id = o.id)) as places`.execute(
      app.db,
    )
  ).rows
  const provider = await backAtProvider()
  if (process.env.RANDOM_STEPS) {
    process.stdout.write(
      `${JSON.stringify({ seed, done, refused, counted, provider, orders, payments, beyond })}\n`,
    )
  }
  expect(await findViolations(app.db, app.clock.now())).toEqual([])
  expect(places).toBe(0)
  expect(payments).toBe(orders)
  expect(await takenInOffice()).toBe(orders)
  expect(await inVatExport()).toBe(orders)
  expect(await readSecondSum(app.db)).toBe(orders)
  expect(orders - beyond).toBe(counted.paidPence - provider - counted.byHandPence)
}, 7_200_000)
