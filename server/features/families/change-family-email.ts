import { isEmailAddress } from '#domain/email-address.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { greeting } from '#domain/wording.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { changeAddress } from '#server/features/accounts/change-address.ts'
import { endTokens } from '#server/features/accounts/tokens.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { lockFamily } from './lock-family.ts'

interface Asked {
  id: number
  /** The address as it was read. */
  before: string
  email: string
  requestId?: string
}

/**
 * Gives a family another address, for who can no longer read the old one: their log-ins end, and both addresses are told
 * (spec 3 §2.7). The old one can take the account back (record 028), once a password was chosen (record 089).
 */
export async function changeFamilyEmail(request: OfficeRequest, asked: Asked): Promise<Acted<object>> {
  const { config, clock, jobWaiting } = request
  const { id: accountId, before, email } = asked
  const now = clock()
  requireFields({ email: !isEmailAddress(email) && sentences.emailRequired })
  try {
    const acted = await act(request, asked, async tx => {
      const family = await lockFamily(tx, accountId)
      requireThat(family.email === before, peopleSentences.emailChangedMeanwhile)
      requireFields({ email: email === before && peopleSentences.emailTheSame })
      await tx.updateTable('accounts').set({ email, new_email: '' }).where('id', '=', accountId).execute()
      const { hasPassword } = family
      await changeAddress(tx, config, { accountId, present: before, email, hasPassword }, now)
      await endTokens(tx, accountId, now)
      await writeMail(
        tx,
        {
          to: email,
          accountId,
          subject: 'Your account has this email address now',
          paragraphs: [
            greeting(family.firstName),
            'At your request we have given your account this email address. Please log in with it from now on.',
            hasPassword
              ? 'Your password stays as it was. If you no longer know it, choose “Forgotten your password?” where you log in.'
              : 'Your account has no password yet. To set one, choose “Forgotten your password?” where you log in.',
          ],
          purpose: 'email-changed',
        },
        now,
      )
      return {
        answer: {},
        action: { action: 'family.changeEmail', subjectKind: 'family', subjectId: accountId, accountId },
      }
    })
    jobWaiting()
    return acted
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_email_once') throw error
    throw new OfficeRefusal(sentences.emailTaken, 422, { fields: { email: sentences.emailTaken } })
  }
}
