import { greeting } from '#domain/wording.ts'
import { choosePasswordAddress } from '#server/features/accounts/choose-password.ts'
import { type Acted, act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import { ownName } from '#server/mail/own-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'

interface Asked {
  accountIds?: number[]
  importId?: number
  requestId?: string
}

/**
 * Mails families that have no password a link by which they choose one: those that are named, or all of an import. The
 * link works once and for a month; asked for again it is another one, and the one before goes on until it is used.
 */
export async function inviteFamilies(
  request: OfficeRequest,
  asked: Asked,
): Promise<Acted<{ invited: number }>> {
  const { config, clock, jobWaiting } = request
  const now = clock()
  const acted = await act(request, asked, async tx => {
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
    const name = ownName(request) || new URL(config.publicUrl).host
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
  return acted
}
