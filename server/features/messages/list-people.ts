import { sql } from 'kysely'
import type { messages } from '#contract/office/messages.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { describeAudience, recipientsOf } from './audience.ts'
import { requireMayWriteTo } from './plan-message.ts'

const maxPeople = 200

/** Lists families, guests and addresses of the popup whom a draft would reach, by name, so that some can be taken out. */
export async function listPeople(
  request: OfficeRequest,
  { audience, kind, words = '' }: CallInput<typeof messages.people>,
): Promise<CallOutput<typeof messages.people>> {
  requireMayWriteTo(request, { audience, kind })
  await describeAudience(request.db, audience)
  const { exceptAccountIds: _, exceptOrderIds: __, exceptSubscriptionIds: ___, ...all } = audience
  const { rows } = await sql<CallOutput<typeof messages.people>[number]>`
    select account_id as "accountId", guest_order as "orderId", subscription as "subscriptionId", coalesce(nullif(name, ''), email) as name, email, phone
    from (${recipientsOf(all, kind, request.clock())}) found
    where agreed and coalesce(account_id, guest_order, subscription) is not null and strpos(lower(name || ' ' || email), ${words.trim().toLowerCase()}) > 0
    order by name = '', lower(name), account_id, guest_order, email limit ${maxPeople}`.execute(request.db)
  return rows
}
