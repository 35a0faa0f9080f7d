import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { keyId } from '#server/database/seal-note.ts'

type Key = Pick<Config, 'dataKey'>

export interface LogEnd {
  id: number
  hash: Uint8Array
}

/**
 * Signs a row of the log, or its end, with a key derived from the data key. It is signed here and not in the database,
 * because PostgreSQL may write the values of slow statements into its own log.
 */
function sign({ dataKey }: Key, what: 'row' | 'end', { id, hash }: LogEnd): Buffer {
  const logKey = createHmac('sha256', dataKey).update('log of the office').digest()
  return createHmac('sha256', logKey).update(`${what} ${id} `).update(hash).digest()
}

const isSignature = (seal: Uint8Array, expected: Buffer) =>
  seal.byteLength === expected.byteLength && timingSafeEqual(seal, expected)

/** Locks the end of the log: the last lock of every transaction. */
export async function lockLogEnd(tx: Tx): Promise<{ end: LogEnd; seal: Uint8Array | null }> {
  const { last_id, last_hash, seal } = await tx
    .selectFrom('audit_head')
    .select(['last_id', 'last_hash', 'seal'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { end: { id: last_id, hash: last_hash }, seal }
}

export const isSignedEnd = (key: Key, { end, seal }: { end: LogEnd; seal: Uint8Array | null }): boolean =>
  seal !== null && isSignature(seal, sign(key, 'end', end))

/**
 * Signs the new row. Signs it as the log's end only if the previous end was valid: rows changed by SQL are never signed
 * afterwards, so the audit keeps reporting them.
 */
export async function sealRow(tx: Tx, key: Key, row: LogEnd, isEndGood: boolean): Promise<void> {
  await tx
    .insertInto('staff_action_seals')
    .values({ action_id: row.id, key_id: keyId(key.dataKey), seal: sign(key, 'row', row) })
    .execute()
  if (isEndGood) await sealEnd(tx, key, row)
}

const sealEnd = (tx: Tx, key: Key, end: LogEnd) =>
  tx
    .updateTable('audit_head')
    .set({ seal: sign(key, 'end', end) })
    .execute()

const rowsPerBatch = 1000

/**
 * Replaces signatures of the current key by those of another; returns the number of rows. A repetition signs nothing.
 */
export async function rotateLogKey(tx: Tx, from: Key, to: Key): Promise<number> {
  const head = await lockLogEnd(tx)
  let signed = 0
  for (let after = 0; ; ) {
    const rows = await readSeals(tx, after, sql<SqlBool>`s.key_id = ${keyId(from.dataKey)}`)
    for (const { id, hash, seal } of rows) {
      after = id
      if (!seal || !isSignature(seal, sign(from, 'row', { id, hash }))) continue
      const again = { key_id: keyId(to.dataKey), seal: sign(to, 'row', { id, hash }) }
      await tx.updateTable('staff_action_seals').set(again).where('action_id', '=', id).execute()
      signed += 1
    }
    if (rows.length < rowsPerBatch) break
  }
  if (isSignedEnd(from, head)) await sealEnd(tx, to, head.end)
  return signed
}

/** Finds the rows, or the end, that are not signed with one of these keys; without a key, those without a signature. */
export async function findUnsigned(db: Db, keys: Buffer[]): Promise<string[]> {
  const found: string[] = []
  const first = await db
    .selectFrom('staff_action_seals')
    .select(({ fn }) => fn.min('action_id').as('id'))
    .executeTakeFirst()
  for (let after = first?.id ? first.id - 1 : Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await readSeals(db, after)
    for (const { id, hash, seal } of rows) {
      after = id
      if (!seal || !isSignedByAny(keys, seal, 'row', { id, hash })) found.push(`action ${id}`)
    }
    if (rows.length < rowsPerBatch) break
  }
  const { last_id, last_hash, seal } = await db
    .selectFrom('audit_head')
    .select(['last_id', 'last_hash', 'seal'])
    .executeTakeFirstOrThrow()
  const isEmpty = last_id === 0 && !first?.id
  const isGood = seal ? isSignedByAny(keys, seal, 'end', { id: last_id, hash: last_hash }) : isEmpty
  return isGood ? found : [...found, 'the end of the log']
}

const isSignedByAny = (keys: Buffer[], seal: Uint8Array, what: 'row' | 'end', row: LogEnd) =>
  keys.length === 0 || keys.some(dataKey => isSignature(seal, sign({ dataKey }, what, row)))

async function readSeals(db: Db, after: number, which = sql<SqlBool>`true`) {
  return db
    .selectFrom('staff_actions as a')
    .leftJoin('staff_action_seals as s', 's.action_id', 'a.id')
    .select(['a.id', 'a.hash', 's.seal'])
    .where('a.id', '>', after)
    .where(which)
    .orderBy('a.id')
    .limit(rowsPerBatch)
    .execute()
}
