import { sql } from 'kysely'
import type { child, EmergencyContact } from '#contract/children.ts'
import type { Value } from '#contract/wire.ts'
import { todayInLondon } from '#domain/calendar.ts'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { emptyNoteBytes, notePlace, openNote } from '#server/database/seal-note.ts'
import { notesClosedUntil } from '#server/features/accounts/notes-lock.ts'
import type { AccountId } from '#server/request/actor.ts'

export type Child = Value<typeof child>

export const genderCodes = { preferNotToSay: 0, male: 1, female: 2 } as const
export const genderNames = ['preferNotToSay', 'male', 'female'] as const

/** Selects the emergency contacts of a child `c`, in order, as staff read them; null without any. */
export const contactsOfChild = sql`(select json_agg(json_build_object('name', e.first_name || ' ' || e.last_name,
    'phone', e.mobile, 'email', e.email, 'relationship', e.relationship) order by e.position)
  from emergency_contacts e where e.child_id = c.id)`

/** Selects the people who may pick up a child `c`, as staff read them. */
export const pickUpPerson = sql`(select json_build_object('name', btrim(p.first_name || ' ' || p.last_name),
    'phone', p.phone, 'email', '', 'relationship', p.relationship, 'photo', p.photo_path)
  from pick_up_people p where p.child_id = c.id)`

/** Reads the account's own children in the order they were added, or only the one with this id. */
export async function readChildren(
  db: Db,
  dataKey: Buffer,
  accountId: AccountId,
  childId?: number,
): Promise<Child[]> {
  const rows = await db
    .selectFrom('children')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(childId !== undefined, query => query.where('id', '=', childId as number))
    .orderBy('id')
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const contacts = await db
    .selectFrom('emergency_contacts')
    .selectAll()
    .where('child_id', 'in', ids)
    .execute()
  const pickUpPeople = await db
    .selectFrom('pick_up_people')
    .selectAll()
    .where('child_id', 'in', ids)
    .execute()
  return rows.map(row => {
    const contact = (position: 1 | 2) =>
      contactOf(contacts.find(found => found.child_id === row.id && found.position === position))
    const pickUp = pickUpPeople.find(found => found.child_id === row.id)
    return {
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      gender: genderNames[row.gender] ?? 'preferNotToSay',
      dateOfBirth: row.date_of_birth,
      attendsSchool: row.attends_school,
      schoolName: row.school_name,
      addressSource: row.address_source,
      addressLine1: row.address_line_1,
      addressLine2: row.address_line_2,
      medical: openNote(dataKey, row.medical_sealed, notePlace(accountId, 'medical')),
      allergy: openNote(dataKey, row.allergy_sealed, notePlace(accountId, 'allergy')),
      note: row.note,
      photoPermission: row.photo_permission,
      photoMarketingPermission: row.photo_marketing_permission,
      avatar: row.avatar_path,
      contacts: [contact(1), contact(2)],
      pickUpPerson: {
        firstName: pickUp?.first_name ?? '',
        lastName: pickUp?.last_name ?? '',
        phone: pickUp?.phone ?? '',
        relationship: pickUp?.relationship ?? '',
        photo: pickUp?.photo_path ?? '',
      },
    }
  })
}

/**
 * Reads the account's own children for the family's pages. Both notes are left out for a while after the office changed
 * the address.
 */
export async function readOwnChildren(
  db: Db,
  { dataKey, now }: { dataKey: Buffer; now: Date },
  accountId: AccountId,
  childId?: number,
): Promise<Child[]> {
  const children = await readChildren(db, dataKey, accountId, childId)
  const closedUntil = await notesClosedUntil(db, accountId, now)
  if (!closedUntil) return children
  const closed = { medical: '', allergy: '', notesClosed: true, notesShownOn: todayInLondon(closedUntil) }
  return children.map(child => ({ ...child, ...closed }))
}

/** Whether a child `c` lacks required fields (`isChildComplete`), without decrypting anything. */
export const isIncomplete = sql<boolean>`(octet_length(c.medical_sealed) = ${sql.lit(emptyNoteBytes)}
  or octet_length(c.allergy_sealed) = ${sql.lit(emptyNoteBytes)}
  or (select count(*) from emergency_contacts e where e.child_id = c.id) < 2)`

const contactOf = (found: Schema['emergency_contacts'] | undefined): EmergencyContact => ({
  firstName: found?.first_name ?? '',
  lastName: found?.last_name ?? '',
  mobile: found?.mobile ?? '',
  email: found?.email ?? '',
  relationship: found?.relationship ?? '',
})
