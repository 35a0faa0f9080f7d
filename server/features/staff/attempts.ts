import { type Insertable, type Selectable, sql } from 'kysely'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { hashToken, newToken } from '#server/features/accounts/tokens.ts'

/** A sign-in or enrolment in progress. */
export type Attempt = Selectable<Schema['staff_attempts']>
type Purpose = Attempt['purpose']

/** How long an attempt lasts: long enough to fetch a phone. */
const minutes: Record<Purpose, number> = { code: 10, passkey: 5, enrol: 30, email: 30 }
export const codesPerAttempt = 5

/** Begins a sign-in or enrolment. The caller gets the token; only its hash is stored. */
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

/** Whether an attempt is open. One begun by a signed-in member ends with their session. */
const isOpen = (purpose: Purpose, token: string, now: Date) => sql<boolean>`token_hash = ${hashToken(token)}
  and purpose = ${purpose} and closed_at is null and expires_at > ${now}
  and not exists (select from staff_sessions s where s.id = session_id and s.revoked_at is not null)`

/** Reads the open attempt of a token. Refuses one that is closed or expired. */
export async function readAttempt(db: Db, purpose: Purpose, token: string, now: Date): Promise<Attempt> {
  const attempts = db.selectFrom('staff_attempts').selectAll()
  const attempt = await attempts.where(isOpen(purpose, token, now)).executeTakeFirst()
  requireThat(attempt, officeSentences.signInFailed)
  return attempt
}

/** Closes an attempt; of two calls at once, one succeeds. */
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
 * Counts a code before it is compared, outside of any transaction, so that simultaneous guesses count. After five codes
 * the attempt ends (spec 3 §2.2).
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

/** Whether the new address of this attempt is already the member's, because it was confirmed before. */
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

/** Closes every attempt of a member, except those of the current session, because their credentials have changed. */
export async function closeAttemptsOf(db: Db, staffId: number, now: Date, stays?: number): Promise<void> {
  const closing = db.updateTable('staff_attempts').set({ closed_at: now }).where('closed_at', 'is', null)
  await closing
    .where('staff_id', '=', staffId)
    .where('session_id', 'is distinct from', stays ?? 0)
    .execute()
}
