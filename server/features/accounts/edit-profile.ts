import { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress, isPhoneNumber } from '#domain/email-address.ts'
import { mergeChanges } from '#domain/merge-changes.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { tidyPhone } from '#domain/tidy-text.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { SignedIn } from '#server/request/actor.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { lockOwnAccount, readAccount, requireOwnPictures } from './queries.ts'
import { savedByFamily } from './saved-by-family.ts'
import { codesForNetwork, writeCode } from './send-code.ts'

type Profile = CallInput<typeof contract.accounts.editProfile>

/**
 * Changes only the given fields (decision A-09). A new email address waits until its mailed code is typed;
 * asking again mails another code. Giving the present address cancels the change (record 028).
 */
export async function editProfile(
  services: Services,
  { accountId, ip }: SignedIn,
  profile: Profile,
): Promise<void> {
  requireAcceptable(profile)
  const { db, clock, jobWaiting } = services
  const now = clock()
  if (profile.email !== undefined) {
    // "Already registered" reveals that an account exists, so tries are limited.
    await allowRate(db, { key: `email-change:${accountId}`, atMost: 20, perMinutes: 24 * 60 }, now)
  }
  await transaction(db, async tx => {
    const present = await lockOwnAccount(tx, accountId)
    const changed = profile.before
      ? changedBy(profile, profile.before, asSent(await readAccount(tx, accountId)))
      : profile
    await requireOwnPictures(tx, accountId, [{ given: changed.avatar ?? '', present: present.avatar_path }])
    const { mobile = present.mobile } = changed
    // A number stored earlier may be saved again with the rest.
    requireThat(
      mobile === tidyPhone(present.mobile) || isPhoneNumber(mobile),
      sentences.phoneInvalid,
      'mobile',
    )
    const newEmail = profile.email === present.email ? '' : profile.email
    if (newEmail) await askAtAddress(tx, newEmail, ip, now)
    const changes = changedColumns(changed, newEmail)
    if (Object.keys(changes).length === 0) return
    await tx
      .updateTable('accounts')
      .set({ ...changes, ...savedByFamily(now) })

      .where('id', '=', accountId)
      .execute()
  })
  jobWaiting()
}

/** Refuses to empty a field that registration requires. */
function requireAcceptable({ firstName, lastName, mobile, email }: Profile): void {
  requireThat(firstName !== '', sentences.firstNameRequired, 'firstName')
  requireThat(lastName !== '', sentences.lastNameRequired, 'lastName')
  requireThat(mobile !== '', sentences.mobileRequired, 'mobile')
  requireThat(email === undefined || isEmailAddress(email), sentences.emailRequired, 'email')
}

const { input } = contract.accounts.editProfile

/** Returns the stored values as a form would send them. */
const asSent = (stored: Details): Details => input.decode(input.encode(stored), '', true)

type Details = Omit<Profile, 'before' | 'email'>

/**
 * Returns the fields to save: those that the form did not change keep their stored values. The postal address
 * counts as one field.
 */
function changedBy(
  { before: _before, email: _email, ...sent }: Profile,
  before: Details,
  stored: Details,
): Details {
  const given = Object.keys(sent).filter(name => sent[name as keyof Details] !== undefined)
  const answersOf = (details: Details) => {
    const { addressLine1, addressLine2, town, postcode, ...others }: Details = Object.fromEntries(
      given.map(name => [name, details[name as keyof Details]]),
    )
    return { ...others, address: { addressLine1, addressLine2, town, postcode } }
  }
  const { merged, conflicts } = mergeChanges({
    before: answersOf(before),
    sent: answersOf(sent),
    stored: answersOf(stored),
  })
  if (conflicts.length > 0) throw new Refusal(sentences.savedElsewhere, 409)
  const { address, ...others } = merged
  return { ...others, ...address }
}

function changedColumns(profile: Details, newEmail: string | undefined) {
  const columns = {
    first_name: profile.firstName,
    last_name: profile.lastName,
    mobile: profile.mobile,
    new_email: newEmail,
    avatar_path: profile.avatar,
    address_line_1: profile.addressLine1,
    address_line_2: profile.addressLine2,
    town: profile.town,
    postcode: profile.postcode,
    note: profile.note,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/**
 * Starts a change of email address by mailing a code, because somebody who took over a session cannot read
 * the new mailbox. A code just mailed stays valid.
 */
async function askAtAddress(tx: Tx, newEmail: string, ip: string, now: Date): Promise<void> {
  const taken = await tx.selectFrom('accounts').select('id').where('email', '=', newEmail).executeTakeFirst()
  requireThat(!taken, sentences.emailTaken, 'email')
  await allowRate(tx, codesForNetwork(ip), now)
  await writeCode(tx, 'change_email', newEmail, now)
}
