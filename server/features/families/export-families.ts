import { sql } from 'kysely'
import type { TextFile } from '#contract/office/office-call.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { exportFile } from '#server/features/staff/export-file.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'

/** Every family with an account, as a file (spec 3 §5.2). */
export const exportFamilies = (request: OfficeRequest): Promise<TextFile> =>
  exportFile(request, 'families', async tx => {
    const today = todayInLondon(request.clock())
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
    const { rows } = await sql<Record<string, unknown>>`
      select a.id::text as family, a.first_name, a.last_name, a.email, a.mobile, a.postcode,
        (select count(*) from children c where c.account_id = a.id) as children,
        to_char(a.created_at at time zone 'Europe/London', 'YYYY-MM-DD') as since,
        (select max(s.start_date) from bookings b join sessions s on s.id = b.session_id
          where b.account_id = a.id and b.status = 'confirmed' and s.start_date < ${today}) as last_session,
        a.credit_balance as credits, case when a.wants_offers then 'yes' else 'no' end as offers_consent
      from accounts a where a.status = 'active' order by a.id`.execute(tx)
    return { rows, columns }
  })
