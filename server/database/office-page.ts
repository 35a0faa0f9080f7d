import { type RawBuilder, sql } from 'kysely'
import { maxCounted, maxPageSize, type OfficeList } from '#contract/office/office-call.ts'
import type { Db } from './connect.ts'

const usualSize = 50

interface PagedList {
  rows: (and: RawBuilder<unknown>) => RawBuilder<unknown>
  comesAfter: (id: number) => RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * Reads a page of an office list by keyset. `rows` is a SELECT without order and limit whose `rowId` identifies each
 * row. `comesAfter` says in SQL which rows follow the one with this id; `order` is their order.
 */
export async function readOfficePage<Row extends object>(
  db: Db,
  { after, limit }: { after?: string; limit?: number },
  list: PagedList,
): Promise<OfficeList<Row>> {
  const size = Math.min(Math.max(limit ?? usualSize, 1), maxPageSize)
  const from = after && /^\d{1,15}$/.test(after) ? list.comesAfter(Number(after)) : sql`true`
  const page = await sql<
    Row & { rowId: number }
  >`${list.rows(from)} order by ${list.order} limit ${size + 1}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${list.rows(sql`true`)} limit ${sql.lit(maxCounted)}) as counted`.execute(
    db,
  )
  const shown = page.rows.slice(0, size)
  return {
    items: shown.map(({ rowId, ...row }) => row as unknown as Row),
    next: page.rows.length > size ? String(shown.at(-1)?.rowId) : null,
    total: counted.rows[0]?.total ?? 0,
  }
}

/**
 * Returns the parts of an office list that depend on its sort. `by` maps a column to its SQL in a row of `from`, never
 * null. Equal rows are ordered by `id`.
 */
export function inOrderOf<Column extends string>(
  sort: Column | `-${Column}`,
  {
    from,
    id,
    by,
  }: { from: RawBuilder<unknown>; id: RawBuilder<unknown>; by: Record<Column, RawBuilder<unknown>> },
): Pick<PagedList, 'comesAfter' | 'order'> {
  const isDown = sort.startsWith('-')
  const column = by[(isDown ? sort.slice(1) : sort) as Column]
  const [direction, beyond] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  return {
    comesAfter: after =>
      sql`(${column}, ${id}) ${beyond} (select ${column}, ${id} from ${from} where ${id} = ${after})`,
    order: sql`${column} ${direction}, ${id} ${direction}`,
  }
}

/** The maximum number of rows in a file. A longer list is cut off and says so (export-file.ts). */
export const maxRowsInFile = 100_000

/** Reads an office list for a file, with one row beyond the maximum if it is too long. */
export async function readWholeList<Row extends object>(db: Db, { rows, order }: PagedList): Promise<Row[]> {
  const all =
    await sql<Row>`${rows(sql`true`)} order by ${order} limit ${sql.lit(maxRowsInFile + 1)}`.execute(db)
  return all.rows
}

/** Reads an office list for a file in parts, one statement each, with one row beyond the maximum if it is too long. */
export async function* readListInParts<Row extends object>(
  db: Db,
  { rows, comesAfter, order }: PagedList,
  size = 1_000,
): AsyncGenerator<Row[]> {
  let last: number | undefined
  for (let read = 0; read <= maxRowsInFile; read += size) {
    const from = last === undefined ? sql`true` : comesAfter(last)
    const part = await sql<
      Row & { rowId: number }
    >`${rows(from)} order by ${order} limit ${sql.lit(size)}`.execute(db)
    last = part.rows.at(-1)?.rowId
    if (part.rows.length > 0) yield part.rows
    if (part.rows.length < size) return
  }
}
