import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Services } from '#server/services.ts'
import { writeAction } from '#server/staff-log/record-action.ts'
import type { AppliedLine, ImportContext } from './applied-line.ts'
import { applyClasses } from './apply-classes.ts'
import { applyCredits } from './apply-credits.ts'
import { applyFamilies } from './apply-families.ts'
import { writeBadRows } from './check-import.ts'
import { type FileColumn, ordersOf } from './queries.ts'
import { openFile } from './sealed-file.ts'
import { type GoodLines, validateLines } from './validate-lines.ts'

const batchSize = 100
/** The maximum number of tries, about five minutes: a failure that lasts needs a person. */
const maxTries = 5
/**
 * Pauses between batches. The embedded database has one connection, and each waiting caller gets one statement
 * before the next batch. Without the pause a call of several statements would take as long as the import.
 */
const pauseMilliseconds = 25

/**
 * Imports the valid lines in batches, each in a transaction with its results. If a process is killed, another
 * continues after the last batch. Lines are validated again first, because others write too. An import that
 * fails too often stops: it can be undone or continued.
 */
export async function importLines(
  services: Services,
  { importId }: { importId: number },
  attempts = 1,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, config, clock } = services
  if (attempts > maxTries) return giveUp(services, importId)
  const run = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (run?.state !== 'running') return
  const columns = (run.columns as FileColumn[]).map(({ readAs }) => readAs)
  const table = await openFile(config.dataKey, run)
  const { validated, problems } = await validateLines(db, {
    ...{ run, table, columns, orders: ordersOf(run.columns as FileColumn[]) },
    ...{ policy: run.policy, now: clock() },
  })
  const context = {
    importId,
    policy: run.policy,
    dataKey: config.dataKey,
    staffId: run.staff_id,
    now: clock(),
  }
  await transaction(db, async tx => {
    if (await lockRun(tx, importId)) await writeBadRows(tx, importId, problems)
  })
  // Lines before `from` are imported already, so their results are not read again for each batch.
  let from = 0
  for (;;) {
    stopping?.throwIfAborted()
    const taken = await transaction(db, async tx => {
      if (!(await lockRun(tx, importId))) return []
      const some = await applySome(tx, validated, context, from)
      await writeTaken(tx, importId, some)
      if (some.length > 0) return some
      await tx
        .updateTable('imports')
        .set({ state: 'done', finished_at: clock(), good: sql`rows - bad` })
        .where('id', '=', importId)
        .execute()
      return []
    })
    if (taken.length === 0) return
    if (validated.kind !== 'classes') from = Math.max(...taken.map(({ line }) => line))
    await pause(pauseMilliseconds)
  }
}

async function giveUp({ db, clock, config }: Services, importId: number): Promise<void> {
  await transaction(db, async tx => {
    if (!(await lockRun(tx, importId))) return
    const now = clock()
    const failed = { state: 'failed', finished_at: now } as const
    await tx.updateTable('imports').set(failed).where('id', '=', importId).execute()
    const subject = { subjectKind: 'import', subjectId: importId }
    await writeAction(tx, config, undefined, { action: 'import.fail', ...subject }, now)
  })
}

async function lockRun(tx: Tx, importId: number): Promise<boolean> {
  const run = await tx
    .selectFrom('imports')
    .select('state')
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  return run?.state === 'running'
}

/**
 * Imports the next batch, starting at a line; returns nothing when all are imported. Classes are not imported in line
 * order.
 */
async function applySome(
  tx: Tx,
  validated: GoodLines,
  context: ImportContext,
  from: number,
): Promise<AppliedLine[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', context.importId)
    .where('outcome', '<>', 'bad')
    .where('line', '>=', from)
    .execute()
  const isIn = new Set(rows.map(({ line }) => line))
  const isNext = ({ line }: { line: number }) => line >= from && !isIn.has(line)
  if (validated.kind === 'classes') return applyClasses(tx, validated.good.filter(isNext), context)
  return validated.kind === 'families'
    ? applyFamilies(tx, validated.good.filter(isNext).slice(0, batchSize), context)
    : applyCredits(tx, validated.good.filter(isNext).slice(0, batchSize), context)
}

async function writeTaken(tx: Tx, importId: number, taken: AppliedLine[]): Promise<void> {
  if (taken.length === 0) return
  const rows = taken.map(({ before, ...row }) => ({ ...row, before: before?.toString('hex') }))
  await sql`insert into import_rows (import_id, line, outcome, account_id, made, before_sealed)
    select ${importId}, r.line, r.outcome, r."accountId", r.made, decode(r.before, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (line integer, outcome text, "accountId" bigint, made jsonb, before text)
    on conflict (import_id, line) do update set outcome = excluded.outcome, account_id = excluded.account_id,
      made = excluded.made, before_sealed = excluded.before_sealed, problems = '[]'`.execute(tx)
}
