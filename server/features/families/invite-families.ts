import { greeting } from '#domain/format-dates.ts'
import { choosePasswordAddress } from '#server/features/accounts/choose-password.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'

interface Asked {
  accountIds?: number[]
  importId?: number
  requestId?: string
}

/**
 * Mails families without a password a link to choose one: the named families, or all of an import. A link works
 * once, for a month. Asking again mails another link, and earlier ones stay valid until one is used.
 */
export async function inviteFamilies(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<{ invited: number }>> {
  const { config, clock, jobWaiting } = request
  const now = clock()
  const recorded = await recordAction(request, asked, async tx => {
    const families = await tx
      .selectFrom('accounts')
      .select(['id', 'email', 'first_name', 'password_hash'])
      .where('status', '=', 'active')
      .where('password_hash', '=', '')
      .where(({ eb, exists, selectFrom }) =>
        asked.importId === undefined
          ? eb('id', 'in', [0, ...(asked.accountIds ?? [])])
          : exists(
              selectFrom('import_rows')
                .select('line')
                .where('import_id', '=', asked.importId)
                .whereRef('import_rows.account_id', '=', 'accounts.id'),
            ),
      )
      .orderBy('id')
      .execute()
    const name = senderName(request) || new URL(config.publicUrl).host
    for (const family of families) {
      await writeMail(
        tx,
        {
          to: family.email,
          accountId: family.id,
          subject: `Your account at ${name}`,
          paragraphs: [
            greeting(family.first_name),
            'We have moved to a new booking system. Choose a password to see your bookings.',
            `Choose your password: ${choosePasswordAddress(config, family, now)}`,
            'The link works once, and for a month. After that, choose “Forgotten your password?” where you log in.',
          ],
          purpose: 'invitation',
        },
        now,
      )
    }
    return {
      answer: { invited: families.length },
      action: {
        action: 'family.invite',
        subjectKind: asked.importId === undefined ? 'family' : 'import',
        subjectId: asked.importId,
        accountId: families.length === 1 ? families[0]?.id : undefined,
        facts: { invited: families.length },
      },
    }
  })
  jobWaiting()
  return recorded
}
