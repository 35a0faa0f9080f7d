import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { incidentPlace, keyId, notePlace, resealNote } from '#server/database/seal-note.ts'
import { transaction } from '#server/database/transaction.ts'

const batchSize = 500

/**
 * Encrypts every medical note and incident again with another key and returns the number of children. An interrupted run
 * is simply repeated, because each note names its key. No server may run during it, because a server knows
 * only one key.
 */
export async function rotateDataKey(db: Db, from: Buffer, to: Buffer): Promise<number> {
  await sealIncidents(db, from, to)
  let sealed = 0
  for (;;) {
    const count = await transaction(db, tx => sealSome(tx, from, to))
    if (count === 0) return sealed
    sealed += count
  }
}

async function sealSome(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  const { rows } = await sql<{ id: number; account_id: number; medical: Buffer; allergy: Buffer }>`
    select id, account_id, medical_sealed as medical, allergy_sealed as allergy from children
    where substr(medical_sealed, 2, 4) <> ${keyId(to)} or substr(allergy_sealed, 2, 4) <> ${keyId(to)}
    order by id limit ${batchSize} for update`.execute(tx)
  if (rows.length === 0) return 0
  const reseal = (envelope: Uint8Array, where: string) =>
    resealNote(from, to, envelope, where).toString('hex')
  const notes = rows.map(({ id, account_id, medical, allergy }) => ({
    id,
    medical: reseal(medical, notePlace(account_id, 'medical')),
    allergy: reseal(allergy, notePlace(account_id, 'allergy')),
  }))
  await sql`update children c
    set medical_sealed = decode(n.medical, 'hex'), allergy_sealed = decode(n.allergy, 'hex')
    from json_to_recordset(${JSON.stringify(notes)}::json) as n (id bigint, medical text, allergy text)
    where c.id = n.id`.execute(tx)
  return rows.length
}

/** Encrypts incidents again, in batches. */
async function sealIncidents(db: Db, from: Buffer, to: Buffer): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('incidents')
      .select(['id', 'session_id', 'on_day', 'booking_id', 'walk_in_id', 'sealed'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id, sealed, ...row } of rows)
      await db
        .updateTable('incidents')
        .set({ sealed: resealNote(from, to, sealed, incidentPlace(row)) })
        .where('id', '=', id)
        .execute()
    if (rows.length < batchSize) return
    last = rows.at(-1)?.id ?? last
  }
}
