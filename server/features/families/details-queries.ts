import { sql } from 'kysely'
import type { ChildDetails, FamilyDetails } from '#contract/office/families.ts'
import type { Db } from '#server/database/connect.ts'
import { emptyNoteBytes } from '#server/database/seal-note.ts'
import { genderNames } from '#server/features/children/queries.ts'

/** Reads the details of an active family, for the office's form. */
export const readFamilyDetails = (db: Db, id: number): Promise<FamilyDetails | undefined> =>
  db
    .selectFrom('accounts')
    .select([
      'id',
      'version',
      'first_name as firstName',
      'last_name as lastName',
      'mobile',
      'address_line_1 as addressLine1',
      'address_line_2 as addressLine2',
      'town',
      'postcode',
      'note',
    ])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()

const noContact = { firstName: '', lastName: '', mobile: '', email: '', relationship: '' }

type Row = Omit<ChildDetails, 'gender' | 'contacts' | 'pickUp'> & {
  genderCode: number
  contacts: (ChildDetails['contacts'][number] & { position: number })[]
  pickUp: ChildDetails['pickUp'] | null
}

/** Reads a child of an active family for the office's form, without decrypting its medical notes. */
export async function readChildDetails(
  db: Db,
  accountId: number,
  childId: number,
): Promise<ChildDetails | undefined> {
  const { rows } = await sql<Row>`
    select c.id, c.version, c.first_name as "firstName", c.last_name as "lastName", c.date_of_birth as birthday,
      c.gender as "genderCode", c.attends_school as "attendsSchool", c.school_name as "schoolName",
      c.address_source as "addressSource", c.address_line_1 as "addressLine1", c.address_line_2 as "addressLine2",
      c.note, c.photo_permission as "photoPermission", c.photo_marketing_permission as "photoMarketingPermission",
      octet_length(c.medical_sealed) <> ${emptyNoteBytes} as "isMedicalTold",
      octet_length(c.allergy_sealed) <> ${emptyNoteBytes} as "isAllergyTold",
      coalesce((select json_agg(json_build_object('position', e.position, 'firstName', e.first_name, 'lastName', e.last_name,
          'mobile', e.mobile, 'email', e.email, 'relationship', e.relationship))
        from emergency_contacts e where e.child_id = c.id), '[]') as contacts,
      (select json_build_object('firstName', p.first_name, 'lastName', p.last_name, 'phone', p.phone,
          'relationship', p.relationship)
        from pick_up_people p where p.child_id = c.id) as "pickUp"
    from children c join accounts a on a.id = c.account_id
    where c.id = ${childId} and c.account_id = ${accountId} and a.status = 'active'`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { genderCode, contacts, pickUp, ...child } = row
  const contactAt = (wanted: number) => {
    const { position: _position, ...contact } = contacts.find(({ position }) => position === wanted) ?? {
      ...noContact,
      position: wanted,
    }
    return contact
  }
  return {
    ...child,
    gender: genderNames[genderCode] ?? 'preferNotToSay',
    contacts: [contactAt(1), contactAt(2)],
    pickUp: pickUp ?? { firstName: '', lastName: '', phone: '', relationship: '' },
  }
}
