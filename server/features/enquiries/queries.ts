import { sql } from 'kysely'
import type { Enquiry } from '#contract/office/enquiries.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { workingDaysSince } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/local-time.ts'
import { readOfficePage } from '#server/database/office-page.ts'

type Row = Omit<Enquiry, 'waitedDays'>

/** Whoever wrote without saying a name or an address has an account that says it. */
const columns = sql`q.id, q.version, q.kind, q.state, coalesce(nullif(q.name, ''), nullif(btrim(a.first_name || ' ' || a.last_name), ''), '')
  as name, coalesce(nullif(q.email, ''), a.email, '') as email, coalesce(nullif(q.phone, ''), a.mobile, '') as phone,
  q.title, q.content, q.account_id as "accountId", ${isoTime('q.created_at')} as at, ${isoTime('q.answered_at')} as "answeredAt",
  case when q.answered_at is null then '' else coalesce(m.full_name, '') end as "answeredBy"
  from enquiries q left join accounts a on a.id = q.account_id left join staff m on m.id = q.updated_by`

const withAge = ({ rowId, ...row }: Row & { rowId?: number }, now: Date): Enquiry => ({
  ...row,
  waitedDays:
    row.state === 'new' || row.state === 'open'
      ? workingDaysSince(todayInLondon(new Date(row.at)), todayInLondon(now))
      : 0,
})

/** A page of what people wrote: of one state the oldest unanswered first, else the newest. */
export async function listEnquiries(
  db: Db,
  { state, ...asked }: { state?: Enquiry['state']; after?: string; limit?: number },
  now: Date,
): Promise<OfficeList<Enquiry>> {
  const isWaiting = state === 'new' || state === 'open'
  const page = await readOfficePage<Row>(db, asked, {
    rows: and => sql`select q.id as "rowId", ${columns}
      where (${state ?? null}::text is null or q.state = ${state ?? null}) and ${and}`,
    comesAfter: id => (isWaiting ? sql`q.id > ${id}` : sql`q.id < ${id}`),
    order: isWaiting ? sql`q.id` : sql`q.id desc`,
  })
  return { ...page, items: page.items.map(row => withAge(row, now)) }
}

/** One of them, or undefined. */
export async function readEnquiry(db: Db, id: number, now: Date): Promise<Enquiry | undefined> {
  const { rows } = await sql<Row>`select ${columns} where q.id = ${id}`.execute(db)
  return rows[0] && withAge(rows[0], now)
}
