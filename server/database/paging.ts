import type { SelectQueryBuilder, Simplify } from 'kysely'
import type { Page } from '#contract/wire.ts'

const defaultPageSize = 10
const maxPageSize = 400

/** The requested page of a list, and its size. */
export interface AskedPage {
  page: number
  perPage: number
}

/** Returns the requested page within bounds. The server decides the size (decision A-28). */
export const askedPage = (
  { page = 1, limit }: { page?: number | undefined; limit?: number | undefined },
  usualSize = defaultPageSize,
): AskedPage => ({ page, perPage: Math.min(limit ?? usualSize, maxPageSize) })

export const rowsBefore = ({ page, perPage }: AskedPage): number => (page - 1) * perPage

/** Reads a page of a query's rows, and counts all of them with the same query without columns and order. */
export async function readPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  asked: AskedPage,
): Promise<Page<Simplify<Row>>> {
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const items = await rows.limit(asked.perPage).offset(rowsBefore(asked)).execute()
  return pageOf(items, total, asked)
}

export const pageOf = <T>(items: T[], total: number, { page, perPage }: AskedPage): Page<T> => ({
  items,
  total,
  perPage,
  page,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
})
