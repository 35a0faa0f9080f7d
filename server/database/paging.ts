import type { SelectQueryBuilder, Simplify } from 'kysely'
import type { Page } from '#contract/wire.ts'

const defaultPageSize = 10
const largestPageSize = 400

/** Which page of a list is read, and how many rows it has. */
export interface AskedPage {
  page: number
  perPage: number
}

/** What was asked for, within bounds: the size that is applied is the server's word (decision A-28). */
export const askedPage = (
  { page = 1, limit }: { page?: number | undefined; limit?: number | undefined },
  usualSize = defaultPageSize,
): AskedPage => ({ page, perPage: Math.min(limit ?? usualSize, largestPageSize) })

export const rowsBefore = ({ page, perPage }: AskedPage): number => (page - 1) * perPage

/** A page of the rows of a query, which are counted by the same query without its columns and its order. */
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
