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

export const pageOf = <T>(items: T[], total: number, { page, perPage }: AskedPage): Page<T> => ({
  items,
  total,
  perPage,
  page,
  lastPage: Math.max(1, Math.ceil(total / perPage)),
})
