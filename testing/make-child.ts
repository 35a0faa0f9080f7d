import { notePlace, sealNote } from '#server/database/seal-note.ts'
import { writeRow } from './rows.ts'
import type { TestApp } from './start-test-app.ts'

/** Inserts a child of the account with both contacts; returns its id. */
export async function makeChild(
  app: Pick<TestApp, 'db' | 'clock' | 'services'>,
  { accountId }: { accountId: number },
  given: {
    firstName?: string
    lastName?: string
    dateOfBirth?: string
    medical?: string
    allergy?: string
  } = {},
): Promise<number> {
  const key = app.services.config.dataKey
  return app.db.transaction().execute(async tx => {
    const id = await writeRow(tx, 'children', {
      account_id: accountId,
      first_name: given.firstName ?? 'Leo',
      last_name: given.lastName ?? 'Shah',
      date_of_birth: given.dateOfBirth ?? '2020-01-01',
      medical_sealed: sealNote(key, given.medical ?? 'None', notePlace(accountId, 'medical')),
      allergy_sealed: sealNote(key, given.allergy ?? 'None', notePlace(accountId, 'allergy')),
      created_at: app.clock.now(),
    })
    const contact = {
      child_id: id,
      last_name: 'Shah',
      mobile: '07700 900002',
      email: 'contact@example.test',
      relationship: 'Parent',
    }
    await tx
      .insertInto('emergency_contacts')
      .values([
        { ...contact, position: 1, first_name: 'Priya' },
        { ...contact, position: 2, first_name: 'Amit' },
      ])
      .execute()
    return id
  })
}
