import { type Insertable, sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Schema } from '#server/database/schema.ts'
import { cleanHtml } from '#server/features/content/clean-html.ts'

/** Inserts any number of rows in one statement with one parameter. Every row needs the keys of the first. */
export async function insertRows<Table extends keyof Schema>(
  tx: Tx,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  if (rows.length > 0) await insertion(table, rows, false).execute(tx)
}

/** Inserts rows as `insertRows` does, and returns the new ids in the order of the rows. */
export async function insertRowsForIds<Table extends TableWithId>(
  tx: Tx,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const result = await insertion(table, rows, true).execute(tx)
  return result.rows.map(({ id }) => id)
}

type TableWithId = { [Table in keyof Schema]: 'id' extends keyof Schema[Table] ? Table : never }[keyof Schema]

function insertion(table: string, rows: object[], returnsIds: boolean) {
  const columns = Object.keys(rows[0] ?? {}).map(column => sql.ref(column))
  const json = JSON.stringify(rows.map(asJson))
  return sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)
    ${returnsIds ? sql`returning id` : sql``}`
}

/** Rich text is cleaned; bytes become what PostgreSQL reads from JSON, `\x` and hexadecimal digits. */
function asJson(row: object): object {
  const { format } = row as { format?: unknown }
  const isRichText = (key: string) => key.endsWith('_html') || (key === 'value' && format === 'html')
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => {
      if (value instanceof Uint8Array) return [key, `\\x${Buffer.from(value).toString('hex')}`]
      return [key, typeof value === 'string' && isRichText(key) ? cleanHtml(value) : value]
    }),
  )
}
