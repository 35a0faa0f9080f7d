import { type RawBuilder, sql } from 'kysely'
import type { action, auditRun, health as calls } from '#contract/office/health.ts'
import type { OfficeList, TextFile, Value } from '#contract/office/office-call.ts'
import type { CallOutput } from '#contract/wire.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { actionsSaid, signInActions } from '#domain/office/action-words.ts'
import { grantOf, may } from '#domain/office/permissions.ts'
import { daysOfPeriod } from '#domain/office/report-periods.ts'
import { auditDatabase, invariants } from '#server/audit/invariants.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { isGivenUp } from '#server/database/mail-states.ts'
import { readOfficePage, readWholeList } from '#server/database/office-page.ts'
import { paymentModeOf, readLastOfProvider } from '#server/features/business/queries.ts'
import { readTakings } from '#server/features/money/read-takings.ts'
import { isUnderThird } from '#server/features/offerings/places-left.ts'
import { staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import { toRingCount } from '#server/features/orders/guests-to-ring.ts'
import { isExpectedLate } from '#server/features/orders/office-queries.ts'
import {
  type CountedMarks,
  cancelledOf,
  comingFor,
  countedMarks,
  expectedAt,
  isNotTaken,
  isOfDay,
  isTaughtBy,
  nextRegisterDay,
  readMissing,
  seenBy,
} from '#server/features/registers/queries.ts'
import { countParcels } from '#server/features/shop/parcels.ts'
import { wordsOfJob } from '#server/jobs/job-kinds.ts'
import { hasPracticeMailbox } from '#server/mail/mail-server.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import type { Services } from '#server/services.ts'
import { exportFile } from '#server/staff-log/export-file.ts'
import { standsStill } from './report-failures.ts'
import { workWords } from './work-words.ts'

type Today = CallOutput<typeof calls.today>

const maxShown = 12
/**
 * A thin session begins within this many days and has sold less than a third of its places, so it can still be filled.
 */
const thinWithinDays = 14

/** Reads the upcoming work on Today, with one statement for each part that the role may see. */
export async function readToday(
  db: Db,
  request: Pick<OfficeRequest, 'staff' | 'clock' | 'config'>,
): Promise<Today> {
  const { staff, config } = request
  const now = request.clock()
  const today = todayInLondon(now)
  const grant = grantOf(staff.role, 'planner.see')
  const seesPlanner = grant !== 'no'
  const opens = seenBy(request)
  const seen = grant === 'limited' ? isTaughtBy(staff.staffId) : sql<boolean>`true`
  const isThin = sql`s.status = 'scheduled' and s.starts_at > ${now}
    and s.start_date between ${today} and ${addDays(today, thinWithinDays)} and ${isUnderThird} and ${seen}`
  return {
    ...(seesPlanner
      ? await readSessionsOf(db, now, seen, opens)
      : { sessions: null, sessionsInAll: null, ofToday: null }),
    missing: seesPlanner ? (await readMissing(db, { date: today }, opens, now)).length : null,
    next: seesPlanner ? await nextRegisterDay(db, { date: today }, comingFor(request)) : null,
    thin: seesPlanner ? await readSessions(db, now, isThin, opens) : null,
    thinInAll: seesPlanner ? await countSessions(db, isThin) : null,
    moneyToday: may(staff.role, 'money.see') ? await readMoneyToday(db, today) : null,
    moneyMonth: may(staff.role, 'money.see') ? await readMoneyMonth(db, today) : null,
    newOrders: may(staff.role, 'order.see') ? await countNewOrders(db, today) : null,
    toSend: may(staff.role, 'stock.move') ? await countParcels(db) : null,
    unpaid: may(staff.role, 'order.see') ? await countUnpaid(db, now) : null,
    openEnquiries: may(staff.role, 'enquiry.answer') ? await readOpenEnquiries(db) : null,
    failing: may(staff.role, 'health.see') ? await countFailing(db) : null,
    refunds: may(staff.role, 'order.refund') ? await countRefunds(db) : null,
    disputes: may(staff.role, 'order.refund') ? await countDisputes(db) : null,
    askedRefunds: may(staff.role, 'order.refund') ? await countAsked(db) : null,
    toRing: may(staff.role, 'family.edit') ? await countToRing(db) : null,
    expectedLate: may(staff.role, 'payment.desk') ? await countExpectedLate(db, now) : null,
    payments: may(staff.role, 'health.see') ? paymentModeOf(config.stripe) : null,
  }
}

async function readSessionsOf(db: Db, now: Date, seen: RawBuilder<boolean>, opens: RawBuilder<boolean>) {
  const date = todayInLondon(now)
  return {
    sessions: await readSessions(db, now, isOfDay({ date }, seen, now), opens),
    sessionsInAll: await countSessions(db, isOfDay({ date }, opens, now)),
    ofToday: await sumUp(db, isOfDay({ date }, opens, now), now),
  }
}

/** Counts who is marked here or late on a day at a session `s` and has not left, walk-ins too. */
const hereNow = (day: string) => sql<number>`(select count(*)::int from held_marks k
  where k.session_id = s.id and k.on_day = ${day} and k.problem = '' and k.state in ('here', 'late'))`
/** Counts who waits for a session `s` itself; those who wait for any date of its class are not counted. */
const waitingFor = sql<number>`(select count(*)::int from waiting_entries w
  where w.offering_id = s.offering_id and w.session_id = s.id and w.status = 'waiting')`

async function sumUp(db: Db, which: RawBuilder<unknown>, now: Date): Promise<Today['ofToday']> {
  const { rows } = await sql<NonNullable<Today['ofToday']>>`
    select count(*)::int as sessions, coalesce(sum(s.places_taken), 0)::int as taken, coalesce(sum(s.capacity), 0)::int as capacity,
      coalesce(sum(${hereNow(todayInLondon(now))}) filter (where s.ends_at > ${now}), 0)::int as here, coalesce(sum(${waitingFor}), 0)::int as waiting
    from sessions s join offerings o on o.id = s.offering_id where ${which} and s.status <> 'cancelled'`.execute(
    db,
  )
  return rows[0] ?? null
}

async function countSessions(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions s join offerings o on o.id = s.offering_id where ${which}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function readSessions(
  db: Db,
  now: Date,
  which: RawBuilder<unknown>,
  opens: RawBuilder<boolean>,
): Promise<NonNullable<Today['sessions']>> {
  type Shown = NonNullable<Today['sessions']>[number]
  type Row = Omit<Shown, 'here' | 'walkIns' | 'unmarked'> & { marks: CountedMarks }
  const { rows } = await sql<Row>`
    select s.id, s.start_date::text as date, to_char(s.start_time, 'HH24:MI') as "startTime",
      to_char(s.end_time, 'HH24:MI') as "endTime", s.ends_at <= ${now} as "isOver",
      s.status = 'withdrawn' as "isWithdrawn", ${opens} as "opensRegister", ${staffSessionTitle('t')} as name, v.name as venue,
      ${expectedAt} as taken, s.capacity, ${countedMarks(todayInLondon(now))} as marks, ${waitingFor} as waiting,
      ${isNotTaken(todayInLondon(now), now)} and ${todayInLondon(now)} between s.start_date and s.end_date as "isNotTaken",
      ${cancelledOf} as cancelled
    from sessions s join offerings o on o.id = s.offering_id join venues v on v.id = o.venue_id
      join offering_types t on t.id = s.offering_type_id
    where ${which}
    order by "isOver", s.starts_at, s.id limit ${sql.lit(maxShown)}`.execute(db)
  // A child who left is not here any more, but came.
  return rows.map(({ marks: { left, ...marks }, ...row }) => ({
    ...row,
    ...marks,
    here: marks.here + (row.isOver ? left : 0),
  }))
}

/** Counts orders paid since the start of yesterday, as the list of orders does. */
async function countNewOrders(db: Db, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders
    where paid_at >= ${addDays(today, -1)}::date::timestamp at time zone 'Europe/London'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts unpaid orders as the list of orders does: an order with a payment mismatch is not unpaid. */
async function countUnpaid(db: Db, now: Date): Promise<Today['unpaid']> {
  const { rows } = await sql<NonNullable<Today['unpaid']>>`select count(*)::int as count,
      count(*) filter (where hold_expires_at between ${now} and ${now}::timestamptz + interval '1 hour')::int
        as "endWithinTheHour"
    from orders where status = 'pending'
      and id not in (select order_id from payments where status = 'mismatched')`.execute(db)
  return rows[0] ?? null
}

async function readOpenEnquiries(db: Db): Promise<Today['openEnquiries']> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest from enquiries
    where state in ('new', 'open') and not awaits_them`.execute(db)
  return { count: rows[0]?.count ?? 0, oldest: rows[0]?.oldest ? todayInLondon(rows[0].oldest) : null }
}

/** Counts failed jobs that will be retried, mismatched payments, and rules that the last audit found broken. */
async function countFailing(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from jobs where done_at is null and last_error <> '')
      + (select count(*) from payments where status = 'mismatched')
      + coalesce((select jsonb_array_length(broken) from audit_runs order by id desc limit 1), 0))::int as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function readMoneyToday(db: Db, today: string): Promise<Today['moneyToday']> {
  const [{ receivedPence, backPence } = { receivedPence: 0, backPence: 0 }] = await readTakings(db, {
    ...{ from: today, to: today, by: 'day' },
  })
  return { receivedPence, backPence }
}

/** Reads the net takings of this month until today, and of the same days of the month before. */
async function readMoneyMonth(db: Db, today: string): Promise<Today['moneyMonth']> {
  const netOf = async (from: string, to: string) => {
    const rows = await readTakings(db, { from, to, by: 'month' })
    return rows.reduce((sum, { netPence }) => sum + netPence, 0)
  }
  const before = daysOfPeriod('lastMonth', today)
  const days = Math.min(Number(today.slice(8)), Number(before.to.slice(8)))
  return {
    netPence: await netOf(`${today.slice(0, 7)}-01`, today),
    beforePence: await netOf(before.from, addDays(before.from, days - 1)),
  }
}

async function countToRing(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${toRingCount} as count`.execute(db)
  return rows[0]?.count ?? 0
}

async function countAsked(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from asked_refunds where status = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

async function countExpectedLate(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments p where ${isExpectedLate(now)}`.execute(db)
  return rows[0]?.count ?? 0
}

async function countDisputes(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from disputes where status = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

async function countRefunds(db: Db): Promise<Today['refunds']> {
  const { rows } = await sql<NonNullable<Today['refunds']>>`
    select count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'waiting')::int as waiting
    from refunds where status in ('waiting', 'failed')`.execute(db)
  return rows[0] ?? null
}

/**
 * Reads the counts of the bell in one statement that uses eight small indexes, because every open screen
 * polls it each minute.
 */
export async function readBell(
  db: Db,
  { staff, now }: { staff: StaffMember; now: Date },
): Promise<CallOutput<typeof calls.bell>> {
  const ofHealth = may(staff.role, 'health.see')
  const { rows } = await sql<CallOutput<typeof calls.bell>>`select
    case when ${may(staff.role, 'enquiry.answer')}
      then (select count(*)::int from enquiries where state = 'new') end as "newEnquiries",
    case when ${ofHealth}
      then (select count(*)::int from jobs where done_at is null and last_error <> '') end as "failingJobs",
    case when ${ofHealth}
      then (select count(*)::int from payments where status = 'mismatched') end as mismatched,
    case when ${may(staff.role, 'order.refund')}
      then (select count(*)::int from refunds where status = 'failed') end as "refundsFailed",
    case when ${may(staff.role, 'order.refund')}
      then (select count(*)::int from disputes where status = 'open') end as disputes,
    case when ${may(staff.role, 'order.refund')}
      then (select count(*)::int from asked_refunds where status = 'open') end as "askedRefunds",
    case when ${may(staff.role, 'family.edit')} then ${toRingCount} end as "toRing",
    case when ${may(staff.role, 'payment.desk')}
      then (select count(*)::int from payments p where ${isExpectedLate(now)}) end as "expectedLate",
    case when ${ofHealth}
      then (select count(*)::int from mails where refused_at > ${now}::timestamptz - interval '1 day' and ${isGivenUp}) end as "refusedMails"`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('the counts of the bell were not read')
  return counts
}

type Health = CallOutput<typeof calls.get>
const shownJobs = 50
const lateMinutes = 5

/** Reads whether everything that runs by itself works. `lastRuns` are those of the answering process. */
export async function readHealth(
  db: Db,
  { now, lastRuns, config }: { now: Date; lastRuns: Services['lastRuns']; config: Config },
): Promise<Health> {
  type JobRow = Omit<Health['jobs'][number], 'dueAt'> & { dueAt: Date; inAll: number }
  const jobs = await sql<JobRow>`
    select count(*) over ()::int as "inAll", id, kind as what, attempts, last_error as "lastError", run_at as "dueAt",
      run_at < ${now}::timestamptz - ${sql.lit(`${lateMinutes} minutes`)}::interval as "isLate"
    from jobs where done_at is null
      and (last_error <> '' or run_at < ${now}::timestamptz - ${sql.lit(`${lateMinutes} minutes`)}::interval)
    order by run_at, id limit ${sql.lit(shownJobs)}`.execute(db)
  // In a practice mailbox no mail is ever sent: all mails stay in it.
  const happenedAt = hasPracticeMailbox(config)
    ? sql`created_at`
    : sql`coalesce(sent_at, refused_at, 'infinity')`
  const mails = await sql<Omit<Health['mails'], 'arePractised'>>`
    select count(*) filter (where sent_at is not null)::int as sent,
      count(*) filter (where sent_at is null and refused_at is null)::int as waiting,
      count(*) filter (where ${isGivenUp})::int as refused
    from mails where ${happenedAt} > ${now}::timestamptz - interval '1 day'`.execute(db)
  const mismatched = await sql<{
    orderNumber: string
    amountPence: number
    askedPence: number
    at: Date
    inAll: number
  }>`
    select count(*) over ()::int as "inAll", o.order_number as "orderNumber",
      coalesce((p.differs->>'pence')::integer, p.amount_pence) as "amountPence", p.amount_pence as "askedPence", p.created_at as at
    from payments p join orders o on o.id = p.order_id where p.status = 'mismatched' order by p.id limit ${sql.lit(shownJobs)}`.execute(
    db,
  )
  const refundsFailed = await sql<{ id: number; orderNumber: string; amountPence: number; at: Date }>`
    select r.id, o.order_number as "orderNumber", r.amount_pence as "amountPence", r.requested_at as at
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where r.status = 'failed' order by r.requested_at, r.id limit ${sql.lit(shownJobs)}`.execute(db)
  return {
    work: [...lastRuns].map(([name, lastRun]) => ({
      name: workWords[name] ?? name,
      at: lastRun.at.toISOString(),
      standsStill: standsStill(lastRun, now),
    })),
    jobs: jobs.rows.map(({ inAll, ...job }) => ({
      ...job,
      what: wordsOfJob(job.what),
      dueAt: job.dueAt.toISOString(),
    })),
    mails: { sent: 0, waiting: 0, refused: 0, ...mails.rows[0], arePractised: hasPracticeMailbox(config) },
    jobsInAll: jobs.rows[0]?.inAll ?? 0,
    mismatched: mismatched.rows.map(({ inAll, ...row }) => ({ ...row, at: row.at.toISOString() })),
    refundsFailed: refundsFailed.rows.map(row => ({ ...row, at: row.at.toISOString() })),
    mismatchedInAll: mismatched.rows[0]?.inAll ?? 0,
    payments: paymentModeOf(config.stripe),
    ...(await readLastOfProvider(db)),
    lastAudit: await readLastAudit(db),
  }
}

async function readLastAudit(db: Db): Promise<Value<typeof auditRun> | null> {
  const row = await db
    .selectFrom('audit_runs as r')
    .leftJoin('staff as m', 'm.id', 'r.staff_id')
    .select(['r.at', 'r.milliseconds', 'r.rules', 'r.broken', 'm.full_name as by'])
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { ...row, at: row.at.toISOString(), broken: row.broken as Value<typeof auditRun>['broken'] }
    : null
}

const chainRule = 35

/**
 * Reads when the log begins, and the first rows at which its chain is broken. It reads every row, so no page polls it.
 */
export async function readChain({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<CallOutput<typeof calls.chain>> {
  const rules = invariants.filter(({ number }) => number === chainRule)
  const findings = await auditDatabase(db, clock(), [config.dataKey], rules)
  const first = await db
    .selectFrom('staff_actions')
    .select(({ fn }) => fn.min('at').as('at'))
    .executeTakeFirstOrThrow()
  return { since: first.at?.toISOString() ?? null, broken: findings.flatMap(({ examples }) => examples) }
}

type Action = Value<typeof action>
type ActionRow = Omit<Action, 'at'> & { at: Date }
interface LogFilters {
  words?: string
  day?: string
}

/** Selects the log, newest first. A manager sees all but owners' sign-ins, and others see their own actions. */
async function actionsThatFit(db: Db, { words = '', day }: LogFilters, { staffId, role }: StaffMember) {
  const seen =
    role === 'owner'
      ? sql`true`
      : role === 'manager'
        ? sql`(m.role is distinct from 'owner' or a.action <> all(${signInActions}::text[]))`
        : sql`a.staff_id = ${staffId}`
  const said = words === '' ? sql`true` : await saidOrBy(db, words)
  return {
    rows: (and: RawBuilder<unknown>) => sql`
      select a.id as "rowId", a.id, a.at, m.full_name as by, a.action, a.subject_kind as "subjectKind",
        a.subject_id as "subjectId", o.order_number as "orderNumber", a.account_id as "accountId", a.reason, a.facts
      from staff_actions a left join staff m on m.id = a.staff_id
        left join orders o on a.subject_kind = 'order' and o.id = a.subject_id
      where ${seen}
        and ${said} and ${day === undefined ? sql`true` : onDay(day)}
        and ${and}`,
    comesAfter: (id: number) => sql`a.id < ${id}`,
    order: sql`a.id desc`,
  }
}

/**
 * Returns the condition that a log row's action or member matches the words. The matching members are found
 * first, because they are few, so that the log is read by its indexes.
 */
async function saidOrBy(db: Db, words: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: number }>`
    select id from staff where strpos(lower(full_name), lower(${words})) > 0`.execute(db)
  return sql`(a.action = any(${actionsSaid(words)}::text[]) or a.staff_id = any(${rows.map(({ id }) => id)}::bigint[]))`
}

const onDay = (day: string) => sql`a.at >= ${day}::date::timestamp at time zone 'Europe/London'
  and a.at < (${day}::date + 1)::timestamp at time zone 'Europe/London'`

export async function listActions(
  db: Db,
  { after, limit, ...filters }: LogFilters & { after?: string; limit?: number },
  staff: StaffMember,
): Promise<OfficeList<Action>> {
  const list = await actionsThatFit(db, filters, staff)
  const page = await readOfficePage<ActionRow>(db, { after, limit }, list)
  return { ...page, items: page.items.map(row => ({ ...row, at: row.at.toISOString() })) }
}

/** Exports the log entries that match the filters and may be seen. */
export const exportActions = (request: OfficeRequest, filters: LogFilters): Promise<TextFile> =>
  exportFile(request, 'log', async tx => ({
    columns: ['id', 'at', 'by', 'action', 'subjectKind', 'subjectId', 'accountId', 'reason', 'facts'],
    rows: await readWholeList<ActionRow>(tx, await actionsThatFit(tx, filters, request.staff)),
  }))
