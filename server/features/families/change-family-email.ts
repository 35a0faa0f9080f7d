import * as addresses from '#contract/office/addresses.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { greeting, longDay } from '#domain/format-dates.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyEmail } from '#domain/tidy-text.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { changeAddress } from '#server/features/accounts/change-address.ts'
import { notesClosedUntil } from '#server/features/accounts/notes-lock.ts'
import { endTokens } from '#server/features/accounts/tokens.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { countTry } from '#server/request/rate-limit.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { lockFamily } from './lock-family.ts'

interface Asked {
  id: number
  /** The address that the caller read. */
  before: string
  email: string
  requestId?: string
}

/**
 * Changes a family's email address when they can no longer read the old one. Ends their sign-ins and notifies
 * both addresses (spec 3 §2.7). For a week the site hides their notes, because the new address might belong
 * to somebody in the office. The old address can confirm the change, or take the account back if a password
 * was chosen (record 028).
 */
export async function changeFamilyEmail(request: OfficeRequest, asked: Asked): Promise<Recorded<object>> {
  const { config, clock, jobWaiting } = request
  const { id: accountId, before, email } = asked
  const now = clock()
  requireFields({ email: !isEmailAddress(email) && sentences.emailRequired })
  try {
    const recorded = await recordAction(request, asked, async tx => {
      const family = await lockFamily(tx, accountId)
      // An address from before migration 0049 may contain characters that no request can, so both are tidied
      // first.
      requireThat(tidyEmail(family.email) === before, peopleSentences.emailChangedMeanwhile)
      requireFields({ email: email === family.email && peopleSentences.emailTheSame })
      await tx.updateTable('accounts').set({ email, new_email: '' }).where('id', '=', accountId).execute()
      const { hasPassword } = family
      const changedBy = request.staff.staffId
      await changeAddress(
        tx,
        config,
        { accountId, present: family.email, email, hasPassword, changedBy },
        now,
      )
      const changedToday = await countChange(tx, request)
      if (changedToday > 1) await tellOwners(tx, request, changedToday)
      const closedUntil = await notesClosedUntil(tx, accountId, now)
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
            ...(closedUntil
              ? [
                  `Your children’s medical and allergy notes are kept. They are shown on the site again on ${longDay(todayInLondon(closedUntil))}${hasPassword ? ', or as soon as your old address has agreed' : ''}.`,
                ]
              : []),
            hasPassword
              ? `Your password stays as it was. If you no longer know it, choose “Forgotten your password?” where you log in${closedUntil ? ': it works from that day on, or as soon as your old address has agreed' : ''}.`
              : 'Your account has no password yet. To set one, choose “Forgotten your password?” where you log in.',
          ],
          purpose: 'email-changed',
        },
        now,
      )
      const children = await tx
        .selectFrom('children')
        .select('id')
        .where('account_id', '=', accountId)
        .execute()
      return {
        answer: {},
        action: {
          action: 'family.changeEmail',
          subjectKind: 'family',
          subjectId: accountId,
          accountId,
          // The children whose notes the new address will see, and from which day.
          childIds: children.map(({ id }) => id),
          facts: {
            opens: 'account, bookings, medical, allergy',
            notesShownFrom: closedUntil?.toISOString() ?? null,
          },
        },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_email_once') throw error
    throw new OfficeRefusal(sentences.emailTaken, 422, { fields: { email: sentences.emailTaken } })
  }
}

const maxChangesPerDay = 3

/** Limits the changes by one person, because many changes a day could open many accounts. */
async function countChange(tx: Tx, { staff, clock }: OfficeRequest): Promise<number> {
  const changes = { key: `office-family-email:${staff.staffId}`, perMinutes: 24 * 60 }
  const changedToday = await countTry(tx, changes, clock())
  requireThat(changedToday <= maxChangesPerDay, peopleSentences.tooManyEmails)
  return changedToday
}

async function tellOwners(
  tx: Tx,
  { config, staff, clock }: OfficeRequest,
  changedToday: number,
): Promise<void> {
  const owners = await tx
    .selectFrom('staff')
    .select('email')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .execute()
  for (const { email } of owners) {
    await writeMail(
      tx,
      {
        to: email,
        subject: `${staff.fullName} has changed the email address of ${changedToday} families today`,
        paragraphs: [
          `${staff.fullName} has given ${changedToday} families another email address today. Anyone who reads mail at the new address can get into the account. If you did not expect that, ask why.`,
          `See in the log which families: ${config.officeUrl}${addresses.log()}`,
        ],
        purpose: 'office',
      },
      clock(),
    )
  }
}
