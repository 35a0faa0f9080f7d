import { sql } from 'kysely'
import { officeContract } from '#contract/office/contract.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { Subscription } from '#contract/office/subscriptions.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { serveOffice } from '#server/request/serve-office.ts'
import { exportFile } from '#server/staff-log/export-file.ts'

/** The addresses that visitors left on the site to be sent offers. */
export const subscriptionOfficeRoutes = serveOffice(officeContract.subscriptions, {
  list: (asked, { db }) => listSubscriptions(db, asked),
  export: (_, request) =>
    exportFile(request, 'subscriptions', async tx => ({
      columns: ['email', 'source', 'subscribed', 'ended'],
      rows: await tx
        .selectFrom('subscriptions')
        .select(['email', 'source', 'subscribed_at as subscribed', 'unsubscribed_at as ended'])
        .orderBy('email')
        .execute(),
    })),
})

/** Lists the addresses, the newest first. They have no id, so `rowId` is their position in this order. */
const listSubscriptions = (
  db: Db,
  asked: { after?: string; limit?: number },
): Promise<OfficeList<Subscription>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select "rowId", email, source, ${isoTime('subscribed_at')} as "subscribedAt",
        ${isoTime('unsubscribed_at')} as "endedAt"
      from (select s.*, row_number() over (order by subscribed_at desc, email) as "rowId" from subscriptions s) listed
      where ${and}`,
    comesAfter: id => sql`"rowId" > ${id}`,
    order: sql`"rowId"`,
  })
