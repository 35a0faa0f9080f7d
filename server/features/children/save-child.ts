import type { child } from '#contract/children.ts'
import type { Value } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { invalidContacts, isAllTold, isBirthday } from '#domain/child-details.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import type { AccountId } from '#server/features/accounts/actor.ts'
import { lockOwnAccount, requireOwnPictures } from '#server/features/accounts/queries.ts'
import type { Services } from '#server/services.ts'
import { genderCodes } from './queries.ts'
import { notePlace, sealNote } from './seal-note.ts'

export type ChildForm = Omit<Value<typeof child>, 'id'>

/**
 * Adds a child with both contacts, and gives its id. Medical and allergy notes are sealed (trust row 27). The database
 * locks the account and refuses a child too many (decision E-34).
 */
export async function addChild(services: Services, accountId: AccountId, form: ChildForm): Promise<number> {
  const now = services.clock()
  requireComplete(form, now)
  requireReachable(form)
  return transaction(services.db, async tx => {
    await lockOwnAccount(tx, accountId)
    await requireChildPictures(tx, accountId, form, { avatar_path: '', photo_path: '' })
    const { id } = await tx
      .insertInto('children')
      .values({ ...columnsOf(services, accountId, form), account_id: accountId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writePeople(tx, id, form)
    return id
  }).catch(error => {
    const isOneTooMany = violatedConstraint(error) === 'children_within_account'
    throw isOneTooMany ? new Refusal(sentences.tooManyChildren) : error
  })
}

/** Replaces what is known of the account's own child; a foreign and an absent one are refused in the same words. */
export async function editChild(
  services: Services,
  accountId: AccountId,
  { id, ...form }: ChildForm & { id: number },
): Promise<void> {
  requireComplete(form, services.clock())
  await transaction(services.db, async tx => {
    await lockOwnAccount(tx, accountId)
    const present = await lockChild(tx, accountId, id)
    requireThat(present, sentences.childNotFound)
    requireReachable(form, await readPeople(tx, id, present.phone))
    await requireChildPictures(tx, accountId, form, present)
    await tx
      .updateTable('children')
      .set(columnsOf(services, accountId, form))
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .execute()
    await writePeople(tx, id, form)
  })
}

const lockChild = (tx: Tx, accountId: AccountId, childId: number) =>
  tx
    .selectFrom('children')
    .leftJoin('pick_up_people', 'pick_up_people.child_id', 'children.id')
    .select(['children.avatar_path', 'pick_up_people.photo_path', 'pick_up_people.phone'])
    .where('children.id', '=', childId)
    .where('children.account_id', '=', accountId)
    .forUpdate('children')
    .executeTakeFirst()

/** What both documents require; the starred gender, address and photo permission are not checked (A-05, B-13). */
function requireComplete(form: ChildForm, now: Date): void {
  requireThat(isAllTold(form), sentences.starredRequired)
  requireThat(isBirthday(form.dateOfBirth, todayInLondon(now)), sentences.birthdayInvalid)
}

function requireReachable(form: ChildForm, kept?: Parameters<typeof invalidContacts>[1]): void {
  const [wrong] = invalidContacts(form, kept)
  if (wrong) throw new Refusal(wrong.sentence, 0, wrong.field)
}

async function readPeople(tx: Tx, childId: number, phone: string | null) {
  const contacts = await tx
    .selectFrom('emergency_contacts')
    .select(['mobile', 'email'])
    .where('child_id', '=', childId)
    .execute()
  return { contacts, pickUpPerson: { phone: phone ?? '' } }
}

function requireChildPictures(
  tx: Tx,
  accountId: AccountId,
  form: ChildForm,
  present: { avatar_path: string; photo_path: string | null },
): Promise<void> {
  return requireOwnPictures(tx, accountId, [
    { given: form.avatar, present: present.avatar_path },
    { given: form.pickUpPerson.photo, present: present.photo_path ?? '' },
  ])
}

function columnsOf({ config }: Services, accountId: AccountId, form: ChildForm) {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    gender: genderCodes[form.gender],
    date_of_birth: form.dateOfBirth,
    attends_school: form.attendsSchool,
    school_name: form.schoolName,
    address_source: form.addressSource,
    address_line_1: form.addressLine1,
    address_line_2: form.addressLine2,
    medical_sealed: sealNote(config.dataKey, form.medical, notePlace(accountId, 'medical')),
    allergy_sealed: sealNote(config.dataKey, form.allergy, notePlace(accountId, 'allergy')),
    note: form.note,
    photo_permission: form.photoPermission,
    photo_marketing_permission: form.photoMarketingPermission,
    avatar_path: form.avatar,
  }
}

/** Both contacts, and the pick-up person when something is known of one. */
async function writePeople(tx: Tx, childId: number, { contacts, pickUpPerson }: ChildForm): Promise<void> {
  await tx.deleteFrom('emergency_contacts').where('child_id', '=', childId).execute()
  await tx.deleteFrom('pick_up_people').where('child_id', '=', childId).execute()
  await tx
    .insertInto('emergency_contacts')
    .values(
      contacts.map((contact, index) => ({
        child_id: childId,
        position: index + 1,
        first_name: contact.firstName,
        last_name: contact.lastName,
        mobile: contact.mobile,
        email: contact.email,
        relationship: contact.relationship,
      })),
    )
    .execute()
  if (Object.values(pickUpPerson).every(text => text === '')) return
  await tx
    .insertInto('pick_up_people')
    .values({
      child_id: childId,
      first_name: pickUpPerson.firstName,
      last_name: pickUpPerson.lastName,
      phone: pickUpPerson.phone,
      relationship: pickUpPerson.relationship,
      photo_path: pickUpPerson.photo,
    })
    .execute()
}
