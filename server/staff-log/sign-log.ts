import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeAction } from './record-action.ts'
import { lockLogEnd, rotateLogKey } from './seal-log.ts'

/**
 * Signs the end of a log whose rows are older than signatures, by adding a signed row. Does nothing if the
 * log is signed or empty.
 */
export const signLogOfBefore = (db: Db, config: Pick<Config, 'dataKey'>, now: Date): Promise<void> =>
  transaction(db, async tx => {
    const { end, seal } = await lockLogEnd(tx)
    if (seal || end.id === 0) return
    const facts = { after: end.id }
    await writeAction(tx, config, undefined, { action: 'log.sign', subjectKind: 'log', facts }, now)
  })

/** Signs the log again with another data key, and logs that. Returns the number of rows; 0 if it was done before. */
export const signLogAgain = (db: Db, from: Buffer, to: Buffer, now: Date): Promise<number> =>
  transaction(db, async tx => {
    const key = { dataKey: to }
    const rows = await rotateLogKey(tx, { dataKey: from }, key)
    if (rows === 0) return 0
    const action = { action: 'log.rotateKey' as const, subjectKind: 'log', facts: { rows } }
    await writeAction(tx, key, undefined, action, now)
    return rows
  })
