import type { auditRun, health as calls } from '#contract/office/health.ts'
import type { Value } from '#contract/office/office-call.ts'
import type { CallInput } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { auditDatabase } from '#server/database/invariants.ts'
import { transaction } from '#server/database/transaction.ts'
import { act } from '#server/features/staff/act.ts'
import type { OfficeRequest } from '#server/http/serve-office.ts'
import type { Services } from '#server/services.ts'
import { tellOfFailure } from './look-for-failures.ts'

type Run = Omit<Value<typeof auditRun>, 'by'>

/** Every invariant, looked at one after the other, outside of any transaction. */
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

/** What is broken is told, once a day. */
async function keep(tx: Db, { at, milliseconds, rules, broken }: Run, staffId: number | null): Promise<void> {
  await tx
    .insertInto('audit_runs')
    .values({ at, milliseconds, rules, broken: JSON.stringify(broken), staff_id: staffId })
    .execute()
  if (broken.length > 0) {
    await tellOfFailure(tx, 'audit', 'A rule that the data must keep is broken', new Date(at))
  }
}

/** Once a night. */
export async function auditAtNight(services: Services): Promise<void> {
  const run = await audit(services)
  // Kept outside of the database: `npm run audit` compares them.
  const { last_id, last_hash } = await services.db
    .selectFrom('audit_head')
    .select(['last_id', 'last_hash'])
    .executeTakeFirstOrThrow()
  services.log.info('the office’s log ends here', {
    logEnd: `${last_id} ${Buffer.from(last_hash).toString('hex')}`,
  })
  await transaction(services.db, tx => keep(tx, run, null))
}

/** By a press. */
export async function runAudit({ requestId }: CallInput<typeof calls.runAudit>, request: OfficeRequest) {
  const run = await audit(request)
  return act(request, { requestId }, async tx => {
    await keep(tx, run, request.staff.staffId)
    return {
      answer: { ...run, by: request.staff.fullName },
      action: { action: 'audit.run', subjectKind: 'audit', facts: { broken: run.broken.length } },
    }
  })
}
