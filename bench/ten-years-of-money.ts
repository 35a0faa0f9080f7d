// Multiplies the demo's orders over ten years, with cancelled places, refunds, money as credits, desk and expected money,
// and compares takings, revenue, the VAT export and a second sum to the penny. Measures a
// year's reports. Run by `npm run bench:money`.
import { sql } from 'kysely'
import { loadDemo } from '#demo/load-demo.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { monthsWithin } from '#domain/office/takings.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { maxRowsInFile } from '#server/database/office-page.ts'
import { readRevenue } from '#server/features/money/read-revenue.ts'
import { readTakings } from '#server/features/money/read-takings.ts'
import { readTakingsByClass } from '#server/features/money/read-takings-by-class.ts'
import { readVat, readVatRows } from '#server/features/money/read-vat.ts'
import { readAbsentChildren, readAttendance } from '#server/features/reports/read-attendance.ts'
import { readDemand } from '#server/features/reports/read-demand.ts'
import { readOccupancy } from '#server/features/reports/read-occupancy.ts'
import { readSources } from '#server/features/reports/read-sources.ts'
import { readSecondSum, readUnallocated } from '#testing/second-sum.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { tellResults } from './tell-results.ts'

const say = tellResults('money')
const now = new Date()
const today = todayInLondon(now)
/** Copies of the demo's orders: one for each of the weeks in ten years that are 13 apart. */
const copies = Number(process.env.MONEY_COPIES ?? 40)
const postgres = await startPostgres([])
try {
  const database = connectToPostgres(await newDatabase(postgres, 'bench_money'), {
    poolSize: 1,
    answerWithin: 0,
  })
  const { db } = database
  await migrate(database)
  await loadDemo(db, { now, dataKey: Buffer.alloc(32, 1) })
  await sql`set session_replication_role = replica`.execute(db)
  for (let copy = 1; copy <= copies; copy++) await copyOrders(copy)
  await vary()
  await mark()
  await sql`set session_replication_role = origin`.execute(db)
  await sql`analyze`.execute(db)

  async function copyOrders(copy: number) {
    const by = copy * 1_000_000
    const shifted = (columns: string[], days = copy * 91) =>
      sql.join(
        columns.map(
          column => sql`${sql.lit(column)}::text, t.${sql.ref(column)} - make_interval(days => ${days})`,
        ),
      )
    const copyRows = async (
      table: string,
      ids: string[],
      days: string[],
      dates: string[],
      refs: string[],
      where: ReturnType<typeof sql>,
    ) => {
      const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
        db,
      )
      const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
      const changed = sql.join([
        sql`'is_trial'::text, false`,
        ...ids.map(id => sql`${sql.lit(id)}::text, t.${sql.ref(id)} + ${by}`),
        ...(days.length > 0 ? [shifted(days)] : []),
        ...dates.map(date => sql`${sql.lit(date)}::text, t.${sql.ref(date)} - ${copy * 91}::integer`),
        ...refs.map(
          ref =>
            sql`${sql.lit(ref)}::text, case when t.${sql.ref(ref)} <> '' then t.${sql.ref(ref)} || '-' || ${copy}::text else t.${sql.ref(ref)} end`,
        ),
      ])
      await sql`insert into ${sql.table(table)} (${columns}) overriding system value
        select ${sql.join(rows.map(({ name }) => sql`(n.row).${sql.ref(name)}`))}
        from (select jsonb_populate_record(t, jsonb_build_object(${changed})) as row from ${sql.table(table)} t
          where ${where}) n`.execute(db)
    }
    const own = (column: string) => sql`t.${sql.ref(column)} < 1000000`
    await copyRows('sessions', ['id'], [], ['start_date', 'end_date'], [], own('id'))
    await copyRows(
      'orders',
      ['id'],
      ['placed_at', 'paid_at'],
      [],
      ['order_number'],
      sql`t.id < 1000000 and t.paid_at is not null`,
    )
    const paid = sql`t.order_id < 1000000 and exists (select from orders o where o.id = t.order_id and o.paid_at is not null)`
    await copyRows('bookings', ['id', 'order_id', 'session_id'], ['created_at'], [], [], paid)
    await copyRows(
      'payments',
      ['id', 'order_id'],
      ['created_at', 'settled_at', 'expires_at'],
      [],
      ['provider_ref', 'payment_ref'],
      paid,
    )
    await copyRows(
      'refunds',
      ['id', 'payment_id', 'booking_id'],
      ['requested_at', 'settled_at'],
      [],
      ['provider_ref'],
      sql`t.id < 1000000 and exists (select from payments p where p.id = t.payment_id + ${by})`,
    )
    await copyRows(
      'booking_cancellations',
      ['booking_id', 'order_id', 'refund_id'],
      ['cancelled_at'],
      [],
      [],
      paid,
    )
    await copyRows(
      'desk_receipts',
      ['id', 'payment_id'],
      ['recorded_at'],
      ['received_on'],
      [],
      sql`t.id < 1000000 and exists (select from payments p where p.id = t.payment_id + ${by})`,
    )
    await copyRows('order_packs', ['order_id'], [], [], [], paid)
    await copyRows('order_items', ['id', 'order_id'], [], [], [], paid)
  }

  /** Settles a share of the copied orders in the other ways: goodwill, cancelled places, the desk, expected money. */
  async function vary() {
    const paid = sql`o.id > 1000000 and o.kind not in ('pack', 'product') and o.paid_pence >= 400 and o.refunded_pence = 0
      and p.order_id = o.id and p.status = 'succeeded' and not exists (select from booking_cancellations x where x.order_id = o.id)
      and not exists (select from refunds r where r.payment_id = p.id)`
    const refund = (share: ReturnType<typeof sql>, kind: string, of: number) =>
      sql`
      with given as (insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, method, reference)
        select p.id, ${share}, 'Bench', 'succeeded', p.settled_at + interval '30 days', p.settled_at + interval '30 days',
          ${kind}, 'cash', 'Till' from orders o, payments p where ${paid} and o.id % 7 = ${of}
        returning payment_id, amount_pence)
      update orders o set refunded_pence = g.amount_pence from given g join payments p on p.id = g.payment_id where o.id = p.order_id`.execute(
        db,
      )
    await sql`update payments p set provider = 'desk', provider_ref = null, payment_ref = '', method = 'cash'
      from orders o where ${paid} and o.id % 7 = 2`.execute(db)
    await sql`with later as (update payments p set provider = 'desk', provider_ref = null, payment_ref = '', method = 'childcare',
        status = 'expected', settled_at = null from orders o where ${paid} and o.id % 7 = 3
        returning p.id, p.order_id, p.amount_pence, p.created_at),
      came as (insert into desk_receipts (payment_id, amount_pence, received_on, staff_id, recorded_at)
        select id, amount_pence / 2 + 1, (created_at + interval '20 days')::date, (select min(id) from staff), created_at + interval '20 days' from later
        returning payment_id, amount_pence)
      update orders o set paid_pence = c.amount_pence from later l join came c on c.payment_id = l.id where o.id = l.order_id`.execute(
      db,
    )
    await refund(sql`o.paid_pence / 3`, 'goodwill', 0)
    // Goodwill for an order whose money is still expected.
    await sql`with given as (insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, method, reference)
        select p.id, 101, 'Bench', 'succeeded', o.paid_at + interval '30 days', o.paid_at + interval '30 days', 'goodwill', 'cash', 'Till'
        from orders o, payments p where p.order_id = o.id and p.status = 'expected' and o.id % 2 = 1
          and o.paid_pence - o.refunded_pence >= 101 returning payment_id)
      update orders o set refunded_pence = o.refunded_pence + 101 from given g join payments p on p.id = g.payment_id where o.id = p.order_id`.execute(
      db,
    )
    // The first place is cancelled: a third goes back, a third becomes credits, and the rest is kept.
    await sql`with gone as (
        select distinct on (o.id) b.id, o.id as order_id, p.id as payment_id, b.payable_pence as pence, p.settled_at + interval '10 days' as at
        from orders o, payments p, bookings b where ${paid} and o.id % 7 = 1 and b.order_id = o.id and b.payable_pence > 3 order by o.id, b.id),
      back as (insert into refunds (payment_id, amount_pence, reason, status, requested_at, settled_at, kind, method, reference)
        select payment_id, pence / 3, 'Bench', 'succeeded', at, at, 'cancelled', 'bank', 'BACS' from gone returning id, payment_id, amount_pence),
      left_places as (update bookings b set status = 'cancelled' from gone g where b.id = g.id),
      settled as (insert into booking_cancellations (booking_id, order_id, cancelled_at, cancelled_by, refund_id, refunded_pence, as_credits_pence,
          kept_pence, back_before_pence, credits_returned, credits_granted)
        select g.id, g.order_id, g.at, 'customer', r.id, g.pence / 3, g.pence / 3, g.pence - 2 * (g.pence / 3), 0, 0, 1
        from gone g join back r on r.payment_id = g.payment_id)
      update orders o set refunded_pence = r.amount_pence from gone g join back r on r.payment_id = g.payment_id where o.id = g.order_id`.execute(
      db,
    )
  }

  /** Marks every copied place in its register, and copies who waited. */
  async function mark() {
    await sql`insert into register_marks (id, session_id, on_day, booking_id, state, marked_at, staff_id, received_at)
      select gen_random_uuid(), s.id, s.start_date, b.id, (array['absent', 'late', 'here', 'here', 'here'])[1 + b.id % 5],
        s.starts_at, (select min(id) from staff), s.starts_at
      from bookings b join sessions s on s.id = b.session_id
      where b.id > 1000000 and b.status <> 'cancelled' and s.starts_at < ${now}`.execute(db)
    await sql`insert into waiting_entries (kind, offering_id, session_id, account_id, child_id, name, email, phone, status, created_at)
      select w.kind, w.offering_id, w.session_id, w.account_id, w.child_id, w.name, w.email, w.phone, 'withdrawn',
        w.created_at - make_interval(days => copy * 7) from waiting_entries w, generate_series(1, ${copies * 13}::integer) copy`.execute(
      db,
    )
  }

  const timed = async <T>(work: () => Promise<T>): Promise<[T, string]> => {
    const from = performance.now()
    const answer = await work()
    return [answer, `${Math.round(performance.now() - from)} ms`]
  }
  const years = Array.from({ length: 13 }, (_, index) => {
    const from = addDays(today, (index - 11) * 365)
    return { from, to: addDays(from, 364) }
  })
  const sums = { takings: 0, byClass: 0, vat: 0, rows: 0, inFile: 0, revenue: 0 }
  for (const year of years) {
    const add = <T>(rows: T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)
    sums.takings += add(await readTakings(db, { ...year, by: 'month' }), row => row.netPence)
    sums.byClass += add((await readTakingsByClass(db, year)).rows, row => row.netPence)
    sums.vat += add(await readVat(db, year), row => row.grossPence)
    sums.revenue += add(
      await readRevenue(db, { ...year, by: 'venues' }),
      row => row.moneyPence - row.backPence,
    )
    for (const month of monthsWithin(year)) {
      const rows = await readVatRows(db, month, maxRowsInFile)
      sums.rows += rows.length
      sums.inFile += add(rows, row => row.grossPence)
    }
  }
  const [{ orders, books } = { orders: 0, books: 0 }] = (
    await sql<{ orders: number; books: number }>`select count(*)::integer as orders,
      sum(paid_pence - refunded_pence)::integer as books from orders`.execute(db)
  ).rows
  const second = await readSecondSum(db)
  const unallocated = await readUnallocated(db)
  const pounds = (pence: number) => `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
  say(
    'orders, lines of the VAT export',
    `${orders.toLocaleString('en-GB')}, ${sums.rows.toLocaleString('en-GB')}`,
  )
  say('takings', pounds(sums.takings))
  say('takings by class, pack and product', pounds(sums.byClass))
  say('VAT export by code', pounds(sums.vat))
  say('VAT export, its rows', pounds(sums.inFile))
  say('second sum', pounds(second))
  say('orders’ own books', pounds(books))
  say(
    'revenue and unallocated',
    `${pounds(sums.revenue + unallocated)} (${pounds(sums.revenue)} and ${pounds(unallocated)})`,
  )
  const year = { from: addDays(today, -400), to: addDays(today, -36) }
  say('a year’s takings', (await timed(() => readTakings(db, { ...year, by: 'day' })))[1])
  say('a year’s takings by class', (await timed(() => readTakingsByClass(db, year)))[1])
  say('a year’s revenue by class', (await timed(() => readRevenue(db, { ...year, by: 'classes' })))[1])
  say('a year’s VAT', (await timed(() => readVat(db, year)))[1])
  say('a year’s occupancy by class', (await timed(() => readOccupancy(db, { ...year, by: 'classes' })))[1])
  const [attendance, attendanceTime] = await timed(() => readAttendance(db, year, now))
  const marked = attendance.reduce((all, row) => all + row.here + row.late + row.absent, 0)
  say('a year’s attendance', `${attendanceTime}, ${marked.toLocaleString('en-GB')} places marked`)
  say('a year’s children absent three times', (await timed(() => readAbsentChildren(db, year)))[1])
  say('a year’s waiting demand', (await timed(() => readDemand(db, { ...year, by: 'classes' })))[1])
  say('a year’s sources', (await timed(() => readSources(db, { ...year, by: 'months' })))[1])
  if (new Set([sums.takings, sums.byClass, sums.vat, sums.inFile, second, books]).size > 1)
    throw new Error('the sums differ')
  await database.close()
} finally {
  await postgres.stop()
}
