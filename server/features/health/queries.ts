import { type RawBuilder, sql } from 'kysely'
import type { action, auditRun, health as calls } from '#contract/office/health.ts'
import type { OfficeList, TextFile, Value } from '#contract/office/office-call.ts'
import type { CallOutput } from '#contract/wire.ts'
import { addDays, todayInLondon } from '#domain/calendar.ts'
import { actionsSaid, signInActions } from '#domain/office/action-words.ts'
import { grantOf, may } from '#domain/office/permissions.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { auditDatabase, invariants } from '#server/database/invariants.ts'
import { readOfficePage, readWholeList } from '#server/database/office-page.ts'
import { paymentModeOf, readLastOfProvider } from '#server/features/business/queries.ts'
import { isUnderThird } from '#server/features/offerings/places-left.ts'
import { staffSessionTitle } from '#server/features/offerings/session-sql.ts'
import {
  comingFor,
  isOfDay,
  isTaughtBy,
  nextRegisterDay,
  seenBy,
} from '#server/features/registers/queries.ts'
import { exportFile } from '#server/features/staff/export-file.ts'
import type { StaffMember } from '#server/features/staff/staff-member.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import type { JobKind } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { jobWords, workWords } from './job-words.ts'
import { standsStill } from './look-for-failures.ts'

type Today = CallOutput<typeof calls.today>

const mostShown = 12
/** Less sold than a third of its places, and it begins within two weeks: it can still be filled. */
const thinWithinDays = 14

/** What Today shows of the work to come; one statement for each part that the role may see. */
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
    ...(seesPlanner ? await readSessionsOf(db, now, seen, opens) : { sessions: null, sessionsInAll: null }),
    next: seesPlanner ? await nextRegisterDay(db, { date: today }, comingFor(request)) : null,
    thin: seesPlanner ? await readSessions(db, now, isThin, opens) : null,
    thinInAll: seesPlanner ? await countSessions(db, isThin) : null,
    newOrders: may(staff.role, 'order.see') ? await countNewOrders(db, today) : null,
    unpaid: may(staff.role, 'order.see') ? await countUnpaid(db, now) : null,
    openEnquiries: may(staff.role, 'enquiry.answer') ? await readOpenEnquiries(db) : null,
    failing: may(staff.role, 'health.see') ? await countFailing(db) : null,
    payments: may(staff.role, 'health.see') ? paymentModeOf(config.stripe) : null,
  }
}

async function readSessionsOf(db: Db, now: Date, seen: RawBuilder<boolean>, opens: RawBuilder<boolean>) {
  const date = todayInLondon(now)
  return {
    sessions: await readSessions(db, now, isOfDay({ date }, seen), opens),
    sessionsInAll: await countSessions(db, isOfDay({ date }, opens)),
  }
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
  const { rows } = await sql<NonNullable<Today['sessions']>[number]>`
    select s.id, s.start_date::text as date, to_char(s.start_time, 'HH24:MI') as "startTime",
      to_char(s.end_time, 'HH24:MI') as "endTime", s.ends_at <= ${now} as "isOver",
      s.status = 'withdrawn' as "isWithdrawn", ${opens} as "opensRegister", ${staffSessionTitle('t')} as name, v.name as venue,
      s.places_taken as taken, s.capacity
    from sessions s join offerings o on o.id = s.offering_id join venues v on v.id = o.venue_id
      join offering_types t on t.id = s.offering_type_id
    where ${which}
    order by "isOver", s.starts_at, s.id limit ${sql.lit(mostShown)}`.execute(db)
  return rows
}

/** As the list of orders counts them that were paid from yesterday on. */
async function countNewOrders(db: Db, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from orders
    where paid_at >= ${addDays(today, -1)}::date::timestamp at time zone 'Europe/London'`.execute(db)
  return rows[0]?.count ?? 0
}

/** As the list of orders counts them: one whose payment differs is not among them. */
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
    select count(*)::int as count, min(created_at) as oldest from enquiries where state in ('new', 'open')`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, oldest: rows[0]?.oldest ? todayInLondon(rows[0].oldest) : null }
}

/** Jobs that failed and are tried again, payments that are not as we asked, and rules that the last audit found broken. */
async function countFailing(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from jobs where done_at is null and last_error <> '')
      + (select count(*) from payments where status = 'mismatched')
      + coalesce((select jsonb_array_length(broken) from audit_runs order by id desc limit 1), 0))::int as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** What the bell counts, in one statement that four small indexes answer: it is asked every minute on every screen. */
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
    case when ${ofHealth}
      then (select count(*)::int from mails where refused_at > ${now}::timestamptz - interval '1 day') end as "refusedMails"`.execute(
    db,
  )
  return rows[0] ?? { newEnquiries: null, failingJobs: null, mismatched: null, refusedMails: null }
}

type Health = CallOutput<typeof calls.get>
const shownJobs = 50
const lateMinutes = 5

/** Whether all that runs by itself does; `beats` are those of the process that answers. */
export async function readHealth(
  db: Db,
  { now, beats, config }: { now: Date; beats: Services['beats']; config: Pick<Config, 'stripe' | 'smtpUrl'> },
): Promise<Health> {
  type JobRow = Omit<Health['jobs'][number], 'dueAt' | 'what'> & { what: JobKind; dueAt: Date; inAll: number }
  const jobs = await sql<JobRow>`
    select count(*) over ()::int as "inAll", id, kind as what, attempts, last_error as "lastError", run_at as "dueAt",
      run_at < ${now}::timestamptz - ${sql.lit(`${lateMinutes} minutes`)}::interval as "isLate"
    from jobs where done_at is null
      and (last_error <> '' or run_at < ${now}::timestamptz - ${sql.lit(`${lateMinutes} minutes`)}::interval)
    order by run_at, id limit ${sql.lit(shownJobs)}`.execute(db)
  // In a practice mailbox none is ever sent: all stay in it.
  const happenedAt = config.smtpUrl ? sql`coalesce(sent_at, refused_at, 'infinity')` : sql`created_at`
  const mails = await sql<Omit<Health['mails'], 'arePractised'>>`
    select count(*) filter (where sent_at is not null)::int as sent,
      count(*) filter (where sent_at is null and refused_at is null)::int as waiting,
      count(*) filter (where refused_at is not null)::int as refused
    from mails where ${happenedAt} > ${now}::timestamptz - interval '1 day'`.execute(db)
  const mismatched = await sql<{ orderNumber: string; amountPence: number; at: Date; inAll: number }>`
    select count(*) over ()::int as "inAll", o.order_number as "orderNumber", p.amount_pence as "amountPence", p.created_at as at
    from payments p join orders o on o.id = p.order_id where p.status = 'mismatched' order by p.id limit ${sql.lit(shownJobs)}`.execute(
    db,
  )
  return {
    work: [...beats].map(([name, beat]) => ({
      name: workWords[name] ?? name,
      at: beat.at.toISOString(),
      standsStill: standsStill(beat, now),
    })),
    jobs: jobs.rows.map(({ inAll, ...job }) => ({
      ...job,
      what: jobWords[job.what] ?? job.what,
      dueAt: job.dueAt.toISOString(),
    })),
    mails: { sent: 0, waiting: 0, refused: 0, ...mails.rows[0], arePractised: !config.smtpUrl },
    jobsInAll: jobs.rows[0]?.inAll ?? 0,
    mismatched: mismatched.rows.map(({ inAll, ...row }) => ({ ...row, at: row.at.toISOString() })),
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

/** When the log begins, and the first rows at which its chain is broken. Reads every row: nothing asks it over and over. */
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

/** The log, newest first: a manager sees all but how owners came in, the others what they did themselves. */
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
        a.subject_id as "subjectId", a.account_id as "accountId", a.reason, a.facts
      from staff_actions a left join staff m on m.id = a.staff_id
      where ${seen}
        and ${said} and ${day === undefined ? sql`true` : onDay(day)}
        and ${and}`,
    comesAfter: (id: number) => sql`a.id < ${id}`,
    order: sql`a.id desc`,
  }
}

/** Names of actions and of staff are few: they are looked through first, and the log is then asked by its indexes. */
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

/** What of the log fits the filters and may be seen, as a file. */
export const exportActions = (request: OfficeRequest, filters: LogFilters): Promise<TextFile> =>
  exportFile(request, 'log', async tx => ({
    columns: ['id', 'at', 'by', 'action', 'subjectKind', 'subjectId', 'accountId', 'reason', 'facts'],
    rows: await readWholeList<ActionRow>(tx, await actionsThatFit(tx, filters, request.staff)),
  }))
