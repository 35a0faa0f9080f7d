import type { auditRun, health as calls } from '#contract/office/health.ts'
import type { Value } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import { auditDatabase } from '#server/audit/invariants.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import type { Services } from '#server/services.ts'
import { recordAction } from '#server/staff-log/record-action.ts'
import { tellOfFailure } from './report-failures.ts'

type Run = Omit<Value<typeof auditRun>, 'by'>

/** Checks every invariant, one after the other, outside of any transaction. */
async function audit({ db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>): Promise<Run> {
  const began = performance.now()
  const findings = await auditDatabase(db, clock(), [config.dataKey])
  return {
    at: clock().toISOString(),
    milliseconds: Math.round(performance.now() - began),
    rules: findings.length,
    broken: findings.filter(({ violations }) => violations > 0),
  }
}

/** Stores the result and reports broken rules, once a day. */
async function keep(tx: Db, { at, milliseconds, rules, broken }: Run, staffId: number | null): Promise<void> {
  await tx
    .insertInto('audit_runs')
    .values({ at, milliseconds, rules, broken: JSON.stringify(broken), staff_id: staffId })
    .execute()
  if (broken.length > 0) {
    await tellOfFailure(tx, 'audit', 'The nightly check of the data found something wrong', new Date(at))
  }
}

/** Runs the audit once a night. */
export async function auditAtNight(services: Services): Promise<void> {
  const run = await audit(services)
  // Logged outside of the database, so that `npm run audit` can compare it.
  const { last_id, last_hash } = await services.db
    .selectFrom('audit_head')
    .select(['last_id', 'last_hash'])
    .executeTakeFirstOrThrow()
  services.log.info('the office’s log ends here', {
    logEnd: `${last_id} ${Buffer.from(last_hash).toString('hex')}`,
  })
  await transaction(services.db, tx => keep(tx, run, null))
}

/** Runs the audit because somebody pressed the button. */
export async function runAudit({ requestId }: CallInput<typeof calls.runAudit>, request: OfficeRequest) {
  const run = await audit(request)
  return recordAction(request, { requestId }, async tx => {
    await keep(tx, run, request.staff.staffId)
    return {
      answer: { ...run, by: request.staff.fullName },
      action: { action: 'audit.run', subjectKind: 'audit', facts: { broken: run.broken.length } },
    }
  })
}
