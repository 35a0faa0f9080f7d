import type { Tx } from '#server/database/connect.ts'

/** Locks sessions by id, and gives what decides over them; counts are exact until the transaction ends. */
export const lockSessions = async (tx: Tx, ids: number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('sessions')
        .select(['id', 'version', 'offering_id', 'status', 'starts_at', 'places_taken', 'places_offered'])
        .where('id', 'in', ids)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
