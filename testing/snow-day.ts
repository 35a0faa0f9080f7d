import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Envelope } from '#contract/client.ts'
import { makeOfficeApi, type OfficeApi } from '#contract/office/client.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import type { Db } from '#server/database/connect.ts'
import { apiAt } from './api-at.ts'
import { writeAccount } from './make-account.ts'
import { makeChild } from './make-child.ts'
import { bookingRequest } from './make-family.ts'
import { type MadeSession, makeOffering, makeSession } from './make-offering.ts'
import { makeStaff } from './office-client.ts'
import type { servicesOfDatabase } from './services-of-database.ts'

type Place = ReturnType<typeof servicesOfDatabase>
type SnowFamily = Awaited<ReturnType<typeof makeSnowFamilies>>[number]

const snowPence = 850
const [dates, families] = [9, 60]
/** How many of the families have two children, how many book two dates, and how many pay with credits. */
const [withTwoChildren, withTwoDates, withCredits] = [10, 10, 10]
export const snowPlaces = families + withTwoChildren + withTwoDates
const orders = families + withTwoDates

/** Inserts the sixty families of a snow day. */
export async function makeSnowFamilies(place: Place) {
  const made = []
  for (let nth = 0; nth < families; nth++) {
    const credits = families - nth <= withCredits ? 1 : 0
    const email = `snow-${nth}-${Math.random()}@example.test`
    const account = await writeAccount(place, { email, lastName: `Snow ${nth}`, credits })
    const childIds = [await makeChild(place, account)]
    if (nth < withTwoChildren) childIds.push(await makeChild(place, account, { firstName: 'Ada' }))
    made.push({ ...account, childIds, credits })
  }
  return made
}

/**
 * Books and pays eighty places of sixty families through the site's calls, on nine dates of one day. Each
 * snow day has another day, so that their mails can be told apart.
 */
export async function bookSnowDay(
  place: Place,
  { address, people, inDays }: { address: string; people: SnowFamily[]; inDays: number },
): Promise<MadeSession[]> {
  const date = addDays(todayInLondon(new Date()), inDays)
  const offering = await makeOffering(place)
  const sessions: MadeSession[] = []
  for (let nth = 0; nth < dates; nth++) {
    const startTime = `${String(9 + nth).padStart(2, '0')}:00`
    const endTime = `${String(9 + nth).padStart(2, '0')}:45`
    const given = { date, startTime, endTime, capacity: 20, pricePence: snowPence, name: `Snow ${nth}` }
    sessions.push(await makeSession(place, offering, given))
  }
  const book = async (family: SnowFamily, session: MadeSession) => {
    const api = apiAt(address, { token: family.token })
    const { orderNumber } = await api.orders.class.place(
      bookingRequest({ ...family, fullName: '' }, session, { creditsWanted: family.credits }),
    )
    if (family.credits === 0) await pay(await api.payments.openCardPage({ orderNumber, device: 'web' }))
  }
  const waiting = [...people.entries()]
  const bookInTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [nth, family] = next
      await book(family, sessions[nth % dates] as MadeSession)
      const booksAnother = nth >= withTwoChildren && nth < withTwoChildren + withTwoDates
      if (booksAnother) await book(family, sessions[(nth + 1) % dates] as MadeSession)
    }
  }
  await Promise.all([1, 2, 3, 4].map(bookInTurn))
  return sessions
}

/** Pays on the practice card page, and goes back to the site, which settles the payment. */
async function pay({ url }: { url: string }): Promise<void> {
  const body = new URLSearchParams({ outcome: 'pay' })
  const pressed = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = await fetch(pressed.headers.get('location') ?? '', { redirect: 'manual' })
  if (back.status !== 303) throw new Error(`coming back answered HTTP ${back.status}`)
}

/** Signs in a new owner at an address. */
export async function openOfficeAt(address: string, place: Place): Promise<OfficeApi> {
  const { token } = await makeStaff(place, { role: 'owner', email: `snow-${Math.random()}@example.test` })
  return makeOfficeApi(async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      'x-office': '1',
      origin: address,
      cookie: `office=${token}`,
    }
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Envelope
  })
}

/** Cancels the dates of a snow day in one press; returns its id, the end of Undo, and how long the press took. */
export async function pressSnowDay(office: OfficeApi, sessions: MadeSession[]) {
  const asked = { sessionIds: sessions.map(({ id }) => id), settle: 'card' as const }
  const { refundedPence, credits, moved, unpaidOrders, ...counts } =
    await office.cancelledDates.preview(asked)
  const expected = { places: counts.places, refundedPence, credits, moved, unpaidOrders }
  const wanted = {
    places: snowPlaces,
    refundedPence: (snowPlaces - withCredits) * snowPence,
    credits: withCredits,
  }
  if (JSON.stringify({ ...expected, ...wanted }) !== JSON.stringify(expected))
    throw new Error(`not the snow day that was made: ${JSON.stringify(expected)}`)
  const began = performance.now()
  const done = await office.cancelledDates.cancel({ ...asked, note: 'Snow.', expected })
  return { ...done, tookMilliseconds: performance.now() - began }
}

/** Ends the minute of Undo by hand, so that the settlement begins now. */
export async function endUndo(db: Db, id: number): Promise<void> {
  await sql`update date_cancellations set undo_until = cancelled_at where id = ${id}`.execute(db)
  await sql`update jobs set run_at = ${new Date()} where kind = 'settle-cancelled-dates' and done_at is null`.execute(
    db,
  )
}

/** Counts the progress of a snow day: orders settled, orders notified, and refunds that arrived. */
export async function readSnowDay(db: Db, id: number) {
  const { rows } = await sql<{ settled: number; told: number; refunded: number; isOver: boolean }>`
    select count(c.settled_at)::integer as settled, count(c.told_at)::integer as told,
      (select count(*)::integer from refunds r join payments p on p.id = r.payment_id
        join cancelled_date_orders o on o.order_id = p.order_id and o.cancellation_id = d.id
        where r.status = 'succeeded') as refunded,
      d.settled_at is not null as "isOver"
    from date_cancellations d join cancelled_date_orders c on c.cancellation_id = d.id
    where d.id = ${id} group by d.id`.execute(db)
  return rows[0] ?? { settled: 0, told: 0, refunded: 0, isOver: false }
}

export const snowSteps = 2 * orders
const cardOrders = orders - withCredits

/** Waits until a snow day is settled, its families are notified, and all refunds have arrived. */
export async function untilSnowIsSettled(db: Db, id: number, patienceSeconds = 120): Promise<void> {
  const until = Date.now() + patienceSeconds * 1000
  for (;;) {
    const { settled, told, refunded, isOver } = await readSnowDay(db, id)
    if (isOver && settled === orders && told === orders && refunded === cardOrders) return
    if (Date.now() > until)
      throw new Error(`after ${patienceSeconds} s: ${settled} settled, ${told} told, ${refunded} refunded`)
    await pause(20)
  }
}

/**
 * Checks a settled snow day without using the product's code: every place, penny, credit and mail exactly
 * once. Returns the differences.
 */
export async function compareSnowDay(
  db: Db,
  id: number,
  { refundedAt }: { refundedAt: (paymentRef: string) => Promise<number[]> },
): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`with of_these as (
      select b.* from bookings b where b.session_id in (select session_id from cancelled_dates where cancellation_id = ${id})
    ), cancelled as (select x.* from booking_cancellations x join of_these b on b.id = x.booking_id),
    refunded as (select r.*, p.order_id from refunds r join payments p on p.id = r.payment_id
      where p.order_id in (select order_id from of_these)),
    told as (select a.id,
        (select count(*) from mails m where m.account_id = a.id and m.once_key like ${`dates-cancelled-${id}-%`}) as keyed,
        (select count(*) from mails m where m.account_id = a.id and m.subject like '%cancelled'
          and m.created_at >= (select cancelled_at from date_cancellations where id = ${id})) as mails,
        (select count(*) from messages n where n.account_id = a.id and n.title like '%cancelled'
          and n.published_at >= (select cancelled_at from date_cancellations where id = ${id})) as messages
      from accounts a where a.id in (select account_id from of_these))
    select (select count(*)::integer from of_these where status = 'cancelled') as "places cancelled",
      (select count(*)::integer from cancelled) as "settlements",
      (select coalesce(sum(refunded_pence), 0)::integer from cancelled) as "pence of settlements",
      (select coalesce(sum(amount_pence), 0)::integer from refunded where status = 'succeeded') as "pence of refunds",
      (select count(*)::integer from refunded) as "refunds",
      (select coalesce(sum(refunded_pence), 0)::integer from orders where id in (select order_id from of_these))
        as "pence of orders",
      (select coalesce(sum(delta), 0)::integer from credit_entries where reason = 'returned'
        and booking_id in (select id from of_these)) as "credits",
      (select coalesce(sum(places_taken), 0)::integer from sessions where id in (select session_id from of_these))
        as "places still taken",
      (select count(*)::integer from told) as "families",
      (select count(*)::integer from told where mails = 1 and messages = 1 and keyed <= 1) as "families told once"`.execute(
    db,
  )
  const backPence = (snowPlaces - withCredits) * snowPence
  const wanted: Record<string, number> = {
    ...{ 'places cancelled': snowPlaces, settlements: snowPlaces, refunds: cardOrders, credits: withCredits },
    ...{ 'pence of settlements': backPence, 'pence of refunds': backPence, 'pence of orders': backPence },
    ...{ 'places still taken': 0, families, 'families told once': families },
  }
  const differs = Object.entries(wanted).flatMap(([what, many]) =>
    rows[0]?.[what] === many ? [] : [`${what}: ${rows[0]?.[what]} of ${many}`],
  )
  const { rows: paid } = await sql<{
    ref: string
    pence: number
  }>`select p.payment_ref as ref, p.amount_pence as pence
    from payments p where p.status = 'succeeded' and p.order_id in (
      select order_id from cancelled_date_orders where cancellation_id = ${id})`.execute(db)
  for (const { ref, pence } of paid) {
    const back = await refundedAt(ref)
    if (back.length !== 1 || back[0] !== pence) differs.push(`at the provider ${back} of ${pence} pence`)
  }
  return differs
}
