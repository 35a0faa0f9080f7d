import { defaultMails } from '#domain/office/mail-wishes.ts'
import type { Role } from '#domain/office/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { insertRowsForIds } from './insert-rows.ts'

/** The demo's staff. Visitors can sign in as each of them with a button (decision O-48). */
const people: { role: Role; fullName: string; colour: string }[] = [
  { role: 'owner', fullName: 'Ann Perry', colour: '#7a3b69' },
  { role: 'manager', fullName: 'Bo Ellis', colour: '#2f6b4f' },
  { role: 'frontDesk', fullName: 'Cass Moran', colour: '#3a5a8c' },
  { role: 'teacher', fullName: 'Dee Okafor', colour: '#9c4a1a' },
  { role: 'teacher', fullName: 'Priya Nair', colour: '#1f6f78' },
  { role: 'teacher', fullName: 'Tomos Rees', colour: '#5b4a9c' },
  { role: 'teacher', fullName: 'Femi Adeyemi', colour: '#4d6b1e' },
  { role: 'teacher', fullName: 'Hana Whitcombe', colour: '#a03a5b' },
]

/** Inserts the staff of the demo, without passkey or password. Returns the teachers' ids by name. */
export async function loadStaff(tx: Tx, now: Date): Promise<Map<string, number>> {
  const ids = await insertRowsForIds(
    tx,
    'staff',
    people.map(({ role, fullName, colour }) => ({
      email: `${fullName.split(' ')[0]?.toLowerCase()}@conkerandkite.example.test`,
      full_name: fullName,
      display_name: fullName.split(' ')[0] ?? '',
      role,
      status: 'active' as const,
      mail_wishes: defaultMails[role],
      colour,
      created_at: now,
    })),
  )
  const withId = people.map(({ role, fullName }, index) => ({
    role,
    entry: [fullName, ids[index] as number] as const,
  }))
  return new Map(withId.filter(({ role }) => role === 'teacher').map(({ entry }) => entry))
}
