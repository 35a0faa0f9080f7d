import { readdirSync } from 'node:fs'
import { extname } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay, mondayOf } from '#domain/calendar.ts'
import { contrastOf } from '#domain/office/contrast.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { notePlace, openNote } from '#server/database/seal-note.ts'
import { checkPassword } from '#server/features/accounts/hash-password.ts'
import { readParcels } from '#server/features/shop/parcels.ts'
import { findViolations } from '#testing/find-violations.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { rowOf } from '#testing/rows.ts'
import { loadDemo } from './load-demo.ts'
import { demoPassword } from './people.ts'
import { isClosed } from './terms.ts'

const dataKey = Buffer.alloc(32, 7)

interface SessionRow {
  kind: string
  status: string
  start_date: string
  capacity: number
  places_taken: number
  price_pence: number
  offers_trial: boolean
  trial_price_pence: number
  is_pack_only: boolean
}

const readSessions = (db: Db): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .innerJoin('offerings', 'offerings.id', 'sessions.offering_id')
    .select([
      'sessions.kind',
      'sessions.status',
      'sessions.start_date',
      'capacity',
      'places_taken',
      'price_pence',
    ])
    .select(['offers_trial', 'trial_price_pence', 'is_pack_only'])
    .execute()

const isFree = (session: SessionRow) => session.places_taken < session.capacity

/** Every week of the demo timetable has a session for each of these. */
const promises: Record<string, (session: SessionRow) => boolean> = {
  'a full session': session => session.places_taken === session.capacity,
  'a session with one place left': session => session.places_taken === session.capacity - 1,
  'a free trial': session => session.offers_trial && session.trial_price_pence === 0 && isFree(session),
  'a priced trial': session => session.offers_trial && session.trial_price_pence > 0 && isFree(session),
  'a pack-only session': session => session.is_pack_only && isFree(session),
  'a free class': session => session.price_pence === 0 && isFree(session),
}

const missing = (sessions: SessionRow[]) =>
  Object.entries(promises)
    .filter(([, kept]) => !sessions.some(session => session.status !== 'cancelled' && kept(session)))
    .map(([promise]) => promise)

/** Facts that the audit allows but that would look odd in a real business. Each query must find nothing. */
const oddities = {
  'a class of odd or even weeks does not say from when they are counted': sql`
    select o.id from offerings o where o.weeks_from is null
      and exists (select from offering_slots w where w.offering_id = o.id and w.weeks <> 'every')`,
  'a place costs far more or less than its credits in the cheapest pack': sql`
    select s.id from sessions s cross join (
      select min(price_pence::numeric / credits) as pence from class_packs where is_active) pack
    where s.credits > 0 and s.price_pence > 0
      and 3 * abs(s.price_pence - s.credits * pack.pence) > s.credits * pack.pence`,
  'a background child is in two places at once': sql`
    select one.id from bookings one join sessions s on s.id = one.session_id
    join bookings other on other.child_id = one.child_id and other.id > one.id join sessions t on t.id = other.session_id
    where one.status <> 'cancelled' and other.status <> 'cancelled'
      and s.start_date = t.start_date and s.start_time < t.end_time and t.start_time < s.end_time`,
  'a teacher is in two places at once': sql`
    select t.session_id from session_teachers t join sessions s on s.id = t.session_id
    join session_teachers u on u.staff_id = t.staff_id and u.session_id > t.session_id
    join sessions o on o.id = u.session_id
    where s.start_date <= o.end_date and o.start_date <= s.end_date
      and s.start_time < o.end_time and o.start_time < s.end_time`,
  'somebody waits for a session that has places': sql`
    select w.id from waiting_entries w join sessions s on s.id = w.session_id where s.places_taken < s.capacity`,
}

describe.each([
  ['a Monday', '2026-11-23T09:00:00Z'],
  ['a Sunday', '2026-11-29T07:00:00Z'],
  ['a leap day', '2028-02-29T12:00:00Z'],
  ['the day the clocks go forward', '2027-03-28T10:00:00Z'],
  ['the last day of a year', '2026-12-31T23:30:00Z'],
])('the demo business on %s', (_name, moment) => {
  const now = new Date(moment)
  const today = moment.slice(0, 10)
  const monday = mondayOf(today)
  let database: Database
  let sessions: SessionRow[]

  beforeAll(async () => {
    database = await openTestDatabase()
    expect(await loadDemo(database.db, { now, dataKey })).toBe(true)
    sessions = await readSessions(database.db)
  })
  afterAll(() => database.close())

  const within = (from: string, to: string) =>
    sessions.filter(({ start_date }) => start_date >= from && start_date <= to)

  it('has about sixty class sessions in every week from eight weeks back to twelve ahead', () => {
    for (let week = -8; week <= 12; week++) {
      const days = everyDay(addDays(monday, week * 7), addDays(monday, week * 7 + 6)).filter(
        day => !isClosed(day),
      )
      const classes = days.map(day => within(day, day).filter(({ kind }) => kind === 'class').length)
      const inWeek = classes.reduce((sum, count) => sum + count, 0)
      expect(Math.min(...classes), `the thinnest day of week ${week}`).toBeGreaterThanOrEqual(7)
      expect(inWeek / days.length, `a day of week ${week}`).toBeGreaterThan(8)
      expect(inWeek).toBeLessThanOrEqual(70)
    }
  })

  it('offers what the README promises in the rest of this week and in each of the next four', () => {
    const restOfWeek = within(addDays(today, 1), addDays(monday, 6)).filter(({ kind }) => kind === 'class')
    if (restOfWeek.length > 0) expect(missing(restOfWeek)).toEqual([])
    for (let week = 1; week <= 4; week++) {
      const from = addDays(monday, week * 7)
      const classes = within(from, addDays(from, 6)).filter(({ kind }) => kind === 'class')
      expect(missing(classes), `in the week of ${from}`).toEqual([])
    }
  })

  it('has an event in every fortnight and parents’ sessions in every week to come', () => {
    for (let week = 0; week <= 11; week++) {
      const from = addDays(monday, (week + 1) * 7)
      const kinds = (to: number) => within(from, addDays(from, to)).map(({ kind }) => kind)
      expect(kinds(13)).toContain('event')
      expect(kinds(6)).toContain('parentSession')
    }
  })

  it('holds every invariant of the audit', async () => {
    expect(await findViolations(database.db, now, [dataKey])).toEqual([])
  })

  it.each(Object.entries(oddities))('never shows that %s', async (_violation, query) => {
    expect((await query.execute(database.db)).rows).toEqual([])
  })

  it('gives the three accounts of the log-in page what the page says they have', async () => {
    const { db } = database
    const accounts = await db
      .selectFrom('accounts')
      .select(eb => [
        'id',
        'email',
        'password_hash',
        'credit_balance',
        'points_balance',
        eb
          .selectFrom('children')
          .whereRef('children.account_id', '=', 'accounts.id')
          .select(({ fn }) => fn.countAll<number>().as('children'))
          .as('children'),
        eb
          .selectFrom('messages')
          .where(({ or, ref, eb }) =>
            or([eb('account_id', '=', ref('accounts.id')), eb('account_id', 'is', null)]),
          )
          .whereRef('published_at', '>=', 'accounts.created_at')
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('message_reads')
                  .select('message_id')
                  .whereRef('message_id', '=', 'messages.id')
                  .where('message_reads.account_id', '=', ref('accounts.id')),
              ),
            ),
          )
          .select(({ fn }) => fn.countAll<number>().as('unread'))
          .as('unread'),
      ])
      .where('email', 'in', ['parent@example.test', 'second@example.test', 'newcomer@example.test'])
      .orderBy('id')
      .execute()
    expect(accounts).toMatchObject([
      { email: 'parent@example.test', children: 2, credit_balance: 5, points_balance: 120, unread: 2 },
      { email: 'second@example.test', children: 1, credit_balance: 0 },
      { email: 'newcomer@example.test', children: 0, credit_balance: 0, points_balance: 0, unread: 0 },
    ])
    for (const { password_hash } of accounts)
      expect(await checkPassword(demoPassword, password_hash)).toBe(true)
  })

  it('gives the parent past, coming, unpaid and cancelled bookings, and three product orders', async () => {
    const { rows } = await sql<{ found: string }>`
      select distinct o.kind || ' ' || o.status || case when s.starts_at < ${now} then ' past' else ' coming' end as found
      from orders o join accounts a on a.id = o.account_id join bookings b on b.order_id = o.id
      join sessions s on s.id = b.session_id where a.email = 'parent@example.test'`.execute(database.db)
    expect(rows.map(({ found }) => found).toSorted()).toEqual([
      'class cancelled coming',
      'class paid coming',
      'class paid past',
      'class pending coming',
      'event paid coming',
      'event paid past',
      'parentSession paid coming',
      'parentSession paid past',
    ])
    const { rows: products } = await sql<{ status: string }>`
      select o.status from orders o join accounts a on a.id = o.account_id
      where o.kind = 'product' and a.email = 'parent@example.test' order by o.placed_at`.execute(database.db)
    expect(products.map(({ status }) => status)).toEqual(['completed', 'paid', 'pending'])
    expect(await readParcels({ db: database.db, clock: () => new Date(`${today}T12:00:00Z`) })).toMatchObject(
      { total: 2 },
    )
    const { rows: expired } = await sql`
      select id from orders where status = 'pending' and hold_expires_at < ${addDays(today, 1)}::date`.execute(
      database.db,
    )
    expect(expired).toEqual([])
  })

  it('gives the office something to do', async () => {
    const counted = await sql<Record<string, number | boolean>>`select
      (select count(*)::int from sessions s where s.kind = 'class' and s.start_date between ${today} and ${addDays(today, 14)}
        and not exists (select from session_teachers t where t.session_id = s.id)) as "datesWithoutTeacher",
      (select count(distinct staff_id)::int from session_teachers t join sessions s on s.id = t.session_id
        where s.start_date between ${today} and ${addDays(today, 7)}) as "teachersThisWeek",
      (select max(n)::int from (select count(*) as n from waiting_entries where status = 'waiting' group by session_id) q) as queue,
      (select count(*)::int from enquiries where state in ('new', 'open')) as enquiries,
      (select count(*)::int from enquiries where state = 'new' and created_at < ${addDays(today, -5)}::date) as overdue,
      (select count(*)::int from payments where status = 'mismatched') as differing,
      (select count(*)::int from refunds where status = 'requested') as "refundsOnTheirWay",
      (select count(*)::int from family_notes where pinned_at is not null) as pinned,
      (select count(*)::int from enquiries where awaits_them) as answered,
      (select count(*)::int from payment_links l join orders o on o.id = l.order_id where o.status = 'pending') as links,
      (select count(*)::int from payments where status = 'expected') as expected,
      (select count(*)::int from payments, business where payments.status = 'expected'
        and payments.created_at < ${now}::timestamptz - make_interval(days => expected_days)) as late,
      (select count(*)::int from desk_receipts r join payments p on p.id = r.payment_id where p.status = 'expected') as partly,
      (select count(*) > 3 from bookings where answer <> '') as "hasAnswers",
      (select count(*)::int from site_pictures where alt <> '') as pictures`.execute(database.db)
    expect(counted.rows).toEqual([
      {
        ...{ datesWithoutTeacher: 0, teachersThisWeek: 5, queue: 4, enquiries: 3, overdue: 1 },
        ...{ differing: 1, refundsOnTheirWay: 1, pictures: 10 },
        ...{ pinned: 1, answered: 1, links: 1, hasAnswers: true },
        ...{ expected: 4, late: 1, partly: 1 },
      },
    ])
  })

  it('shows what a cancelled date and an order that is partly refunded look like', async () => {
    const { db } = database
    const { rows: dates } = await sql<{ daysAhead: number; orders: number; isTold: boolean; pence: number }>`
      select s.start_date - ${today}::date as "daysAhead", count(c.order_id)::int as orders,
        bool_and(d.settled_at is not null and c.told_at is not null) as "isTold",
        (select sum(refunded_pence)::int from booking_cancellations where cancelled_by = 'date') as pence
      from date_cancellations d join cancelled_dates x on x.cancellation_id = d.id join sessions s on s.id = x.session_id
        join cancelled_date_orders c on c.cancellation_id = d.id
      where s.status = 'cancelled' group by s.id`.execute(db)
    expect(dates).toEqual([
      { daysAhead: expect.any(Number), orders: expect.any(Number), isTold: true, pence: expect.any(Number) },
    ])
    expect(dates[0]?.daysAhead).toBeLessThan(7)
    expect(dates[0]?.pence).toBeGreaterThan(1000)
    const { rows: partly } = await sql`select o.id from orders o join payments p on p.order_id = o.id
      join refunds r on r.payment_id = p.id
      where r.kind = 'goodwill' and o.refunded_pence between 1 and o.paid_pence - 1`.execute(db)
    expect(partly).toHaveLength(1)
  })

  it('has registers that are partly taken, with a walk-in, a note and an incident', async () => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(distinct state)::int from register_marks) as states,
      (select count(distinct on_day)::int from register_marks) as days,
      (select count(*)::int from walk_ins) as "walkIns",
      (select count(*)::int from incidents) as incidents,
      (select least(count(*), 1)::int from register_notes) as notes,
      (select least(count(*), 1)::int from told_absences) as told`.execute(database.db)
    expect(rows).toEqual([{ states: 3, days: 2, walkIns: 1, incidents: 1, notes: 1, told: 1 }])
  })

  it('encrypts the medical notes: the key opens them, and no plain text is stored', async () => {
    const isla = await rowOf(database.db, 'children', { first_name: 'Isla', last_name: 'Bennett' })
    expect(openNote(dataKey, isla.medical_sealed, notePlace(isla.account_id, 'medical'))).toContain('asthma')
    expect(openNote(dataKey, isla.allergy_sealed, notePlace(isla.account_id, 'allergy'))).toBe('Cashew nuts')
    expect(Buffer.from(isla.medical_sealed).toString('latin1')).not.toContain('asthma')
  })

  it('gives its classes colours that the office accepts', async () => {
    const rows = await database.db.selectFrom('offerings').select('colour').distinct().execute()
    expect(rows.filter(({ colour }) => contrastOf(colour, '#ffffff') < 3)).toEqual([])
  })

  it('loads nothing when it runs a second time', async () => {
    const count = () => sql<{ n: number }>`select count(*) as n from bookings`.execute(database.db)
    const before = (await count()).rows
    expect(await loadDemo(database.db, { now: new Date(now.getTime() + 86_400_000), dataKey })).toBe(false)
    expect((await count()).rows).toEqual(before)
  })

  it('shows only pictures that exist, and has no unused picture', async () => {
    const { rows } = await sql<{ path: string }>`
      select image_path as path from offering_types union select detail_image_path from offering_types
      union select image_path from offerings union select path from product_images
      union select image_path from product_categories union select image_path from class_packs
      union select image_path from articles union select image_path from promo_items
      union select unnest(banner_paths || image_2_top || image_2_bottom) from promo_pages
      union select substring(details_html from '"/media/([^"]+)"') from offering_types where details_html like '%/media/%'
      union select avatar_path from accounts union select avatar_path from children
      union select unnest(string_to_array(value, ',')) from settings where format in ('image', 'image_list')`.execute(
      database.db,
    )
    const shown = rows.map(({ path }) => path).filter(path => path !== '')
    const kept = readdirSync(new URL('./media', import.meta.url), {
      recursive: true,
      encoding: 'utf8',
    })
    const whole = kept
      .filter(path => extname(path) !== '')
      .map(path => path.replace(/-(800|480|160)\.webp$/, '.webp'))
    expect(shown.toSorted()).toEqual([...new Set(whole)].toSorted())
  })
})
