import { greeting } from '#domain/format-dates.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Tx } from '#server/database/connect.ts'
import { choosePasswordAddress } from '#server/features/accounts/choose-password.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

/**
 * Mails one family the link to choose its first password. Refuses a family that has one, which can reset it
 * by itself.
 */
export async function mailPassword(
  request: OfficeRequest,
  asked: { id: number; requestId?: string },
): Promise<Recorded<object>> {
  const { clock, jobWaiting } = request
  const { id } = asked
  const now = clock()
  const recorded = await recordAction(request, asked, async tx => {
    const family = await lockFamily(tx, id)
    requireThat(!family.hasPassword, peopleSentences.hasPassword)
    requireThat(!family.isFrozen, peopleSentences.familyFrozen)
    const mails = { key: `password-mail:${id}`, atMost: 3, perMinutes: 24 * 60 }
    await allowRate(tx, { ...mails, sentence: peopleSentences.passwordMailed }, now)
    await mailPasswordLink(tx, request, { id, ...family }, now)
    return {
      answer: {},
      action: {
        ...{ action: 'family.invite' as const, subjectKind: 'family', subjectId: id, accountId: id },
        facts: { invited: 1 },
      },
    }
  })
  jobWaiting()
  return recorded
}

/** Writes the mail with the link, which works once, for a month. */
export async function mailPasswordLink(
  tx: Tx,
  request: Pick<OfficeRequest, 'config' | 'business'>,
  { id, email, firstName }: { id: number; email: string; firstName: string },
  now: Date,
): Promise<void> {
  const { config } = request
  const name = senderName(request) || new URL(config.publicUrl).host
  await writeMail(
    tx,
    {
      to: email,
      accountId: id,
      subject: `Your account at ${name}`,
      paragraphs: [
        greeting(firstName),
        'We have an account for you. Choose a password to see your bookings and to book.',
        `Choose your password: ${choosePasswordAddress(config, { id, email }, now)}`,
        'The link works once, and for a month. After that, choose “Forgotten your password?” where you log in.',
      ],
      purpose: 'invitation',
    },
    now,
  )
}
