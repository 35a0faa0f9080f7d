import { sql } from 'kysely'
import { listRefundsSince } from '#server/cards/card-provider.ts'
import type { Services } from '#server/services.ts'

/** For how many days the provider is asked. It repeats a hook for three days. */
const askedDays = 4

/**
 * Finds refunds whose hooks were lost: asks the provider for those of the last days, and writes a job for each payment
 * with a new or changed one. Several processes may run it at once.
 */
export async function reconcileRefunds(services: Services): Promise<void> {
  const { db, clock, jobWaiting } = services
  const paid = await db.selectFrom('payments').select('id').where('payment_ref', '<>', '').limit(1).execute()
  if (paid.length === 0) return
  const now = clock()
  const reported = await listRefundsSince(services, new Date(now.getTime() - askedDays * 86_400_000))
  const { rows } = await sql`select enqueue_job('sync-refunds', jsonb_build_object('paymentId', p.id), ${now},
      'refunds-' || reported.ref || '-' || reported.state)
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as reported (ref text, "paymentRef" text, state text)
    join payments p on p.payment_ref = reported."paymentRef"
    where reported."paymentRef" <> '' and not exists (select from refunds r
      where r.payment_id = p.id and r.provider_ref = reported.ref and r.provider_status = reported.state)`.execute(
    db,
  )
  if (rows.length > 0) jobWaiting()
}
