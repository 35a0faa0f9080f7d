import { sql } from 'kysely'
import type { ListName, stock } from '#contract/office/catalogue.ts'
import { officeContract } from '#contract/office/contract.ts'
import type { OfficeList } from '#contract/office/office-call.ts'
import type { CallInput, CallOutput, Codec } from '#contract/wire.ts'
import type { Db } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { readOfficePage } from '#server/database/office-page.ts'
import { listDefinitions, type Thing } from './list-definitions.ts'

/** Returns the column of a field: `imagePath` is `image_path`, `text2Top` is `text_2_top`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]|\d+/g, part => `_${part.toLowerCase()}`)

const notFields = ['id', 'version', 'requestId', 'firstStock']

/** Returns the codecs of the fields that staff fill in, by name. */
export const fieldsOf = (list: ListName): Record<string, Codec<unknown>> =>
  Object.fromEntries(
    Object.entries(officeContract[list].save.input.fields).filter(([name]) => !notFields.includes(name)),
  )

/** Reads a list as staff see it, or only the item with `id`. Sorted as parents see it, or newest first. */
export async function readList(db: Db, list: ListName, now: Date, id?: number): Promise<Thing[]> {
  const { table, only = sql`true`, reads = {}, isSorted } = listDefinitions[list]
  const told = Object.keys(reads).filter(name => !(name in fieldsOf(list)))
  const plain = list === 'sizes' ? ['stock'] : list === 'codes' ? ['uses'] : []
  const columns = ['id', 'version', ...Object.keys(fieldsOf(list)), ...told, ...plain].map(
    name => sql`${reads[name]?.(now) ?? sql.ref(`it.${columnOf(name)}`)} as ${sql.id(name)}`,
  )
  const { rows } = await sql<Thing>`select ${sql.join(columns)} from ${sql.table(table)} it
    where ${only} and (${id ?? null}::bigint is null or it.id = ${id ?? null})
    order by ${isSorted ? sql`it.sort, it.id` : sql`it.id desc`}`.execute(db)
  return rows
}

type StockEntry = CallOutput<typeof stock.entries>['items'][number]

/** Reads the changes of a product's stock other than orders, newest first. */
export const listStockEntries = (
  db: Db,
  { productId, ...asked }: CallInput<typeof stock.entries>,
): Promise<OfficeList<StockEntry>> =>
  readOfficePage(db, asked, {
    rows: and => sql`select e.id as "rowId", e.id, e.delta as pieces, e.reason, e.note, m.full_name as by,
        ${isoTime('e.created_at')} as at
      from stock_entries e join staff m on m.id = e.staff_id where e.product_id = ${productId} and ${and}`,
    comesAfter: id => sql`e.id < ${id}`,
    order: sql`e.id desc`,
  })
