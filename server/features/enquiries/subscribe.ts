import { isEmailAddress } from '#domain/email-address.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { allowRate, networkOf } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'

/** Subscribes an address to the deals; doing it again succeeds quietly (calls.md §3.1). */
export async function subscribe(
  { db, clock }: Services,
  ip: string,
  { email }: { email: string },
): Promise<void> {
  requireThat(isEmailAddress(email), sentences.emailRequired, 'email')
  const now = clock()
  await allowRate(db, { key: `subscribe:${networkOf(ip)}`, atMost: 10, perMinutes: 60 }, now)
  await db
    .insertInto('subscriptions')
    .values({ email, source: 'site', subscribed_at: now })
    .onConflict(conflict =>
      conflict
        .column('email')
        .doUpdateSet({ subscribed_at: now, unsubscribed_at: null })
        .where('subscriptions.unsubscribed_at', 'is not', null),
    )
    .execute()
}
