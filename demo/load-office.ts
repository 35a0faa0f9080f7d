import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import { assignTeachers } from './assign-teachers.ts'
import type { DemoOffering } from './catalogue.ts'
import { type DemoOrder, startOf } from './demo-orders.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import type { LoadedCatalogue } from './load-catalogue.ts'
import { daysBefore } from './load-content.ts'
import { demoPaymentRef } from './load-orders.ts'
import type { LoadedPeople } from './load-people.ts'
import type { LoadedShop } from './load-shop.ts'
import type { DemoFamily } from './people.ts'
import { picturePath } from './picture-path.ts'
import { demoPacks } from './shop.ts'
import { rowsOf } from './table-rows.ts'

interface DemoParts {
  families: DemoFamily[]
  offerings: DemoOffering[]
  orders: DemoOrder[]
  people: LoadedPeople
  catalogue: LoadedCatalogue
  shop: LoadedShop
  teachers: Map<string, number>
  now: Date
}

/**
 * Loads work for the office: teachers, a waiting list, enquiries, a mismatched payment, a refund, notes, a payment link,
 * a class with a question, and pictures.
 */
export async function loadOffice(tx: Tx, parts: DemoParts): Promise<void> {
  await loadTeachers(tx, parts)
  await loadWaitingList(tx, parts)
  await loadEnquiries(tx, parts.now)
  await loadProblemPayments(tx, parts)
  const desk = await frontDeskOf(tx)
  await loadFamilyNotes(tx, desk, parts.now)
  await answerEnquiry(tx, desk, parts.now)
  await mailPaymentLink(tx, desk, parts.now)
  await askQuestion(tx)
  await insertRows(
    tx,
    'site_pictures',
    sitePictures.map(([name = '', alt = '']) => ({
      path: picturePath(name),
      alt,
      created_at: daysBefore(parts.now, 60),
    })),
  )
}

const familyNotes = [
  'Prefers to be rung after six.',
  'Pays by childcare voucher. Ask for the reference when they book.',
  'Grandmother collects on Tuesdays and speaks little English.',
]

const frontDeskOf = async (tx: Tx): Promise<number> =>
  (await tx.selectFrom('staff').select('id').where('role', '=', 'frontDesk').executeTakeFirstOrThrow()).id

/** Adds a note to each of the first families, by the front desk. The second one is pinned. */
async function loadFamilyNotes(tx: Tx, deskId: number, now: Date): Promise<void> {
  const families = await tx
    .selectFrom('accounts')
    .select('id')
    .orderBy('id')
    .limit(familyNotes.length)
    .execute()
  await insertRows(
    tx,
    'family_notes',
    families.map(({ id }, at) => ({
      account_id: id,
      staff_id: deskId,
      body: familyNotes[at] ?? '',
      created_at: daysBefore(now, 20 - at * 6),
      pinned_at: at === 1 ? daysBefore(now, 20 - at * 6) : null,
    })),
  )
}

/** Answers the nursery's enquiry, so that it waits for them, and adds a colleague's note. */
async function answerEnquiry(tx: Tx, deskId: number, now: Date): Promise<void> {
  const { id } = await tx
    .updateTable('enquiries')
    .set({ awaits_them: true, assigned_to: deskId, answered_at: daysBefore(now, 0.5) })
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(tx, 'enquiry_entries', [
    {
      ...{ enquiry_id: id, kind: 'note' as const, staff_id: deskId, created_at: daysBefore(now, 0.6) },
      body: 'The Glasshouse is free on Thursday mornings.',
    },
    {
      ...{ enquiry_id: id, kind: 'reply' as const, staff_id: deskId, created_at: daysBefore(now, 0.5) },
      body: 'Hello Meera,\n\nThank you for writing to us.\n\nA music morning once a month would be lovely. Would Thursdays at ten suit you?\n\nBest wishes,\nThe front desk',
    },
  ])
}

/** Mails the link to pay for the first unpaid booking of the log-in account. */
async function mailPaymentLink(tx: Tx, deskId: number, now: Date): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(['orders.id', 'hold_expires_at'])
    .where('accounts.email', '=', 'parent@example.test')
    .where('orders.status', '=', 'pending')
    .where('orders.kind', '=', 'class')
    .orderBy('orders.id')
    .executeTakeFirstOrThrow()
  await insertRows(tx, 'payment_links', [
    {
      ...{ order_id: order.id, staff_id: deskId, is_reminder: false, mailed_at: daysBefore(now, 0.1) },
      kept_until: order.hold_expires_at?.toISOString() ?? daysBefore(now, -1),
    },
  ])
}

/** Gives the football for sevens a question, which every second family of a coming date has answered. */
async function askQuestion(tx: Tx): Promise<void> {
  const question = 'Which size of bib does your child wear?'
  const { rows } = await sql<{ id: number }>`update offerings set question = ${question} where id = (
      select s.offering_id from bookings b join sessions s on s.id = b.session_id where s.kind = 'class'
      group by s.offering_id order by count(*) desc, s.offering_id limit 1) returning id`.execute(tx)
  await sql`update bookings b set question = ${question},
      answer = case when b.id % 2 = 0 then (array['Small', 'Medium', 'Large'])[1 + b.id % 3] else '' end
    from sessions s where s.id = b.session_id and s.offering_id = ${rows[0]?.id ?? 0}`.execute(tx)
}

async function loadTeachers(tx: Tx, { offerings, catalogue, teachers }: DemoParts): Promise<void> {
  const assigned = assignTeachers(offerings, [...teachers.keys()])
  await insertRows(
    tx,
    'session_teachers',
    [...assigned].map(([session, teacher]) => ({
      session_id: catalogue.sessionIds.get(session) as number,
      staff_id: teachers.get(teacher) as number,
    })),
  )
  await sql`update offering_slots w set teacher_ids = array(
    select distinct t.staff_id from session_teachers t join sessions s on s.id = t.session_id
    where s.slot_id = w.id)`.execute(tx)
}

const queueLength = 4

/**
 * Adds families to the waiting list of the next full session, other than the one for which the second log-in account
 * waits.
 */
async function loadWaitingList(tx: Tx, { families, offerings, orders, people, catalogue, now }: DemoParts) {
  const from = daysBefore(now, -1).slice(0, 10)
  const full = offerings
    .filter(({ key }) => key === 'football-larkfield-sevens')
    .flatMap(offering => offering.sessions.map(session => ({ offering, session })))
    .filter(({ session }) => session.fill === 'full' && session.startDate > from)
    .toSorted((one, other) => (startOf(one.session) < startOf(other.session) ? -1 : 1))[0]
  if (!full) throw new Error('The demo has no full session for a waiting list.')
  const booked = new Set(
    orders.flatMap(({ places }) =>
      places.flatMap(({ session, child }) => (session === full.session ? child : [])),
    ),
  )
  const waiting = families
    .flatMap(family => family.children.map(child => ({ family, child })))
    .filter(({ child }) => child.age === full.offering.age && !booked.has(child))
    .slice(0, queueLength)
  await insertRows(
    tx,
    'waiting_entries',
    waiting.map(({ family, child }, index) => ({
      kind: full.offering.kind,
      offering_id: catalogue.offeringIds.get(full.offering) as number,
      session_id: catalogue.sessionIds.get(full.session) as number,
      account_id: people.accountIds.get(family) as number,
      child_id: people.childIds.get(child) as number,
      email: family.email,
      phone: family.mobile,
      status: 'waiting' as const,
      offered_session_id: null,
      created_at: daysBefore(now, 5 - index),
    })),
  )
}

/** The enquiries. Columns: kind, days ago, state, name, email, telephone, text. */
const enquiries = rowsOf(`
  party    | 6   | new  | Ruth Maddox    | ruth.maddox@example.test  | 07700 900341 | Hello! We would love a Kick About party for our son, who turns six on a Saturday in January. About fourteen children. Do you have the Sports Hall free, and what would it cost?
  feedback | 0.2 | new  | Olly Brandt    | olly.brandt@example.test  |              | Is Toddle & Tumble at the Harbour Loft all right for a little one who is not walking yet? She is thirteen months.
  bespoke  | 1   | open | Meera Chandran | meera@redfield.example.test | 07700 900377 | We are a nursery in Redfield with twenty-two children and would like a music morning once a month, from the spring.
  feedback | 9   | done | Gwen Ellery    | gwen.ellery@example.test  | 07700 900352 | Thank you for finding the yellow wellie.
`)

async function loadEnquiries(tx: Tx, now: Date): Promise<void> {
  await insertRows(
    tx,
    'enquiries',
    enquiries.map(([kind, daysAgo, state, name = '', email = '', phone = '', content = '']) => ({
      kind: kind as 'party' | 'bespoke' | 'feedback',
      state: state as 'new' | 'open' | 'done',
      account_id: null,
      name,
      email,
      phone,
      content,
      answered_elsewhere: state === 'done',
      answered_at: state === 'done' ? daysBefore(now, Number(daysAgo) - 1) : null,
      created_at: daysBefore(now, Number(daysAgo)),
    })),
  )
}

/** Loads a pack whose payment does not match, and one that was paid too late and is being refunded. */
async function loadProblemPayments(tx: Tx, { families, people, shop, now }: DemoParts): Promise<void> {
  const [mismatchedAccount, lateAccount] = families
    .slice(-2)
    .map(family => people.accountIds.get(family) as number)
  const pack = demoPacks[0] as (typeof demoPacks)[number]
  const order = {
    kind: 'pack' as const,
    status: 'pending' as 'pending' | 'cancelled',
    list_pence: pack.pence,
    total_pence: pack.pence,
    paid_pence: 0,
    payment_method: null as 'card' | null,
    cancelled_at: null as string | null,
    cancel_reason: null as 'expired' | null,
  }
  const numberOn = (days: number) => makeOrderNumber(daysBefore(now, days).slice(0, 10))
  const mismatchedNumber = numberOn(0.1)
  const receivedPence = pack.pence - 500
  const [mismatchedOrderId = 0, lateOrderId = 0] = await insertRowsForIds(tx, 'orders', [
    {
      ...order,
      order_number: mismatchedNumber,
      account_id: mismatchedAccount,
      placed_at: daysBefore(now, 0.1),
      // Held until staff have decided.
      hold_expires_at: daysBefore(now, -3),
    },
    {
      ...order,
      status: 'cancelled',
      paid_pence: pack.pence,
      payment_method: 'card',
      cancelled_at: daysBefore(now, 0.9),
      cancel_reason: 'expired',
      order_number: numberOn(1),
      account_id: lateAccount,
      placed_at: daysBefore(now, 1),
      hold_expires_at: null,
    },
  ])
  await insertRows(
    tx,
    'order_packs',
    [mismatchedOrderId, lateOrderId].map(order_id => ({
      order_id,
      class_pack_id: shop.packIds.get(pack.key) as number,
      name: pack.name,
      credits: pack.credits,
      price_pence: pack.pence,
    })),
  )
  const [, paid = 0] = await insertRowsForIds(tx, 'payments', [
    {
      order_id: mismatchedOrderId,
      // The practice provider reads amount and order from this reference.
      provider_ref: `cs_demo_${mismatchedOrderId}_${receivedPence}_${mismatchedNumber.replace('-', '_')}`,
      payment_ref: '',
      amount_pence: pack.pence,
      status: 'mismatched',
      created_at: daysBefore(now, 0.1),
      expires_at: daysBefore(now, 0.08),
      settled_at: daysBefore(now, 0.09),
    },
    {
      order_id: lateOrderId,
      provider_ref: `cs_demo_${lateOrderId}`,
      payment_ref: demoPaymentRef(lateOrderId, pack.pence),
      amount_pence: pack.pence,
      status: 'succeeded',
      created_at: daysBefore(now, 1),
      expires_at: daysBefore(now, 0.95),
      settled_at: daysBefore(now, 0.89),
    },
  ])
  const answered = { pence: receivedPence, currency: 'gbp', orderNumber: mismatchedNumber, isOurMode: true }
  await sql`update payments set differs = ${JSON.stringify(answered)}::jsonb where order_id = ${mismatchedOrderId}`.execute(
    tx,
  )
  const refund = {
    payment_id: paid,
    amount_pence: pack.pence,
    reason: 'paid too late',
    status: 'requested' as const,
    provider_ref: null,
    requested_at: daysBefore(now, 0.89),
  }
  const [refundId = 0] = await insertRowsForIds(tx, 'refunds', [refund])
  // The job runs the day after tomorrow, so that until then the refund is shown as on its way.
  await sql`select enqueue_job('refund-payment', ${JSON.stringify({ refundId })}::jsonb,
    ${daysBefore(now, -2)}, ${`refund-payment-${refundId}`})`.execute(tx)
}

const sitePictures = rowsOf(`
  slide-welcome  | A kite over a meadow with a football, a drum and a paint palette
  slide-music    | An accordion, a trumpet, a drum and a guitar on a round rug
  slide-camp     | A green tent and a camp fire under a kite
  slide-party    | A birthday cake with a present and balloons
  slide-classes  | A telescope, a paint palette, a drum and a robot on a rug
  slide-weekly   | A stage with ballet shoes, a crown and two masks
  slide-events   | An owl, a hedgehog and a deer in a meadow
  slide-holidays | A circus tent, a roller skate, ice cream and a scooter
  slide-parents  | A teapot, a mug and a sofa
  slide-night    | A teddy bear and two sheep on clouds at night
`)
