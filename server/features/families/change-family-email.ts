import * as addresses from '#contract/office/addresses.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { peopleSentences } from '#domain/office/people-sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { greeting, longDay } from '#domain/wording.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { countTry } from '#server/features/accounts/allow-rate.ts'
import { changeAddress } from '#server/features/accounts/change-address.ts'
import { notesClosedUntil } from '#server/features/accounts/closed-notes.ts'
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
 * (spec 3 §2.7). For a week, or until the old address has agreed, the site does not show their notes: whoever reads the
 * new address may be somebody of the office. The old one can take the account back (record 028), once a password was chosen (record 089).
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
      const changedBy = request.staff.staffId
      await changeAddress(tx, config, { accountId, present: before, email, hasPassword, changedBy }, now)
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
          // The children whose notes the new address will show, and from which day.
          childIds: children.map(({ id }) => id),
          facts: {
            opens: 'account, bookings, medical, allergy',
            notesShownFrom: closedUntil?.toISOString() ?? null,
          },
        },
      }
    })
    jobWaiting()
    return acted
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_email_once') throw error
    throw new OfficeRefusal(sentences.emailTaken, 422, { fields: { email: sentences.emailTaken } })
  }
}

const maxChangesPerDay = 3

/** Counts the changes of one person: more in a day than families ask for would open the accounts of many. */
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
          `${staff.fullName} has given ${changedToday} families another email address today. Whoever reads the new address can come into the account. If you did not expect that, ask why.`,
          `See in the log which families: ${config.officeUrl}${addresses.log()}`,
        ],
        purpose: 'office',
      },
      clock(),
    )
  }
}
