import { isEmailAddress } from '#domain/email-address.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Actor } from '#server/features/accounts/actor.ts'
import { allowRate, networkOf } from '#server/features/accounts/allow-rate.ts'
import type { Services } from '#server/services.ts'

/** Keeps a message to the business. It needs content and a way to answer, which an account is (decision E-35). */
export async function sendFeedback(
  { db, clock }: Services,
  actor: Actor,
  given: { content: string; contact: string; name: string; title: string },
): Promise<void> {
  requireThat(given.content, sentences.contentRequired)
  requireThat(given.contact || actor.accountId, sentences.answerRequired)
  const now = clock()
  await allowRate(db, { key: `feedback:${networkOf(actor.ip)}`, atMost: 10, perMinutes: 60 }, now)
  const isEmail = isEmailAddress(given.contact)
  await db
    .insertInto('enquiries')
    .values({
      kind: 'feedback',
      account_id: actor.accountId ?? null,
      name: given.name,
      email: isEmail ? given.contact : '',
      phone: isEmail ? '' : given.contact,
      title: given.title,
      content: given.content,
      created_at: now,
    })
    .execute()
}
