import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contract } from '#contract/contract.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { invalidContacts, isBirthday, isChildComplete } from '#domain/child-details.ts'
import { mergeChanges } from '#domain/merge-changes.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { childThereAlready, sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { notePlace, sealNote } from '#server/database/seal-note.ts'
import { transaction, violatedConstraint } from '#server/database/transaction.ts'
import { notesClosedUntil } from '#server/features/accounts/notes-lock.ts'
import { lockOwnAccount, requireOwnPictures } from '#server/features/accounts/queries.ts'
import { savedByFamily } from '#server/features/accounts/saved-by-family.ts'
import type { AccountId, SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { hasUnreadChange, noteSave } from './detect-lost-update.ts'
import { type Child, genderCodes, readChildren } from './queries.ts'

type NewChild = CallInput<typeof contract.children.add>
type EditedChild = CallInput<typeof contract.children.edit>
type ChildForm = Omit<EditedChild, 'id' | 'before'>

/**
 * Adds a child with both contacts, and returns its id. Seals medical and allergy notes (trust row 27). The
 * database limits the children of an account (decision E-34). A repeated form creates no second child.
 * Refuses a child with the names and birthday of another, unless the form confirms that it is another child.
 */
export async function addChild(
  services: Services,
  actor: SignedIn,
  { requestId, isAnother = false, ...form }: NewChild,
): Promise<number> {
  const { accountId } = actor
  const now = services.clock()
  requireComplete(form, now)
  requireReachable(form)
  return transaction(services.db, async tx => {
    await lockOwnAccount(tx, accountId)
    const sentBefore = requestId ? await findByRequest(tx, accountId, requestId) : undefined
    if (sentBefore && (await isSameName(tx, sentBefore.first_name, form.firstName))) {
      // The form's latest values count, unless somebody else has edited the child since.
      await replaceChild(tx, services, actor, { id: sentBefore.id, ...form })
      return sentBefore.id
    }
    if (!isAnother) {
      const namesakes = await findNamesakes(tx, services, accountId, form)
      const twin = namesakes.find(stored => isDeepStrictEqual(formOf(stored), form))
      if (twin) return twin.id
      // A client without form numbers cannot ask a question, so it shows the sentence.
      const code = requestId ? 409 : 0
      if (namesakes.length > 0)
        throw new Refusal(childThereAlready(`${form.firstName} ${form.lastName}`), code)
    }
    await requireChildPictures(tx, accountId, form, { avatar_path: '', photo_path: '' })
    const { id } = await tx
      .insertInto('children')
      .values({
        ...columnsOf(services, accountId, form),
        account_id: accountId,
        created_at: now,
        // A different name is a different child: a form for a new child renames nobody.
        request_id: (!sentBefore && requestId) || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writePeople(tx, id, form)
    return id
  }).catch(error => {
    const isOneTooMany = violatedConstraint(error) === 'children_within_account'
    throw isOneTooMany ? new Refusal(sentences.tooManyChildren) : error
  })
}

/**
 * Saves a form's changes to the account's own child. Another family's child and an unknown one are refused in
 * the same words. A form without the values it began with replaces everything, so it could delete an allergy
 * that its sender has not seen. It is refused if the child was saved since this sign-in read it.
 */
export async function editChild(services: Services, actor: SignedIn, edited: EditedChild): Promise<void> {
  const now = services.clock()
  await transaction(services.db, async tx => {
    await lockOwnAccount(tx, actor.accountId)
    const notesClosed = (await notesClosedUntil(tx, actor.accountId, now)) !== undefined
    requireComplete({ ...edited, notesClosed }, now)
    await replaceChild(tx, services, actor, edited)
  })
}

async function replaceChild(
  tx: Tx,
  services: Services,
  actor: SignedIn,
  { id, before, ...given }: EditedChild,
): Promise<void> {
  const { accountId } = actor
  const present = await lockChild(tx, accountId, id)
  requireThat(present, sentences.childNotFound)
  const [stored] = await readChildren(tx, services.config.dataKey, accountId, id)
  if (!stored) throw new Error('a child that is locked is there')
  // While the family cannot see both notes they stay unchanged, whatever its form sends.
  const isClosed = await notesClosedUntil(tx, accountId, services.clock())
  const kept = isClosed && { medical: stored.medical, allergy: stored.allergy }
  const form = { ...given, ...kept }
  const next = before ? changedBy(form, { ...before, ...kept }, formOf(stored)) : form
  if (!before && (await hasUnreadChange(tx, actor, id)))
    requireThat(isDeepStrictEqual(formOf(stored), form), sentences.childSavedElsewhere)
  requireReachable(next, stored)
  await requireChildPictures(tx, accountId, next, present)
  await tx
    .updateTable('children')
    .set({ ...columnsOf(services, accountId, next), ...savedByFamily(services.clock()) })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  await writePeople(tx, id, next)
  await noteSave(tx, actor, id)
}

/**
 * Returns the fields to save: those that the form changed, and the stored values of the others. A contact,
 * the pick-up person and the address each count as one field, so that two versions are not mixed.
 */
function changedBy(form: ChildForm, before: ChildForm, stored: ChildForm): ChildForm {
  const { merged, conflicts } = mergeChanges({
    before: answersOf(before),
    sent: answersOf(form),
    stored: answersOf(stored),
  })
  if (conflicts.length > 0) throw new Refusal(sentences.savedElsewhere, 409)
  const { contactOne, contactTwo, address, ...others } = merged
  return { ...others, ...address, contacts: [contactOne, contactTwo] }
}

const answersOf = ({
  contacts: [contactOne, contactTwo],
  addressSource,
  addressLine1,
  addressLine2,
  ...others
}: ChildForm) => ({
  ...others,
  contactOne,
  contactTwo,
  address: { addressSource, addressLine1, addressLine2 },
})

const { input } = contract.children.edit

/** Returns the stored values as a form would send them. */
function formOf(stored: Child): ChildForm {
  const { id: _id, before: _before, ...form } = input.decode(input.encode(stored), '', true)
  return form
}

const findByRequest = (tx: Tx, accountId: AccountId, requestId: string) =>
  tx
    .selectFrom('children')
    .select(['id', 'first_name'])
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()

async function isSameName(tx: Tx, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select search_words(${one}) = search_words(${other}) as same`.execute(tx)
  return rows[0]?.same === true
}

/** Finds the account's children with the same names, however spelt, and the same birthday. */
async function findNamesakes(
  tx: Tx,
  { config }: Services,
  accountId: AccountId,
  { firstName, lastName, dateOfBirth }: ChildForm,
): Promise<Child[]> {
  const { rows } = await sql<{ id: number }>`select id from children
    where account_id = ${accountId} and date_of_birth = ${dateOfBirth}
      and search_words(first_name) = search_words(${firstName})
      and search_words(last_name) = search_words(${lastName})`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  if (ids.size === 0) return []
  return (await readChildren(tx, config.dataKey, accountId)).filter(({ id }) => ids.has(id))
}

const lockChild = (tx: Tx, accountId: AccountId, childId: number) =>
  tx
    .selectFrom('children')
    .leftJoin('pick_up_people', 'pick_up_people.child_id', 'children.id')
    .select(['children.avatar_path', 'pick_up_people.photo_path'])
    .where('children.id', '=', childId)
    .where('children.account_id', '=', accountId)
    .forUpdate('children')
    .executeTakeFirst()

/**
 * Requires the fields that both documents require. The starred gender, address and photo permission are
 * optional (A-05, B-13).
 */
function requireComplete(form: ChildForm & { notesClosed?: boolean }, now: Date): void {
  requireThat(isChildComplete(form), sentences.starredRequired)
  requireThat(isBirthday(form.dateOfBirth, todayInLondon(now)), sentences.birthdayInvalid, 'dateOfBirth')
}

function requireReachable(form: ChildForm, kept?: Parameters<typeof invalidContacts>[1]): void {
  const [wrong] = invalidContacts(form, kept)
  if (wrong) throw new Refusal(wrong.sentence, 0, wrong.field)
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

/** Writes both contacts, and the pick-up person if any field of theirs is filled in. */
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
