import { transaction } from '#server/database/transaction.ts'
import type { StaffMember } from '#server/request/staff-member.ts'
import type { Services } from '#server/services.ts'
import { writeAction } from './record-action.ts'

/** Logs that somebody tried a call that their role does not allow. */
export const logRefusedCall = (
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  staff: StaffMember,
  path: string,
): Promise<void> =>
  transaction(db, tx =>
    writeAction(tx, config, staff, { action: 'call.refused', subjectKind: 'call', facts: { path } }, clock()),
  )
