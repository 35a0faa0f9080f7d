import { deviceWords } from '#domain/office/device-words.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { staffPasswordProblem } from '#domain/office/staff-password.ts'
import { requireThat } from '#domain/refusal.ts'
import { openNote, sealNote } from '#server/database/seal-note.ts'
import { hashPassword } from '#server/features/accounts/hash-password.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { OfficeVisit } from '#server/request/serve-office.ts'
import { type Attempt, countCode, readAttempt } from './attempts.ts'
import { authenticatorAddress, newAuthenticatorKey, stepOfCode } from './authenticator.ts'
import { finishEnrolment } from './finish-enrolment.ts'
import { askForPasskey, readNewPasskey } from './passkeys.ts'

// The steps of an enrolment, whether a link, a recovery code or a re-authenticated session allows it.

const keyPlace = ({ id }: Attempt) => `staff_attempts.secret of ${id}`

/** Returns the browser's options for a new passkey. */
export async function beginNewPasskey(
  visit: OfficeVisit,
  { attempt: token }: { attempt: string },
): Promise<{ options: string }> {
  const { db, config, clock } = visit
  const attempt = await readAttempt(db, 'enrol', token, clock())
  const known = attempt.begins_anew
    ? []
    : await db
        .selectFrom('staff_passkeys')
        .select('credential_id')
        .where('staff_id', '=', attempt.staff_id)
        .execute()
  const { challenge, options } = await askForPasskey(config, {
    business: senderName(visit),
    email: attempt.email,
    fullName: attempt.full_name || attempt.email,
    known: known.map(({ credential_id }) => credential_id),
  })
  await db.updateTable('staff_attempts').set({ challenge }).where('id', '=', attempt.id).execute()
  return { options }
}

/** Stores the passkey that the browser made. */
export async function enrolPasskey(
  visit: OfficeVisit,
  { attempt: token, credential }: { attempt: string; credential: string },
): Promise<{ codes: string[] }> {
  const { challenge } = await readAttempt(visit.db, 'enrol', token, visit.clock())
  const passkey = await readNewPasskey(visit.config, challenge, credential)
  requireThat(passkey, officeSentences.signInFailed)
  return finishEnrolment(visit, token, { passkey: { ...passkey, name: deviceWords(visit.userAgent) } })
}

/** Creates an authenticator's key, to be confirmed by six digits; the password is saved with it. */
export async function beginAuthenticator(
  visit: OfficeVisit,
  { attempt: token, password }: { attempt: string; password: string },
): Promise<{ key: string; address: string }> {
  const { db, config, clock } = visit
  const attempt = await readAttempt(db, 'enrol', token, clock())
  const names = [senderName(visit), attempt.full_name, attempt.email]
  requireFields({ password: staffPasswordProblem(password, names) })
  const key = newAuthenticatorKey()
  await db
    .updateTable('staff_attempts')
    .set({
      password_hash: await hashPassword(password),
      secret: sealNote(config.dataKey, key, keyPlace(attempt)),
    })
    .where('id', '=', attempt.id)
    .execute()
  return { key, address: authenticatorAddress(key, senderName(visit), attempt.email) }
}

/** Adds the authenticator if its six digits are right. */
export async function enrolAuthenticator(
  visit: OfficeVisit,
  { attempt: token, code }: { attempt: string; code: string },
): Promise<{ codes: string[] }> {
  const { db, config, clock } = visit
  const attempt = await countCode(db, 'enrol', token, clock())
  requireThat(attempt.secret, officeSentences.signInFailed)
  const key = openNote(config.dataKey, attempt.secret, keyPlace(attempt))
  const step = stepOfCode(key, code.replace(/\s/g, ''), 0, clock())
  requireThat(step, officeSentences.codeWrong)
  return finishEnrolment(visit, token, {
    authenticator: { key, step, password_hash: attempt.password_hash },
  })
}
