import { sql } from 'kysely'
import type { families } from '#contract/office/families.ts'
import type { TextFile } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { exportFile } from '#server/staff-log/export-file.ts'
import { findWho, readPeople } from './search-people.ts'

const columns = [
  'family',
  'first_name',
  'last_name',
  'email',
  'mobile',
  'postcode',
  'children',
  'since',
  'last_session',
  'credits',
  'offers_consent',
]

/** Exports every family, or those that a search finds, guests included, as a file (spec 3 §5.2). */
export const exportFamilies = (
  request: OfficeRequest,
  { words = '' }: CallInput<typeof families.export>,
): Promise<TextFile> =>
  exportFile(request, 'families', async tx => {
    const today = todayInLondon(request.clock())
    if (words.trim() === '') return { rows: await readAccounts(tx, undefined, today), columns }
    const who = await findWho(tx, words)
    return { rows: [...(await readAccounts(tx, who, today)), ...(await readGuests(tx, who, today))], columns }
  })

async function readAccounts(tx: Tx, who: string[] | undefined, today: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select a.id::text as family, a.first_name, a.last_name, a.email, a.mobile, a.postcode,
      (select count(*) from children c where c.account_id = a.id) as children,
      to_char(a.created_at at time zone 'Europe/London', 'YYYY-MM-DD') as since,
      (select max(s.start_date) from bookings b join sessions s on s.id = b.session_id
        where b.account_id = a.id and b.status = 'confirmed' and s.start_date < ${today}) as last_session,
      a.credit_balance as credits, case a.wants_offers when true then 'yes' when false then 'no' else '' end as offers_consent
    from accounts a where a.status = 'active' and ${who ? sql`'a' || a.id = any(${who}::text[])` : sql`true`}
    order by a.id`.execute(tx)
  return rows
}

/** Reads guests, who have only a name and an address. */
async function readGuests(tx: Tx, who: string[], today: string) {
  const guests = who.filter(one => one.startsWith('g'))
  return (await readPeople(tx, guests, today)).map(({ name, email, phone, last }) => ({
    ...{ family: '', first_name: name, last_name: '', email, mobile: phone, postcode: '', children: 0 },
    ...{ since: '', last_session: last, credits: 0, offers_consent: '' },
  }))
}
