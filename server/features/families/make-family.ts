import type { families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { addressOfFamily, claimSentences, peopleSentences } from '#domain/office/people-sentences.ts'
import { phoneProblem } from '#domain/office/plausible-phone.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { mailPasswordLink } from './mail-password.ts'
import { columnsOf } from './save-family.ts'
import { addChildOf, requireNoNamesake } from './save-family-child.ts'

type Asked = CallInput<typeof families.make>

/**
 * Adds a family by hand. Like an imported one it has an email address but no password until the family
 * chooses one, and the children's contacts and health are unknown. The family accepts the terms itself.
 */
export async function makeFamilyByHand(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<{ id: number }>> {
  const { clock, db, jobWaiting } = request
  const { email, children, mailsPassword, enquiryId, requestId: _requestId, ...details } = asked
  const now = clock()
  requireFields({
    firstName: details.firstName === '' && sentences.firstNameRequired,
    lastName: details.lastName === '' && sentences.lastNameRequired,
    email: !isEmailAddress(email) && sentences.emailRequired,
    mobile: phoneProblem(details.mobile),
  })
  try {
    const recorded = await recordAction(request, asked, async tx => {
      await requireFreeAddress(tx, email)
      const id = await insertFamily(tx, request, email, details)
      const childIds: number[] = []
      for (const child of children) {
        await requireNoNamesake(tx, id, child)
        childIds.push(await addChildOf(tx, request, id, { ...unknownChild, ...addressOf(details), ...child }))
      }
      if (enquiryId) await giveEnquiry(tx, enquiryId, id)
      if (mailsPassword) await mailPasswordLink(tx, request, { id, email, firstName: details.firstName }, now)
      return {
        answer: { id },
        action: {
          ...{
            action: 'family.make' as const,
            subjectKind: 'family',
            subjectId: id,
            accountId: id,
            childIds,
          },
          facts: { children: childIds.length, mailsPassword, ...(enquiryId && { enquiry: enquiryId }) },
        },
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    if (violatedConstraint(error) === 'children_within_account')
      throw new OfficeRefusal(peopleSentences.tooManyChildren)
    if (violatedConstraint(error) !== 'accounts_email_once') throw error
    // Somebody made or registered a family with this address at the same moment.
    await requireFreeAddress(db, email)
    throw error
  }
}

/** Inserts the account of a family that staff add. It has no password and has not accepted the terms. */
export async function insertFamily(
  tx: Tx,
  { staff, clock }: Pick<OfficeRequest, 'staff' | 'clock'>,
  email: string,
  details: Parameters<typeof columnsOf>[0],
): Promise<number> {
  const now = clock()
  const { id } = await tx
    .insertInto('accounts')
    .values({
      ...columnsOf(details),
      ...{ email, password_hash: '', wants_offers: null, created_at: now },
      ...{ updated_at: now, updated_by: staff.staffId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Links an enquiry to the family. Refuses one that belongs to a family already. Its version stays, because no
 * field that staff edit changes.
 */
async function giveEnquiry(tx: Tx, enquiryId: number, accountId: number): Promise<void> {
  const given = await tx
    .updateTable('enquiries')
    .set({ account_id: accountId })
    .where('id', '=', enquiryId)
    .where('account_id', 'is', null)
    .executeTakeFirst()
  requireThat(given.numUpdatedRows === 1n, claimSentences.enquiryIsFamilys)
}

const unknownChild = {
  gender: 'preferNotToSay' as const,
  attendsSchool: false,
  schoolName: '',
  addressSource: 'guardian' as const,
  note: '',
  photoPermission: false,
  photoMarketingPermission: false,
  contacts: [],
  pickUp: { firstName: '', lastName: '', phone: '', relationship: '' },
}

const addressOf = ({ addressLine1, addressLine2 }: { addressLine1: string; addressLine2: string }) => ({
  addressLine1,
  addressLine2,
})

/** Refuses an address that is in use, and names the family that has it. */
async function requireFreeAddress(db: Db, email: string): Promise<void> {
  const owner = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name'])
    .where('email', '=', email)
    .executeTakeFirst()
  requireFields({ email: owner && addressOfFamily(`${owner.first_name} ${owner.last_name}`.trim()) })
}
