import { sql } from 'kysely'
import type { FamilyHead, FamilyPlace, FoundPerson, families } from '#contract/office/families.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { addDays, instantInLondon } from '#domain/calendar.ts'
import { ageOn } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { inOrderOf, readOfficePage } from '#server/database/office-page.ts'
import { contactsOfChild, genderNames, pickUpPerson } from '#server/features/children/queries.ts'
import { isStillWaiting } from '#server/features/offerings/queue.ts'
import { staffClassTitle } from '#server/features/offerings/session-sql.ts'
import { readWhyNoReminder } from '#server/features/orders/mail-payment-link.ts'
import { listOfficeOrders, placesWhere } from '#server/features/orders/office-queries.ts'
import { readPeople } from './search-people.ts'

interface Asked {
  id: number
  after?: string
  limit?: number
}

/** Lists families with an account, newest first or in directory order. */
export async function listFamilies(
  db: Db,
  { sort = '-since', sinceFrom, sinceTo, heardFrom, ...asked }: CallInput<typeof families.list>,
  today: string,
): Promise<OfficeList<FoundPerson>> {
  const page = await readOfficePage<{ who: string }>(db, asked, {
    rows: and =>
      sql`select a.id as "rowId", 'a' || a.id as who from accounts a where a.status = 'active'
        and ${cameOn({ sinceFrom, sinceTo })}
        and ${heardFrom === undefined ? sql`true` : sql`a.referral_source = ${heardFrom}`} and ${and}`,
    ...inOrderOf(sort, {
      from: sql`accounts a`,
      id: sql`a.id`,
      by: { since: sql`a.id`, name: sql`(a.last_name || ' ' || a.first_name) collate "und-x-icu"` },
    }),
  })
  return {
    ...page,
    items: await readPeople(
      db,
      page.items.map(({ who }) => who),
      today,
    ),
  }
}

/** Whether an account `a` was made on some days. */
const cameOn = ({
  sinceFrom,
  sinceTo,
}: Pick<CallInput<typeof families.list>, 'sinceFrom' | 'sinceTo'>) => sql`
  ${sinceFrom ? sql`a.created_at >= ${instantInLondon(sinceFrom, '00:00')}` : sql`true`}
  and ${sinceTo ? sql`a.created_at < ${instantInLondon(addDays(sinceTo, 1), '00:00')}` : sql`true`}`

type Child = { id: number; name: string; bornOn: string }
type FamilyWithoutSigns = Omit<FamilyHead, 'children'> & {
  children: Omit<FamilyHead['children'][number], 'hasAllergy' | 'hasMedical'>[]
}

/** Reads a family's overview for the front desk; undefined if there is no such family. */
export async function readFamily(
  db: Db,
  id: number,
  today: string,
  now: Date,
): Promise<FamilyWithoutSigns | undefined> {
  const { rows } = await sql<Omit<FamilyHead, 'children' | 'next' | 'unpaid'> & { children: Child[] }>`
    select a.id, a.first_name as "firstName", a.last_name as "lastName", a.email, a.mobile, a.note,
      concat_ws(', ', nullif(a.address_line_1, ''), nullif(nullif(a.address_line_2, ''), '-'), nullif(a.town, ''), nullif(a.postcode, ''))
        as address,
      a.credit_balance as credits, a.points_balance as points, ${isoTime('a.created_at')} as since,
      a.wants_offers as "wantsOffers",
      (select json_build_object('isGiven', k.is_given, 'on', k.given_on, 'wording', k.wording)
        from consents k where k.account_id = a.id and k.kind = 'offers' and k.is_given = a.wants_offers
        order by k.id desc limit 1) as consent,
      a.password_hash <> '' as "hasPassword", a.status = 'closed' as "isClosed",
      case when a.frozen_at is not null then (
        select json_build_object('at', ${isoTime('a.frozen_at')}, 'by', coalesce(m.full_name, ''), 'reason', x.reason)
        from staff_actions x left join staff m on m.id = x.staff_id
        where x.account_id = a.id and x.action = 'family.freeze' order by x.id desc limit 1) end as frozen,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.first_name || ' ' || c.last_name,
        'bornOn', c.date_of_birth) order by c.id) from children c where c.account_id = a.id), '[]') as children,
      coalesce((select json_agg(json_build_object('title', ${staffClassTitle('t')},
          'who', coalesce(c.first_name || ' ' || c.last_name, w.name), 'since', ${isoTime('w.created_at')},
          'offerUntil', ${isoTime('w.offer_expires_at')}) order by w.id)
        from waiting_entries w join offerings o on o.id = w.offering_id join offering_types t on t.id = o.offering_type_id
          left join children c on c.id = w.child_id
        where w.account_id = a.id and ${isStillWaiting(now)}), '[]')
        as waiting,
      coalesce((select json_agg(json_build_object('id', n.id, 'text', n.body, 'by', m.full_name,
          'at', ${isoTime('n.created_at')}, 'isPinned', n.pinned_at is not null)
          order by n.pinned_at is not null desc, n.id desc)
        from (select * from family_notes where account_id = a.id and withdrawn_at is null
          order by pinned_at is not null desc, id desc limit 5) n
          join staff m on m.id = n.staff_id), '[]') as notes
    from accounts a where a.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const next = await sql<FamilyPlace & { rowId: number }>`
    ${placesWhere(sql`b.account_id = ${id} and b.status <> 'cancelled' and s.ends_at > ${now}`)}
    order by s.starts_at, b.id limit 10`.execute(db)
  const unpaid = await listOfficeOrders(db, { accountId: id, state: 'unpaid' }, now)
  const numbers = unpaid.items.map(({ number }) => number)
  const reminders = await readWhyNoReminder(db, numbers, now)
  return {
    ...row,
    children: row.children.map(({ bornOn, ...child }) => ({
      ...child,
      birthday: bornOn,
      age: ageOn(bornOn, today),
    })),
    next: next.rows.map(({ rowId, ...place }) => place),
    unpaid: unpaid.items.map(order => ({ ...order, whyNoReminder: reminders.get(order.number) ?? '' })),
  }
}

type FamilyChild = CallOutput<typeof families.children>[number]
type ChildRow = Omit<FamilyChild, 'age' | 'gender'> & { genderCode: number }

/** Reads a family's children without their medical and allergy notes. */
export async function readFamilyChildren(db: Db, accountId: number, today: string): Promise<FamilyChild[]> {
  const { rows } = await sql<ChildRow>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.date_of_birth as birthday,
      c.gender as "genderCode", c.avatar_path as picture, c.school_name as school, concat_ws(', ', nullif(c.address_line_1, ''),
      nullif(nullif(c.address_line_2, ''), '-')) as address, c.note, c.photo_permission as "photoPermission",
      c.photo_marketing_permission as "photoMarketingPermission",
      coalesce(${contactsOfChild}, '[]') as contacts,
      ${pickUpPerson} as "pickUp"
    from children c where c.account_id = ${accountId} order by c.id`.execute(db)
  return rows.map(({ genderCode, ...child }) => ({
    ...child,
    age: ageOn(child.birthday, today),
    gender: genderNames[genderCode] ?? 'preferNotToSay',
  }))
}

/** Lists a family's places, latest first. */
export const listFamilyPlaces = (db: Db, { id, ...asked }: Asked): Promise<OfficeList<FamilyPlace>> =>
  readOfficePage(db, asked, {
    rows: and => placesWhere(sql`b.account_id = ${id} and ${and}`),
    comesAfter: bookingId => sql`(s.starts_at, b.id) < (select y.starts_at, x.id from bookings x
      join sessions y on y.id = x.session_id where x.id = ${bookingId})`,
    order: sql`s.starts_at desc, b.id desc`,
  })

type LedgerEntry = CallOutput<typeof families.ledger>['items'][number]

/** Lists changes of credits and points, newest first. `rowId` is even for credits and odd for points. */
export const listLedger = (db: Db, { id, ...asked }: Asked): Promise<OfficeList<LedgerEntry>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select e.* from (
        select c.id * 2 as "rowId", c.id, 'credits' as of, c.created_at as moment, ${isoTime('c.created_at')} as at, c.delta,
          c.balance_after as balance, c.memo, coalesce(sa.reason, '') as reason, coalesce(m.full_name, '') as by, coalesce(ord.order_number, '') as "orderNumber"
        from credit_entries c left join orders ord on ord.id = c.order_id left join staff m on m.id = c.staff_id
          left join staff_actions sa on sa.account_id = c.account_id and sa.action = 'credit.grant'
            and sa.facts ->> 'entry' = c.id::text
        where c.account_id = ${id}
        union all
        select p.id * 2 + 1, p.id, 'points', p.created_at, ${isoTime('p.created_at')}, p.delta, p.balance_after, p.memo, '', '',
          coalesce(ord.order_number, '')
        from point_entries p left join orders ord on ord.id = p.order_id where p.account_id = ${id}
      ) e where ${and}`,
    comesAfter: place => sql`(e.moment, e."rowId") < (select x.created_at, ${place} from (
        select created_at from credit_entries where id * 2 = ${place}
        union all select created_at from point_entries where id * 2 + 1 = ${place}) x)`,
    order: sql`e.moment desc, e."rowId" desc`,
  })

type HistoryEntry = CallOutput<typeof families.history>['items'][number]

/** Lists what staff did about a family and who read its notes, newest first. */
export const listHistory = (db: Db, { id, ...asked }: Asked): Promise<OfficeList<HistoryEntry>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select x.id as "rowId", x.id, ${isoTime('x.at')} as at, coalesce(m.full_name, '') as by, x.action, x.reason
      from staff_actions x left join staff m on m.id = x.staff_id
      where (x.account_id = ${id}
        or x.child_ids && array(select c.id from children c where c.account_id = ${id})) and ${and}`,
    comesAfter: actionId => sql`x.id < ${actionId}`,
    order: sql`x.id desc`,
  })
