import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeAction } from '#server/features/staff/act.ts'
import type { Services } from '#server/services.ts'
import { writeBadRows } from './check-import.ts'
import { type GoodLines, judgeLines } from './judge-lines.ts'
import { type FileColumn, ordersOf } from './queries.ts'
import { openFile } from './sealed-file.ts'
import { takeClasses } from './take-classes.ts'
import { takeCredits } from './take-credits.ts'
import { takeFamilies } from './take-families.ts'

const atOnce = 100
/** Five minutes of tries: what fails in all of them does not mend itself. */
const mostTries = 5
/**
 * The embedded database has one connection, and of whoever waits for it each has one statement before the next piece: a
 * call of several would last as long as the import does.
 */
const breathMilliseconds = 25

/** What a piece of lines is taken with. */
export interface Taking {
  importId: number
  policy: ImportPolicy
  dataKey: Buffer
  staffId: number
  now: Date
}

/** What became of one line. */
export interface TakenLine {
  line: number
  outcome: 'made' | 'changed' | 'kept'
  accountId: number | null
  made: Record<string, number | number[]>
  before?: Buffer
}

/**
 * Takes the good lines of an import in pieces, each in a transaction of its own with what became of its lines: a process
 * that is killed is followed by another one that goes on behind the last piece. Lines are judged anew first, since others
 * write meanwhile. What failed too often ends there: what is in stays, can be undone, or be gone on with.
 */
export async function importLines(
  services: Services,
  { importId }: { importId: number },
  attempts = 1,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, config, clock } = services
  if (attempts > mostTries) return giveUp(services, importId)
  const run = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  if (run?.state !== 'running') return
  const columns = (run.columns as FileColumn[]).map(({ readAs }) => readAs)
  const table = await openFile(config.dataKey, run)
  const { judged, problems } = await judgeLines(db, {
    ...{ run, table, columns, orders: ordersOf(run.columns as FileColumn[]) },
    ...{ policy: run.policy, now: clock() },
  })
  const taking = {
    importId,
    policy: run.policy,
    dataKey: config.dataKey,
    staffId: run.staff_id,
    now: clock(),
  }
  await transaction(db, async tx => {
    if (await lockRun(tx, importId)) await writeBadRows(tx, importId, problems)
  })
  // All good lines before it are in: what became of them is not read again for each piece.
  let from = 0
  for (;;) {
    stopping?.throwIfAborted()
    const taken = await transaction(db, async tx => {
      if (!(await lockRun(tx, importId))) return []
      const some = await takeSome(tx, judged, taking, from)
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
    if (judged.kind !== 'classes') from = Math.max(...taken.map(({ line }) => line))
    await pause(breathMilliseconds)
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

/** Takes what comes next, from a line on; nothing when all of it is in. Classes are not taken in the order of their lines. */
async function takeSome(tx: Tx, judged: GoodLines, taking: Taking, from: number): Promise<TakenLine[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', taking.importId)
    .where('outcome', '<>', 'bad')
    .where('line', '>=', from)
    .execute()
  const isIn = new Set(rows.map(({ line }) => line))
  const isNext = ({ line }: { line: number }) => line >= from && !isIn.has(line)
  if (judged.kind === 'classes') return takeClasses(tx, judged.good.filter(isNext), taking)
  return judged.kind === 'families'
    ? takeFamilies(tx, judged.good.filter(isNext).slice(0, atOnce), taking)
    : takeCredits(tx, judged.good.filter(isNext).slice(0, atOnce), taking)
}

async function writeTaken(tx: Tx, importId: number, taken: TakenLine[]): Promise<void> {
  if (taken.length === 0) return
  const rows = taken.map(({ before, ...row }) => ({ ...row, before: before?.toString('hex') }))
  await sql`insert into import_rows (import_id, line, outcome, account_id, made, before_sealed)
    select ${importId}, r.line, r.outcome, r."accountId", r.made, decode(r.before, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (line integer, outcome text, "accountId" bigint, made jsonb, before text)
    on conflict (import_id, line) do update set outcome = excluded.outcome, account_id = excluded.account_id,
      made = excluded.made, before_sealed = excluded.before_sealed, problems = '[]'`.execute(tx)
}
