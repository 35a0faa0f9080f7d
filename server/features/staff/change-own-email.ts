import { randomInt, timingSafeEqual } from 'node:crypto'
import { isEmailAddress } from '#domain/email-address.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { hashCode } from '#server/features/accounts/check-code.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { closeAttempt, countCode, hasMovedEmail, openAttempt } from './attempts.ts'
import { mailEmailCode, tellOldEmail } from './mail-member.ts'
import { findActiveMember } from './member-queries.ts'

/** Mails six digits to a new address, to check that the member reads it. Until then the old one stays. */
export async function beginNewEmail(
  request: OfficeRequest,
  { email }: { email: string },
): Promise<{ attempt: string }> {
  const { db, clock, config, staff, jobWaiting } = request
  const now = clock()
  requireFields({ email: !isEmailAddress(email) && sentences.emailRequired })
  await allowRate(db, { key: `office-email:${staff.staffId}`, atMost: 5, perMinutes: 60 }, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const secret = hashCode(config.pepper, staff.staffId, code)
  const begun = { staff_id: staff.staffId, session_id: staff.sessionId, email, secret }
  const attempt = await transaction(db, async tx => {
    await mailEmailCode(tx, request, email, code)
    return openAttempt(tx, { purpose: 'email', ...begun }, now)
  })
  jobWaiting()
  return { attempt }
}

const nothingLeft = { answer: {}, action: [] }

/**
 * Makes the new address the sign-in if its code is right, and tells the old one. A repeated call after a lost
 * answer succeeds again.
 */
export async function confirmNewEmail(
  request: OfficeRequest,
  { attempt: token, code, requestId }: { attempt: string; code: string; requestId?: string },
): Promise<Recorded<Record<string, never>>> {
  const { db, clock, config, staff } = request
  const now = clock()
  if (await hasMovedEmail(db, staff.staffId, token)) return recordAction(request, {}, async () => nothingLeft)
  const { secret, email, staff_id } = await countCode(db, 'email', token, now)
  const given = hashCode(config.pepper, staff.staffId, code.trim())
  requireThat(
    secret && staff_id === staff.staffId && timingSafeEqual(secret, given),
    officeSentences.codeWrong,
  )
  try {
    return await recordAction(request, { requestId }, async tx => {
      await closeAttempt(tx, 'email', token, now)
      const member = await findActiveMember(tx, staff.staffId)
      requireThat(member, officeSentences.signInAgain)
      await tx.updateTable('staff').set({ email }).where('id', '=', staff.staffId).execute()
      await tellOldEmail(tx, request, member.email)
      return {
        answer: {},
        action: { action: 'staff.changeEmail', subjectKind: 'staff', subjectId: staff.staffId },
      }
    })
  } catch (error) {
    if (violatedConstraint(error) !== 'staff_email_once') throw error
    throw new OfficeRefusal(officeSentences.emailTaken)
  }
}
