import { sql } from 'kysely'
import { requireFields } from '#domain/office/office-refusal.ts'
import { maxTaken, peopleSentences } from '#domain/office/people-sentences.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

interface Granted {
  entryId: number
  balance: number
}

const maxCredits = 100

/**
 * Grants a family class credits, or takes some away, with a reason that the log keeps (spec 4 §3). Locks the
 * account.
 */
export function grantCredits(
  request: OfficeRequest,
  input: { id: number; credits: number; reason: string; requestId?: string },
): Promise<Recorded<Granted>> {
  const { id, credits, reason } = input
  requireFields({
    credits: (credits === 0 || Math.abs(credits) > maxCredits) && peopleSentences.creditsGranted,
    reason: !saysWhy(reason) && officeSentences.sayWhy,
  })
  return recordAction(request, input, async tx => {
    await lockFamily(tx, id)
    const memo = credits > 0 ? 'Added by us' : 'Taken off by us'
    const granted = await grant(tx, request, { accountId: id, credits, memo })
    return { answer: granted, action: actionOf(id, granted, { delta: credits }, reason) }
  })
}

/** Reverses a grant once, by an opposite entry. Locks the account. */
export function undoGrant(
  request: OfficeRequest,
  input: { id: number; entryId: number; requestId?: string },
): Promise<Recorded<Granted>> {
  const { id, entryId } = input
  return recordAction(request, input, async tx => {
    await lockFamily(tx, id)
    const { rows } = await sql<{ delta: number; isUndone: boolean }>`
      select (a.facts ->> 'delta')::integer as delta, a.facts ->> 'undoes' is not null or exists (
        select from staff_actions later where later.action = 'credit.grant' and later.facts ->> 'undoes' = ${String(entryId)}
      ) as "isUndone"
      from staff_actions a
      where a.account_id = ${id} and a.action = 'credit.grant' and a.facts ->> 'entry' = ${String(entryId)}`.execute(
      tx,
    )
    const [made] = rows
    requireThat(made, officeSentences.notFound)
    requireThat(!made.isUndone, peopleSentences.creditsUndone)
    const credits = -made.delta
    const granted = await grant(tx, request, { accountId: id, credits, memo: 'Corrected by us' })
    return {
      answer: granted,
      action: actionOf(id, granted, { delta: credits, undoes: entryId }, 'Taken back'),
    }
  })
}

const actionOf = (
  accountId: number,
  { entryId }: Granted,
  facts: Record<string, number>,
  reason: string,
): Action => ({
  action: 'credit.grant',
  subjectKind: 'family',
  subjectId: accountId,
  accountId,
  reason,
  facts: { ...facts, entry: entryId },
})

/** Writes one ledger entry of a locked account. */
async function grant(
  tx: Tx,
  { clock, staff }: OfficeRequest,
  { accountId, credits, memo }: { accountId: number; credits: number; memo: string },
): Promise<Granted> {
  const { credit_balance: present } = await tx
    .selectFrom('accounts')
    .select('credit_balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  requireThat(present + credits >= 0, maxTaken(present))
  await sql`select move_credits(account => ${accountId}, delta => ${credits}, reason => 'granted', order_id => null,
    memo => ${memo}, at => ${clock()}, staff => ${staff.staffId})`.execute(tx)
  const entry = await tx
    .selectFrom('credit_entries')
    .select(['id', 'balance_after'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { entryId: entry.id, balance: entry.balance_after }
}
