import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import type { Services } from '#server/services.ts'
import { closeAttempt, openAttempt } from './attempts.ts'
import { keepSession } from './known-office-device.ts'
import { limitFailures } from './limit-sign-in.ts'
import { findActiveMember, type Member } from './member-queries.ts'
import { askWhoItIs, checkPasskey, passkeyNamed } from './passkeys.ts'
import { startStaffSession } from './start-staff-session.ts'

/** Begins a passkey sign-in: returns the browser's options, and the token for the answer. */
export async function beginPasskey({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<{ attempt: string; options: string }> {
  const { challenge, options } = await askWhoItIs(config)
  return { attempt: await openAttempt(db, { purpose: 'passkey', challenge }, clock()), options }
}

/** Signs in with a passkey and user verification, which is a complete sign-in (O-06). */
export async function signInByPasskey(visit: OfficeVisit, answer: PasskeyAnswer): Promise<void> {
  const { db } = visit
  const member = await limitFailures(visit, 'passkey', async () => {
    const recognised = await recogniseByPasskey(visit, answer)
    requireThat(recognised, officeSentences.signInFailed)
    return recognised
  })
  const token = await transaction(db, async tx => {
    // Waits for a concurrent suspension or removal of the passkey, or makes it wait.
    const active = tx
      .selectFrom('staff')
      .select('id')
      .where('id', '=', member.id)
      .where('status', '=', 'active')
    const isActive = await active.forKeyShare().executeTakeFirst()
    requireThat(isActive && (await findPasskey(tx, answer.credential)), officeSentences.signInFailed)
    return startStaffSession(tx, visit, member, { facts: { way: 'passkey' } })
  })
  keepSession(visit, member, token)
}

export interface PasskeyAnswer {
  attempt: string
  credential: string
}

/**
 * Returns the owner of the passkey that answered; undefined if it does not match. The challenge is used up
 * either way.
 */
export async function recogniseByPasskey(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  { attempt, credential }: PasskeyAnswer,
): Promise<Member | undefined> {
  const now = clock()
  const { challenge } = await closeAttempt(db, 'passkey', attempt, now)
  const passkey = await findPasskey(db, credential)
  const count = passkey && (await checkPasskey(config, challenge, credential, passkey))
  if (!passkey || count === undefined) return undefined
  // A counter lower than the last one belongs to a copy.
  const counted = await db
    .updateTable('staff_passkeys')
    .set({ sign_count: count, last_used_at: now })
    .where('id', '=', passkey.id)
    .where('sign_count', '=', passkey.sign_count)
    .returning('staff_id')
    .executeTakeFirst()
  return counted && findActiveMember(db, counted.staff_id)
}

async function findPasskey(db: Db, credential: string) {
  const id = passkeyNamed(credential)
  if (!id) return undefined
  const passkeys = db.selectFrom('staff_passkeys').select(['id', 'credential_id', 'public_key', 'sign_count'])
  return passkeys.where('credential_id', '=', id).executeTakeFirst()
}
