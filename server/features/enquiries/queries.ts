import { type RawBuilder, sql } from 'kysely'
import type { Enquiry, enquiries, ListedState, OpenedEnquiry } from '#contract/office/enquiries.ts'
import type { OfficeList, TextFile } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { workingDaysSince } from '#domain/office/people.ts'
import { may, roles } from '#domain/office/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { inOrderOf, readOfficePage, readWholeList } from '#server/database/office-page.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile } from '#server/staff-log/export-file.ts'

type Asked = CallInput<typeof enquiries.list>
type Row = Omit<Enquiry, 'waitedDays'>

/** The writer's name: that of the enquiry, else that of the account. */
const nameOf = sql`coalesce(nullif(q.name, ''), nullif(btrim(a.first_name || ' ' || a.last_name), ''), '')`
const whoOf = sql`coalesce(nullif(${nameOf}, ''), nullif(q.email, ''), a.email, q.phone)`
/**
 * The state that the office shows. `waitingForThem` is an open enquiry that waits for the writer's answer.
 */
const stateOf = sql<
  Enquiry['state']
>`case when q.state = 'open' and q.awaits_them then 'waitingForThem' else q.state end`
const columns = sql`q.id, q.version, q.kind, ${stateOf} as state, ${nameOf} as name, coalesce(nullif(q.email, ''), a.email, '') as email, coalesce(nullif(q.phone, ''), a.mobile, '') as phone,
  q.title, q.content, q.account_id as "accountId", ${isoTime('q.created_at')} as at,
  case when q.state = 'done' then ${isoTime('q.answered_at')} end as "answeredAt",
  case when q.state = 'done' then coalesce(m.full_name, '') else '' end as "answeredBy",
  q.state = 'done' and q.answered_elsewhere as "isAnsweredElsewhere", q.assigned_to as "assignedTo",
  coalesce(g.full_name, '') as assignee,
  (select count(*)::integer from enquiry_entries e where e.enquiry_id = q.id and e.kind = 'reply') as replies
  from enquiries q left join accounts a on a.id = q.account_id left join staff m on m.id = q.answered_by
    left join staff g on g.id = q.assigned_to`

const withAge = ({ rowId, ...row }: Row & { rowId?: number }, now: Date): Enquiry => ({
  ...row,
  waitedDays: waiting.includes(row.state)
    ? workingDaysSince(todayInLondon(new Date(row.at)), todayInLondon(now))
    : 0,
})

const waiting = ['new', 'open']

/** Lists enquiries of a state: waiting ones oldest first, others newest first, unless they are sorted. */
const ofState = (state: ListedState | undefined, sort?: Asked['sort']) => {
  const states = state === 'waiting' ? waiting : state && [state]
  const isWaiting = states?.every(one => waiting.includes(one))
  return {
    rows: (and: RawBuilder<unknown>) => sql`select q.id as "rowId", ${columns}
      where ${states ? sql`${stateOf} = any(${states}::text[])` : sql`true`} and ${and}`,
    ...inOrderOf(sort ?? (isWaiting ? 'came' : '-came'), {
      from: sql`enquiries q left join accounts a on a.id = q.account_id`,
      id: sql`q.id`,
      by: { came: sql`q.id`, from: sql`(${whoOf}) collate "und-x-icu"` },
    }),
  }
}

/** Exports all enquiries of a state as a file. */
export const exportEnquiries = (
  request: OfficeRequest,
  { state }: { state?: ListedState },
): Promise<TextFile> =>
  exportFile(request, 'enquiries', async tx => ({
    columns: [
      'at',
      'kind',
      'state',
      'name',
      'email',
      'phone',
      'title',
      'content',
      'answeredAt',
      'answeredBy',
      'assignee',
    ],
    rows: (await readWholeList<Row>(tx, ofState(state))).map(row => ({
      ...row,
      at: new Date(row.at),
      answeredAt: row.answeredAt && new Date(row.answeredAt),
    })),
  }))

/** Lists a page of enquiries. */
export async function listEnquiries(
  db: Db,
  { state, sort, ...asked }: Asked,
  now: Date,
): Promise<OfficeList<Enquiry>> {
  const page = await readOfficePage<Row>(db, asked, ofState(state, sort))
  return { ...page, items: page.items.map(row => withAge(row, now)) }
}

/** Reads one enquiry, or undefined. */
async function readEnquiry(db: Db, id: number, now: Date): Promise<Enquiry | undefined> {
  const { rows } = await sql<Row>`select ${columns} where q.id = ${id}`.execute(db)
  return rows[0] && withAge(rows[0], now)
}

/** Reads an enquiry with its thread, oldest first, or undefined. */
export async function openEnquiry(db: Db, id: number, now: Date): Promise<OpenedEnquiry | undefined> {
  const enquiry = await readEnquiry(db, id, now)
  if (!enquiry) return undefined
  const { rows } = await sql<OpenedEnquiry['thread'][number]>`
    select e.id, e.kind, m.full_name as by, ${isoTime('e.created_at')} as at, e.body,
      case when e.kind = 'reply' then case when x.refused_at is not null then 'refused'
        when x.sent_at is not null or x.id is null then 'sent'
        when x.put_off_at is not null then 'putOff' else 'waiting' end end as mail
    from enquiry_entries e join staff m on m.id = e.staff_id left join mails x on x.id = e.mail_id
    where e.enquiry_id = ${id} order by e.id`.execute(db)
  return { ...enquiry, thread: rows }
}

/** Lists the colleagues who may answer enquiries. */
export async function listColleagues(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('staff')
    .select(['id', 'full_name as name'])
    .where('status', '=', 'active')
    .where(
      'role',
      'in',
      roles.filter(role => may(role, 'enquiry.answer')),
    )
    .orderBy('full_name')
    .orderBy('id')
    .execute()
}
