import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeVisit } from '#server/http/serve-office.ts'
import type { Services } from '#server/services.ts'
import { closeAttempt, openAttempt } from './attempts.ts'
import { enterOffice } from './enter-office.ts'
import { keepSession } from './known-office-device.ts'
import { limitFailures } from './limit-sign-in.ts'
import { findActiveMember, type Member } from './member-queries.ts'
import { askWhoItIs, checkPasskey, passkeyNamed } from './passkeys.ts'

/** Begins to ask a browser for a passkey: what it is asked, and the token with which the answer comes. */
export async function beginPasskey({
  db,
  config,
  clock,
}: Pick<Services, 'db' | 'config' | 'clock'>): Promise<{ attempt: string; options: string }> {
  const { challenge, options } = await askWhoItIs(config)
  return { attempt: await openAttempt(db, { purpose: 'passkey', challenge }, clock()), options }
}

/** Signs in by a passkey that has verified its person: that is a whole sign-in (O-06). */
export async function signInByPasskey(visit: OfficeVisit, answer: PasskeyAnswer): Promise<void> {
  const { db } = visit
  const member = await limitFailures(visit, 'passkey', async () => {
    const recognised = await recogniseByPasskey(visit, answer)
    requireThat(recognised, officeSentences.signInFailed)
    return recognised
  })
  const token = await transaction(db, async tx => {
    // Whoever suspends them, or takes the passkey away, meanwhile: one waits for the other.
    const active = tx
      .selectFrom('staff')
      .select('id')
      .where('id', '=', member.id)
      .where('status', '=', 'active')
    const isActive = await active.forKeyShare().executeTakeFirst()
    requireThat(isActive && (await findPasskey(tx, answer.credential)), officeSentences.signInFailed)
    return enterOffice(tx, visit, member, { facts: { way: 'passkey' } })
  })
  keepSession(visit, member, token)
}

export interface PasskeyAnswer {
  attempt: string
  credential: string
}

/** Whose passkey has answered; undefined when it does not fit. Its challenge is used up either way. */
export async function recogniseByPasskey(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  { attempt, credential }: PasskeyAnswer,
): Promise<Member | undefined> {
  const now = clock()
  const { challenge } = await closeAttempt(db, 'passkey', attempt, now)
  const passkey = await findPasskey(db, credential)
  const count = passkey && (await checkPasskey(config, challenge, credential, passkey))
  if (!passkey || count === undefined) return undefined
  // A count that has meanwhile been passed is a copy's.
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
