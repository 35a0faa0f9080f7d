import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { ActionName } from '#domain/office/action-words.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { OfficeRequest, Recorded, Submitted } from '#server/request/serve-office.ts'

import { isSignedEnd, type LogEnd, lockLogEnd, sealRow } from './seal-log.ts'

const noHash = Buffer.alloc(0)

/**
 * One row of the log (decision O-10): ids, names of fields and amounts, but never the content of a personal
 * field.
 */
export interface Action {
  /** An area and an action, such as `order.refund` (spec 3 §5). */
  action: ActionName
  subjectKind: string
  subjectId?: number
  accountId?: number
  childIds?: number[]
  reason?: string
  facts?: Record<string, string | number | boolean | null | number[] | string[]>
}

/**
 * Runs one action of the office: `work` in one transaction, whose last statement is the log row. A repetition with the
 * same `requestId`, call and input by the same person within a day returns the first answer; with another call or input
 * it is refused. A refusal is not stored. A command whose answer contains a secret passes no `requestId`, because the
 * answer would be stored for a day.
 */
export async function recordAction<T>(
  {
    db,
    clock,
    config,
    staff,
    submitted,
  }: Pick<OfficeRequest, 'db' | 'clock' | 'config' | 'staff' | 'submitted'>,
  { requestId }: { requestId?: string },
  work: (tx: Tx) => Promise<{ answer: T; action: Action | Action[] }>,
): Promise<Recorded<T>> {
  const now = clock()
  const inputHash = requestId ? await hashInput(config, submitted) : undefined
  const answer = await transaction(db, async tx => {
    await requireStillIn(tx, staff)
    if (requestId && inputHash) {
      const asked = {
        staff_id: staff.staffId,
        request_id: requestId,
        path: submitted.path,
        input_hash: inputHash,
      }
      if (!(await claim(tx, asked, now))) return firstAnswer<T>(tx, asked)
    }
    const done = await work(tx)
    if (requestId) {
      await tx
        .updateTable('staff_requests')
        .set({ answer: JSON.stringify(done.answer) })
        .where('staff_id', '=', staff.staffId)
        .where('request_id', '=', requestId)
        .execute()
    }
    for (const action of [done.action].flat()) await writeAction(tx, config, staff, action, now)
    return done.answer
  })
  return { answer } as Recorded<T>
}

/**
 * Checks again that the member may act, because since the request arrived they may have been suspended,
 * demoted or signed out. A colleague who does that waits for running actions (`lockManaged`), so that nothing
 * is written afterwards. Members who end their own sessions do not wait.
 */
async function requireStillIn(tx: Tx, staff: OfficeRequest['staff']): Promise<void> {
  const { staffId, role, sessionId, endedAt } = staff
  // The session has ended. The member may only hand in what they did before (`recogniseEnded`).
  if (endedAt) return
  const stillIn = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('role', '=', role)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst()
  // A statement of its own: one that had waited for the lock would show the session as it was before.
  const session = await tx
    .selectFrom('staff_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!stillIn || !session) throw new OfficeRefusal(officeSentences.signInAgain, 401)
}

/** Deletes a submission whose answer only refuses, so that the same one is processed again. */
export const forgetSubmission = (tx: Tx, staffId: number, requestId: string): Promise<unknown> =>
  tx
    .deleteFrom('staff_requests')
    .where('staff_id', '=', staffId)
    .where('request_id', '=', requestId)
    .execute()

/** Hashes an input with a key, because somebody could guess a password or a name from a plain hash. */
async function hashInput({ pepper }: Pick<Config, 'pepper'>, { input }: Submitted): Promise<Buffer> {
  const hash = createHmac('sha256', pepper)
  const files: Blob[] = []
  const text = JSON.stringify(input, (_key, value) =>
    value instanceof Blob ? `file ${files.push(value)}` : value,
  )
  hash.update(text ?? '')
  for (const file of files) hash.update(new Uint8Array(await file.arrayBuffer()))
  return hash.digest()
}

interface Asked {
  staff_id: number
  request_id: string
  path: string
  input_hash: Buffer
}

/** Waits for the same submission if it is running elsewhere; returns true if this is the first. */
async function claim(tx: Tx, asked: Asked, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_requests')
    .values({ ...asked, at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function firstAnswer<T>(tx: Tx, asked: Asked): Promise<T> {
  const first = await tx
    .selectFrom('staff_requests')
    .select(['answer', 'path', 'input_hash'])
    .where('staff_id', '=', asked.staff_id)
    .where('request_id', '=', asked.request_id)
    .executeTakeFirstOrThrow()
  // Older submissions have no stored call and input.
  const isSame =
    first.path === null || (first.path === asked.path && asked.input_hash.equals(first.input_hash ?? noHash))
  requireThat(isSame, officeSentences.sentBefore)
  return first.answer as T
}

/** Writes and signs a log row. It is the last statement of a transaction, because it locks the end of the chain. */
export async function writeAction(
  tx: Tx,
  key: Pick<Config, 'dataKey'>,
  staff: { staffId: number; sessionId?: number } | undefined,
  { action, subjectKind, subjectId, accountId, childIds = [], reason = '', facts = {} }: Action,
  now: Date,
): Promise<void> {
  const head = await lockLogEnd(tx)
  // Rows from before there were signatures are closed by the first signed row, which says so.
  const isFirst = head.seal === null && (head.end.id === 0 || action === 'log.sign')
  const { rows } =
    await sql<LogEnd>`insert into staff_actions (at, staff_id, session_id, action, subject_kind, subject_id, account_id, child_ids, reason, facts)
    values (${now}, ${staff?.staffId ?? null}, ${staff?.sessionId ?? null}, ${action}, ${subjectKind}, ${subjectId ?? null},
      ${accountId ?? null}, ${childIds}::bigint[], ${reason}, ${JSON.stringify(facts)})
    returning id, hash`.execute(tx)
  for (const row of rows) await sealRow(tx, key, row, isFirst || isSignedEnd(key, head))
}
