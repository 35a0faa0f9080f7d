import { type RawBuilder, sql } from 'kysely'
import type { Enquiry, enquiries, ListedState } from '#contract/office/enquiries.ts'
import type { OfficeList, TextFile } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { workingDaysSince } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/local-time.ts'
import { inOrderOf, readOfficePage, readWholeList } from '#server/database/office-page.ts'
import { exportFile } from '#server/features/staff/export-file.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

type Asked = CallInput<typeof enquiries.list>
type Row = Omit<Enquiry, 'waitedDays'>

/** Whoever wrote without saying a name or an address has an account that says it. */
const nameOf = sql`coalesce(nullif(q.name, ''), nullif(btrim(a.first_name || ' ' || a.last_name), ''), '')`
const whoOf = sql`coalesce(nullif(${nameOf}, ''), nullif(q.email, ''), a.email, q.phone)`
const columns = sql`q.id, q.version, q.kind, q.state, ${nameOf} as name, coalesce(nullif(q.email, ''), a.email, '') as email, coalesce(nullif(q.phone, ''), a.mobile, '') as phone,
  q.title, q.content, q.account_id as "accountId", ${isoTime('q.created_at')} as at,
  case when q.state = 'done' then ${isoTime('q.answered_at')} end as "answeredAt",
  case when q.state = 'done' then coalesce(m.full_name, '') else '' end as "answeredBy"
  from enquiries q left join accounts a on a.id = q.account_id left join staff m on m.id = q.answered_by`

const withAge = ({ rowId, ...row }: Row & { rowId?: number }, now: Date): Enquiry => ({
  ...row,
  waitedDays: waiting.includes(row.state)
    ? workingDaysSince(todayInLondon(new Date(row.at)), todayInLondon(now))
    : 0,
})

const waiting = ['new', 'open']

/** What people wrote: of what waits the oldest first, else the newest, unless they are sorted. */
const ofState = (state: ListedState | undefined, sort?: Asked['sort']) => {
  const states = state === 'waiting' ? waiting : state && [state]
  const isWaiting = states?.every(one => waiting.includes(one))
  return {
    rows: (and: RawBuilder<unknown>) => sql`select q.id as "rowId", ${columns}
      where ${states ? sql`q.state = any(${states}::text[])` : sql`true`} and ${and}`,
    ...inOrderOf(sort ?? (isWaiting ? 'came' : '-came'), {
      from: sql`enquiries q left join accounts a on a.id = q.account_id`,
      id: sql`q.id`,
      by: { came: sql`q.id`, from: sql`(${whoOf}) collate "und-x-icu"` },
    }),
  }
}

/** All of a state, as a file. */
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
    ],
    rows: (await readWholeList<Row>(tx, ofState(state))).map(row => ({
      ...row,
      at: new Date(row.at),
      answeredAt: row.answeredAt && new Date(row.answeredAt),
    })),
  }))

/** A page of what people wrote. */
export async function listEnquiries(
  db: Db,
  { state, sort, ...asked }: Asked,
  now: Date,
): Promise<OfficeList<Enquiry>> {
  const page = await readOfficePage<Row>(db, asked, ofState(state, sort))
  return { ...page, items: page.items.map(row => withAge(row, now)) }
}

/** One of them, or undefined. */
export async function readEnquiry(db: Db, id: number, now: Date): Promise<Enquiry | undefined> {
  const { rows } = await sql<Row>`select ${columns} where q.id = ${id}`.execute(db)
  return rows[0] && withAge(rows[0], now)
}
