import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>

// Kysely cannot follow a table's name that is a type parameter: below, one table stands for all.

/** Reads the rows of a table that have these values, oldest first. */
export async function rowsOf<Table extends keyof Schema>(
  db: Db,
  table: Table,
  values: Partial<Row<Table>> = {},
): Promise<Row<Table>[]> {
  const wanted = values as Partial<Row<'orders'>>
  const all = db.selectFrom(table as 'orders').selectAll()
  const rows = await all
    .where(eb => eb.and(wanted))
    .orderBy(sql`1`)
    .execute()
  return rows as unknown[] as Row<Table>[]
}

/** Reads the only row of a table that has these values. */
export async function rowOf<Table extends keyof Schema>(
  db: Db,
  table: Table,
  values: Partial<Row<Table>> = {},
): Promise<Row<Table>> {
  const rows = await rowsOf(db, table, values)
  if (rows[0] === undefined || rows.length > 1) throw new Error(`${rows.length} rows of ${table}, not one`)
  return rows[0]
}

/** Writes a row; returns its id if it has one. */
export async function writeRow<Table extends keyof Schema>(
  db: Db,
  table: Table,
  values: Insertable<Schema[Table]>,
): Promise<number> {
  const row = values as unknown as Insertable<Schema['orders']>
  const written = db
    .insertInto(table as 'orders')
    .values(row)
    .returningAll()
  return (await written.executeTakeFirstOrThrow()).id
}

/** Changes the rows of a table that have these values. */
export async function changeRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  values: Partial<Row<Table>>,
  change: Updateable<Schema[Table]>,
): Promise<void> {
  const changing = db.updateTable(table as 'orders').set(change as Updateable<Schema['orders']>)
  await changing.where(eb => eb.and(values as Partial<Row<'orders'>>)).execute()
}
