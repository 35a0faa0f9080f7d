import type { Tx } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import { stepOfCode } from './authenticator.ts'
import { authenticatorKeyOf, type Member } from './member-queries.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

/** Uses up the matching authenticator step or recovery code; returns which, or undefined. */
export async function useSecondFactor(
  tx: Tx,
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  member: Member,
  code: string,
): Promise<'authenticator' | 'recoveryCode' | undefined> {
  const now = clock()
  const key = authenticatorKeyOf(config.dataKey, member)
  const step = key && stepOfCode(key, code.replace(/\s/g, ''), member.totp_last_step, now)
  if (!step) {
    const isUsed = await spendRecoveryCode(tx, { staffId: member.id, code }, now)
    return isUsed ? 'recoveryCode' : undefined
  }
  // Of two at once with one step, one succeeds.
  const used = await tx
    .updateTable('staff')
    .set({ totp_last_step: step })
    .where('id', '=', member.id)
    .where('totp_last_step', '<', step)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return used && 'authenticator'
}
