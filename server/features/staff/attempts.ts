import { type Insertable, type Selectable, sql } from 'kysely'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'

/** A way in that has been begun. */
export type Attempt = Selectable<Schema['staff_attempts']>
type Purpose = Attempt['purpose']

/** How long one may go on with it: whoever fetches their phone still finds what they began. */
const minutes: Record<Purpose, number> = { code: 10, passkey: 5, enrol: 30, email: 30 }
export const codesPerAttempt = 5

/** Begins a way in. The token goes to whoever goes on with it; only its hash is kept. */
export async function openAttempt(
  db: Db,
  attempt: Omit<Insertable<Schema['staff_attempts']>, 'token_hash' | 'created_at' | 'expires_at'>,
  now: Date,
): Promise<string> {
  const token = newToken()
  await db
    .insertInto('staff_attempts')
    .values({
      ...attempt,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + minutes[attempt.purpose] * 60_000),
    })
    .execute()
  return token
}

/** What was begun by somebody signed in ends with that session. */
const isOpen = (purpose: Purpose, token: string, now: Date) => sql<boolean>`token_hash = ${hashToken(token)}
  and purpose = ${purpose} and closed_at is null and expires_at > ${now}
  and not exists (select from staff_sessions s where s.id = session_id and s.revoked_at is not null)`

/** The open attempt of a token. Refuses one that is closed, too old or ended. */
export async function readAttempt(db: Db, purpose: Purpose, token: string, now: Date): Promise<Attempt> {
  const attempts = db.selectFrom('staff_attempts').selectAll()
  const attempt = await attempts.where(isOpen(purpose, token, now)).executeTakeFirst()
  requireThat(attempt, officeSentences.signInFailed)
  return attempt
}

/** Closes an attempt: of two that come with it at once, one goes on. */
export async function closeAttempt(db: Db, purpose: Purpose, token: string, now: Date): Promise<Attempt> {
  const closing = db.updateTable('staff_attempts').set({ closed_at: now })
  const attempt = await closing
    .where(isOpen(purpose, token, now))
    .returningAll()
    .executeTakeFirst()
  requireThat(attempt, officeSentences.signInFailed)
  return attempt
}

/**
 * Counts a code before it is compared, outside of any transaction, so that guesses made at one moment are counted too;
 * the sixth finds no attempt any more (spec 3 §2.2).
 */
export async function countCode(db: Db, purpose: Purpose, token: string, now: Date): Promise<Attempt> {
  const attempt = await db
    .updateTable('staff_attempts')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where(isOpen(purpose, token, now))
    .where('wrong_codes', '<', codesPerAttempt)
    .returningAll()
    .executeTakeFirst()
  requireThat(attempt, officeSentences.signInFailed)
  return attempt
}

/** Whether the address that this attempt was begun for is its member's by now: its confirmation is done. */
export async function hasMovedEmail(db: Db, staffId: number, token: string): Promise<boolean> {
  const done = await db
    .selectFrom('staff_attempts as a')
    .innerJoin('staff as m', 'm.id', 'a.staff_id')
    .select('m.id')
    .whereRef('a.email', '=', 'm.email')
    .where('m.id', '=', staffId)
    .where('a.token_hash', '=', hashToken(token))
    .where('a.purpose', '=', 'email')
    .where('a.closed_at', 'is not', null)
    .executeTakeFirst()
  return done !== undefined
}

/** Closes whatever a member has begun, but by the session that stays: their way in has changed, or ended. */
export async function closeAttemptsOf(db: Db, staffId: number, now: Date, stays?: number): Promise<void> {
  const closing = db.updateTable('staff_attempts').set({ closed_at: now }).where('closed_at', 'is', null)
  await closing
    .where('staff_id', '=', staffId)
    .where('session_id', 'is distinct from', stays ?? 0)
    .execute()
}
