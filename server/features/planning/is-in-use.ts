import type { Tx } from '#server/database/connect.ts'

/** Whether the venue or age group may be used for something new. */
export const isInUse = async (tx: Tx, table: 'venues' | 'age_groups', id: number): Promise<boolean> =>
  (await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()) !== undefined
