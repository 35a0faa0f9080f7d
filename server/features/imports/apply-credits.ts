import { sql } from 'kysely'
import type { CreditLine } from '#domain/office/import-credits.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AppliedLine, ImportContext } from './applied-line.ts'
import { readKnownFamilies } from './validate-lines.ts'

/** Grants each line's credits with a ledger row whose reason is the import (decision O-50). */
export async function applyCredits(
  tx: Tx,
  lines: CreditLine[],
  { importId, staffId, now }: ImportContext,
): Promise<AppliedLine[]> {
  const emails = lines.map(({ email }) => email)
  await sql`select id from accounts where email = any(${emails}::text[]) order by id for no key update`.execute(
    tx,
  )
  const families = await readKnownFamilies(tx, emails)
  const granted = lines.map(({ line, email, credits, reason }) => {
    const account = families.get(email)?.id
    // The next try validates the lines again and reports this one.
    if (account === undefined) throw new Error(`import ${importId} met a family that left meanwhile`)
    return { line, account, credits, memo: `${reason} (import ${importId})` }
  })
  await sql`select move_credits(g.account, g.credits, 'granted', null, g.memo, ${now}, ${staffId})
    from jsonb_to_recordset(${JSON.stringify(granted)}::jsonb)
      as g (line integer, account bigint, credits integer, memo text) order by g.line`.execute(tx)
  return granted.map(({ line, account, credits }) => ({
    line,
    outcome: 'made',
    accountId: account,
    made: { credits },
  }))
}
