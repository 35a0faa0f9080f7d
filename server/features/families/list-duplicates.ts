import { type RawBuilder, sql } from 'kysely'
import { duplicateKinds, type PossibleDuplicate } from '#contract/office/families.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { Db } from '#server/database/connect.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import {
  sessionsAndTheirs,
  staffClassTitle,
  staffSessionTitle,
} from '#server/features/offerings/session-sql.ts'

const kindNumber = sql`array_position(${sql.val([...duplicateKinds])}::text[], d.kind)`

/**
 * Describes one of two possible duplicates, by the id of an account, a child, a booking or a waiting entry.
 */
const person = (id: RawBuilder<unknown>, today: string) => sql`case d.kind
  when 'account' then (select json_build_object('name', btrim(a.first_name || ' ' || a.last_name), 'contact', a.email,
      'accountId', a.id, 'orderNumber', '')
    from accounts a where a.id = ${id})
  when 'child' then (select json_build_object('name', c.first_name || ' ' || c.last_name, 'contact', '',
      'accountId', c.account_id, 'orderNumber', '')
    from children c where c.id = ${id})
  when 'waiting' then (select json_build_object('name', w.name, 'contact', w.email, 'accountId', w.account_id, 'orderNumber', '',
      'waitsFor', coalesce(w.session_id, (select s.id from sessions s where s.offering_id = w.offering_id and s.status <> 'draft'
        order by s.start_date < ${today}, abs(s.start_date - ${today}::date), s.id limit 1)))
    from waiting_entries w where w.id = ${id})
  else (select json_build_object('name', coalesce(c.first_name || ' ' || c.last_name, b.attendee_name),
      'contact', coalesce(nullif(b.attendee_email, ''), b.attendee_phone), 'accountId', b.account_id,
      'orderNumber', ord.order_number, 'date', s.start_date, 'startTime', to_char(s.start_time, 'HH24:MI'))
    from bookings b join orders ord on ord.id = b.order_id join sessions s on s.id = b.session_id
      left join children c on c.id = b.child_id
    where b.id = ${id}) end`

/** The title that both rows share. Trials share only the type, and places the date. */
const title = sql`case
  when d.kind = 'trial' then (select t.name from bookings b join offering_types t on t.id = b.offering_type_id where b.id = d.id)
  when d.kind = 'place' then (select ${staffSessionTitle('t')} from bookings b join ${sessionsAndTheirs} on s.id = b.session_id
    where b.id = d.id)
  when d.kind = 'waiting' then (select ${staffClassTitle('t')} from waiting_entries w join offerings o on o.id = w.offering_id
    join offering_types t on t.id = o.offering_type_id where w.id = d.id)
  else '' end`

type Row = Omit<PossibleDuplicate, 'who' | 'other'> &
  Record<'who' | 'other', Partial<PossibleDuplicate['who']> | null>

const none = {
  name: '',
  contact: '',
  accountId: null,
  orderNumber: '',
  waitsFor: null,
  date: null,
  startTime: null,
}

/** Lists people who may be stored twice (functions/possible-duplicates.sql), kind by kind. */
export async function listDuplicates(
  db: Db,
  asked: { after?: string; limit?: number },
  today: string,
): Promise<OfficeList<PossibleDuplicate>> {
  const page = await readOfficePage<Row>(db, asked, {
    // Rows of two kinds may have the same id.
    rows: and => sql`select d.id * 10 + ${kindNumber} as "rowId", d.kind, d.id, d.other_id as "otherId",
        ${person(sql`d.id`, today)} as who, ${person(sql`d.other_id`, today)} as other, ${title} as title,
        case d.kind when 'child' then (select c.date_of_birth from children c where c.id = d.id) end as birthday
      from possible_duplicates d where ${and}`,
    comesAfter: rowId => sql`(${kindNumber}, d.id) > (${rowId % 10}, ${Math.floor(rowId / 10)}::bigint)`,
    order: sql`${kindNumber}, d.id`,
  })
  return {
    ...page,
    items: page.items.map(({ who, other, ...row }) => ({
      ...row,
      who: { ...none, ...who },
      other: other && { ...none, ...other },
    })),
  }
}
