import { sql } from 'kysely'
import { type FoundPerson, maxFamiliesFound } from '#contract/office/families.ts'
import { dialledNumber } from '#domain/email-address.ts'
import { ageOn } from '#domain/office/people.ts'
import type { Db } from '#server/database/connect.ts'
import { bookingsOf, guestKey } from '#server/features/orders/office-queries.ts'

const maxShown = 20

interface Found {
  people: FoundPerson[]
  total: number
  /** The number of the order, if the whole number was typed, or a reference of money paid to us. */
  orderNumber: string
}

/**
 * Finds people by words: each is the beginning of a name, an address, a number or a postcode (decision O-31). At most
 * eight words count; fewer than two letters find nobody.
 */
export async function searchPeople(db: Db, typed: string, today: string): Promise<Found> {
  const found = await findWho(db, typed, maxFamiliesFound)
  const isNumber = /^[\w-]{20,64}$/.test(typed)
  return {
    people: await readPeople(db, found.slice(0, maxShown), today),
    total: found.length,
    orderNumber: isNumber
      ? await orderOfNumber(db, typed)
      : found.length === 0
        ? await orderOfReference(db, typed)
        : '',
  }
}

/** Returns all matches, or the first `most`. */
export async function findWho(db: Db, typed: string, most?: number): Promise<string[]> {
  if (typed.replace(/[^\p{L}\d]/gu, '').length < 2) return []
  const { rows } = await sql<{ who: string }>`
    with found as materialized (
      select who, words from people_search
      where array_to_tsvector(string_to_array(words, ' ')) @@ (
        select string_agg('''' || word || ''':*', ' & ')::tsquery
        from (select word from unnest(string_to_array(search_words(${digitsTogether(typed)}), ' ')) word
          where word <> '' limit 8) asked)
      limit ${most ?? null}
    )
    select who from found order by words, who`.execute(db)
  return rows.map(({ who }) => who)
}

const digitsTogether = (typed: string) => typed.replace(/\+?\d[\d\s()-]{4,}\d/g, dialledNumber)

async function orderOfNumber(db: Db, number: string): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select('order_number')
    .where('order_number', '=', number.toUpperCase())
    .executeTakeFirst()
  return order?.order_number ?? ''
}

/** Finds the newest order that was paid to us under a reference, such as that of a childcare account. */
async function orderOfReference(db: Db, typed: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`select o.order_number as number from payments p
    join orders o on o.id = p.order_id
    where lower(p.reference) = lower(${typed.trim()}) and p.reference <> '' order by p.id desc limit 1`.execute(
    db,
  )
  return rows[0]?.number ?? ''
}

const theirs = bookingsOf(sql`p.account_id`, sql`substr(p.who, 2)`)

type Row = Omit<FoundPerson, 'children'> & { children: { name: string; bornOn: string }[] }

/** Reads accounts and guests as a list shows them, in the given order. */
export async function readPeople(db: Db, who: string[], today: string): Promise<FoundPerson[]> {
  const { rows } = await sql<Row>`
    select p.account_id as "accountId",
      coalesce(a.first_name || ' ' || a.last_name, g.guest_name, w.name, '') as name,
      coalesce(a.email, g.guest_email, w.email, '') as email, coalesce(a.mobile, g.guest_phone, w.phone, '') as phone,
      coalesce((select json_agg(json_build_object('name', c.first_name || ' ' || c.last_name, 'bornOn', c.date_of_birth)
        order by c.id) from children c where c.account_id = a.id), '[]') as children,
      (select max(s.start_date) from ${theirs} b join sessions s on s.id = b.session_id
        where b.status = 'confirmed' and s.start_date < ${today}) as last,
      (select min(s.start_date) from ${theirs} b join sessions s on s.id = b.session_id
        where b.status <> 'cancelled' and s.start_date >= ${today}) as next,
      case when a.id is null then 'guest' when a.frozen_at is not null then 'frozen' else 'none' end as badge, coalesce(g.order_number, '') as "orderNumber",
      coalesce(w.session_id, (select s.id from sessions s where s.offering_id = w.offering_id and s.status <> 'draft'
        order by s.start_date < ${today}, abs(s.start_date - ${today}::date), s.id limit 1)) as "waitsFor"
    from unnest(${who}::text[]) with ordinality as asked (who, place)
    join people_search p on p.who = asked.who
    left join accounts a on a.id = p.account_id
    left join lateral (select ord.guest_name, ord.guest_email, ord.guest_phone, ord.order_number from orders ord
      where p.account_id is null and ord.account_id is null and ${guestKey('ord')} = substr(p.who, 2)
      order by ord.placed_at desc limit 1) g on true
    left join lateral (select e.name, e.email, e.phone, e.session_id, e.offering_id from waiting_entries e
      where p.account_id is null and e.account_id is null
        and contact_key(e.email, e.phone) = substr(p.who, 2)
      order by e.id desc limit 1) w on true
    order by asked.place`.execute(db)
  return rows.map(({ children, ...row }) => ({
    ...row,
    children: children.map(({ name, bornOn }) => ({ name, age: ageOn(bornOn, today) })),
  }))
}
