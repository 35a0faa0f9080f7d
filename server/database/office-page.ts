import { type RawBuilder, sql } from 'kysely'
import { mostCounted, mostOnAPage, type OfficeList } from '#contract/office/office-call.ts'
import type { Db } from './connect.ts'

const usualSize = 50

interface PagedList {
  rows: (and: RawBuilder<unknown>) => RawBuilder<unknown>
  comesAfter: (id: number) => RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * A page of one of the office's lists, by keyset: `rows` is a SELECT without order and limit that names each row's place
 * by `rowId`; `comesAfter` says in SQL which rows come after the one with this id, `order` in which order they stand.
 */
export async function readOfficePage<Row extends object>(
  db: Db,
  { after, limit }: { after?: string; limit?: number },
  list: PagedList,
): Promise<OfficeList<Row>> {
  const size = Math.min(Math.max(limit ?? usualSize, 1), mostOnAPage)
  const from = after && /^\d{1,15}$/.test(after) ? list.comesAfter(Number(after)) : sql`true`
  const page = await sql<
    Row & { rowId: number }
  >`${list.rows(from)} order by ${list.order} limit ${size + 1}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${list.rows(sql`true`)} limit ${sql.lit(mostCounted)}) as counted`.execute(
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
 * The part of such a list that its sort decides: `by` says what a column stands for in a row of `from`, never null. Rows
 * that are alike stand in the order of their `id`.
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

/** The most rows of a file, which says so when it has not all (export-file.ts). */
export const mostInAFile = 100_000

/** All of such a list, for a file; of one that is too long for it a row more than it has. */
export async function readWholeList<Row extends object>(db: Db, { rows, order }: PagedList): Promise<Row[]> {
  const all = await sql<Row>`${rows(sql`true`)} order by ${order} limit ${sql.lit(mostInAFile + 1)}`.execute(
    db,
  )
  return all.rows
}
