import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { ChildDetails, families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import { invalidContacts, isBirthday } from '#domain/child-details.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { childThere, peopleSentences } from '#domain/office/people-sentences.ts'
import { comparablePhone, phoneProblem } from '#domain/office/plausible-phone.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { notePlace, openNote, sealNote } from '#server/database/seal-note.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { noteUnread } from '#server/features/children/detect-lost-update.ts'
import { genderCodes } from '#server/features/children/queries.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { saveVersioned } from '#server/staff-log/save-versioned.ts'
import { readChildDetails } from './details-queries.ts'
import { lockFamily } from './lock-family.ts'
import { tellOfChange, tellOfNewChild } from './tell-family.ts'

type Asked = CallInput<typeof families.saveChild>
type GivenChild = Omit<Asked, 'id' | 'childId' | 'version' | 'requestId'>

/**
 * Saves or adds a child in the office. Contacts and health may be left out, as in an import, and the register
 * then says “not told”. Mails the family which kinds of details changed. Locks the account, then the child.
 */
export async function saveFamilyChild(
  request: OfficeRequest,
  asked: Asked,
): Promise<Recorded<{ id: number; version: number }>> {
  const { clock, jobWaiting } = request
  const { id: accountId, childId, version, requestId: _requestId, ...given } = asked
  const now = clock()
  try {
    const recorded = await recordAction(request, asked, async tx => {
      const family = { id: accountId, ...(await lockFamily(tx, accountId)) }
      if (childId === undefined) {
        await requireNoNamesake(tx, accountId, given)
        const added = await addChildOf(tx, request, accountId, given)
        await tellOfNewChild(tx, family, given.firstName, now)
        return { answer: { id: added, version: 1 }, action: actionOf(accountId, added, { isNew: true }) }
      }
      await tx
        .selectFrom('children')
        .select('id')
        .where('id', '=', childId)
        .where('account_id', '=', accountId)
        .forUpdate()
        .execute()
      const present = await readChildDetails(tx, accountId, childId)
      requireThat(present, peopleSentences.childNotFound)
      requireGood(given, now, present)
      // A child that was entered twice already can still be corrected.
      if (isRenamed(given, present)) await requireNoNamesake(tx, accountId, given, childId)
      const changed = [
        ...kindsChanged(given, present),
        ...(await notesChanged(tx, request, childId, accountId, given)),
      ]
      const saved = await saveVersioned(
        tx,
        'children',
        version === undefined ? { id: childId } : { id: childId, version },
        columnsOf(request, accountId, given),
        { staff: request.staff, now, current: async () => present, others: 'The family' },
      )
      await writePeople(tx, childId, given)
      // A family's form that was read before must not put the old details back.
      await noteUnread(tx, accountId, childId)
      await tellOfChange(tx, family, changed, now, present)
      return {
        answer: { id: childId, version: saved },
        action: actionOf(accountId, childId, { changed }),
      }
    })
    jobWaiting()
    return recorded
  } catch (error) {
    if (violatedConstraint(error) === 'children_within_account')
      throw new OfficeRefusal(peopleSentences.tooManyChildren)
    throw error
  }
}

const actionOf = (accountId: number, childId: number, facts: Record<string, boolean | string[]>) => ({
  ...{ action: 'child.save' as const, subjectKind: 'child', subjectId: childId, accountId },
  ...{ childIds: [childId], facts },
})

/** Adds a child to a locked family, and returns its id. */
export async function addChildOf(
  tx: Tx,
  request: Pick<OfficeRequest, 'config' | 'clock' | 'staff'>,
  accountId: number,
  given: GivenChild,
): Promise<number> {
  const now = request.clock()
  requireGood(given, now)
  const { id } = await tx
    .insertInto('children')
    .values({
      medical_sealed: sealNote(request.config.dataKey, '', notePlace(accountId, 'medical')),
      allergy_sealed: sealNote(request.config.dataKey, '', notePlace(accountId, 'allergy')),
      ...columnsOf(request, accountId, given),
      ...{ account_id: accountId, created_at: now, updated_at: now, updated_by: request.staff.staffId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writePeople(tx, id, given)
  return id
}

const isEmpty = (person: object) => Object.values(person).every(text => text === '')

function requireGood(given: GivenChild, now: Date, present?: ChildDetails): void {
  const whole = (at: number) => {
    const contact = given.contacts[at] ?? {}
    return isEmpty(contact) || Object.values(contact).every(text => text !== '')
  }
  const reached = (child: GivenChild) => ({ contacts: child.contacts, pickUpPerson: child.pickUp })
  const invalid = invalidContacts(reached(given), present && reached(present), phoneProblem)
  requireFields({
    firstName: given.firstName === '' && peopleSentences.childNameRequired,
    lastName: given.lastName === '' && peopleSentences.childNameRequired,
    birthday: !isBirthday(given.birthday, todayInLondon(now)) && sentences.birthdayInvalid,
    'contact1.firstName': !whole(0) && peopleSentences.contactsWhole,
    'contact2.firstName': !whole(1) && peopleSentences.contactsWhole,
    ...Object.fromEntries(invalid.map(({ field, sentence }) => [field, sentence])),
  })
}

const isRenamed = (given: GivenChild, present: ChildDetails) =>
  (['firstName', 'lastName', 'birthday'] as const).some(field => given[field] !== present[field])

/**
 * Refuses the names and birthday of another child of the family, because it would be the same child twice.
 */
export async function requireNoNamesake(
  tx: Tx,
  accountId: number,
  { firstName, lastName, birthday }: Pick<GivenChild, 'firstName' | 'lastName' | 'birthday'>,
  childId = 0,
): Promise<void> {
  const { rows } = await sql`select id from children
    where account_id = ${accountId} and id <> ${childId} and date_of_birth = ${birthday}
      and search_words(first_name) = search_words(${firstName})
      and search_words(last_name) = search_words(${lastName}) limit 1`.execute(tx)
  requireFields({ firstName: rows.length > 0 && childThere(`${firstName} ${lastName}`) })
}

/**
 * Returns the columns to write. A medical note that is not given is left out, so that the stored one stays.
 */
function columnsOf({ config }: Pick<OfficeRequest, 'config'>, accountId: number, given: GivenChild) {
  const seal = (kind: 'medical' | 'allergy') =>
    given[kind] ? sealNote(config.dataKey, given[kind], notePlace(accountId, kind)) : undefined
  const [medical, allergy] = [seal('medical'), seal('allergy')]
  return {
    first_name: given.firstName,
    last_name: given.lastName,
    date_of_birth: given.birthday,
    gender: genderCodes[given.gender],
    attends_school: given.attendsSchool,
    school_name: given.schoolName,
    address_source: given.addressSource,
    address_line_1: given.addressLine1,
    address_line_2: given.addressLine2,
    note: given.note,
    photo_permission: given.photoPermission,
    photo_marketing_permission: given.photoMarketingPermission,
    ...(medical && { medical_sealed: medical }),
    ...(allergy && { allergy_sealed: allergy }),
  }
}

/** Replaces the contacts and the pick-up person, but keeps that person's picture. */
async function writePeople(tx: Tx, childId: number, { contacts, pickUp }: GivenChild): Promise<void> {
  await tx.deleteFrom('emergency_contacts').where('child_id', '=', childId).execute()
  const rows = contacts.flatMap((contact, at) =>
    isEmpty(contact)
      ? []
      : {
          ...{
            child_id: childId,
            position: at + 1,
            first_name: contact.firstName,
            last_name: contact.lastName,
          },
          ...{ mobile: contact.mobile, email: contact.email, relationship: contact.relationship },
        },
  )
  if (rows.length > 0) await tx.insertInto('emergency_contacts').values(rows).execute()
  const before = await tx
    .deleteFrom('pick_up_people')
    .where('child_id', '=', childId)
    .returning('photo_path')
    .executeTakeFirst()
  if (isEmpty(pickUp)) return
  await tx
    .insertInto('pick_up_people')
    .values({
      ...{ child_id: childId, first_name: pickUp.firstName, last_name: pickUp.lastName },
      ...{ phone: pickUp.phone, relationship: pickUp.relationship, photo_path: before?.photo_path ?? '' },
    })
    .execute()
}

const kinds: Record<string, (keyof GivenChild & keyof ChildDetails)[]> = {
  name: ['firstName', 'lastName'],
  birthday: ['birthday'],
  gender: ['gender'],
  school: ['attendsSchool', 'schoolName'],
  address: ['addressSource', 'addressLine1', 'addressLine2'],
  note: ['note'],
  'photo permissions': ['photoPermission', 'photoMarketingPermission'],
  'emergency contacts': ['contacts'],
  'pick-up person': ['pickUp'],
}

/** Returns the kinds of details that changed. A number in another spelling is not a change. */
const kindsChanged = (given: GivenChild, present: ChildDetails) =>
  Object.entries(kinds)
    .filter(([, fields]) =>
      fields.some(field => !isDeepStrictEqual(comparable(given[field]), comparable(present[field]))),
    )
    .map(([kind]) => kind)

/** Returns a field with its telephone numbers in the form in which they are compared. */
const comparable = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (field, text) =>
      field === 'mobile' || field === 'phone' ? comparablePhone(text) : text,
    ),
  )

/** Compares the given medical notes with the stored ones; returns which of them differ, never their text. */
async function notesChanged(
  tx: Tx,
  { config }: OfficeRequest,
  childId: number,
  accountId: number,
  given: GivenChild,
): Promise<string[]> {
  const stored = await tx
    .selectFrom('children')
    .select(['medical_sealed', 'allergy_sealed'])
    .where('id', '=', childId)
    .executeTakeFirstOrThrow()
  const differs = (kind: 'medical' | 'allergy') =>
    given[kind] &&
    given[kind] !== openNote(config.dataKey, stored[`${kind}_sealed`], notePlace(accountId, kind))
  return [...(differs('medical') ? ['medical note'] : []), ...(differs('allergy') ? ['allergy note'] : [])]
}
