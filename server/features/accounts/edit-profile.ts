import type { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'
import type { AccountId } from './actor.ts'
import { allowRate } from './allow-rate.ts'
import { requireOwnPictures } from './queries.ts'

type Profile = CallInput<typeof contract.accounts.editProfile>

/** Changes the given fields and no others (decision A-09). A changed e-mail address is told to the old one. */
export async function editProfile(services: Services, accountId: AccountId, profile: Profile): Promise<void> {
  requireAcceptable(profile)
  const { db, clock, jobWaiting } = services
  const now = clock()
  if (profile.email !== undefined) {
    // "Already registered" is an answer about somebody else: addresses are not to be tried out here.
    await allowRate(db, { key: `email-change:${accountId}`, atMost: 20, perMinutes: 24 * 60 }, now)
  }
  try {
    await transaction(db, async tx => {
      const present = await tx
        .selectFrom('accounts')
        .select(['email', 'avatar_path'])
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await requireOwnPictures(tx, accountId, [{ given: profile.avatar ?? '', present: present.avatar_path }])
      if (profile.email !== undefined && profile.email !== present.email) {
        await tellOldAddress(tx, accountId, present.email, now)
      }
      const changes = changedColumns(profile)
      if (Object.keys(changes).length === 0) return
      await tx.updateTable('accounts').set(changes).where('id', '=', accountId).execute()
    })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_email_once') throw new Refusal(sentences.emailTaken)
    throw error
  }
  jobWaiting()
}

/** What registration asks for cannot be emptied again. */
function requireAcceptable({ firstName, lastName, mobile, email }: Profile): void {
  requireThat(firstName !== '', sentences.firstNameRequired)
  requireThat(lastName !== '', sentences.lastNameRequired)
  requireThat(mobile !== '', sentences.mobileRequired)
  requireThat(email === undefined || isEmailAddress(email), sentences.emailRequired)
}

function changedColumns(profile: Profile) {
  const columns = {
    first_name: profile.firstName,
    last_name: profile.lastName,
    mobile: profile.mobile,
    email: profile.email,
    avatar_path: profile.avatar,
    address_line_1: profile.addressLine1,
    address_line_2: profile.addressLine2,
    town: profile.town,
    postcode: profile.postcode,
    note: profile.note,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Whoever took over a session must not move the account to another mailbox unseen. */
async function tellOldAddress(tx: Tx, accountId: AccountId, oldEmail: string, now: Date): Promise<void> {
  await writeMail(
    tx,
    {
      to: oldEmail,
      accountId,
      subject: 'The email address of your account was changed',
      paragraphs: [
        'The email address of your account was changed, and this one can no longer be used to log in. If it was not you, please contact us.',
      ],
      purpose: 'email-changed',
    },
    now,
  )
}
