import type { ComponentProps } from 'react'
import type { DataTable } from './data-table.tsx'

interface Asked {
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}
const isThere: Asked = {
  isPending: false,
  isError: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

/** Wraps rows that load all at once as a list for a table; `asked` is their query. */
export const wholeList = <Row>(
  items: Row[],
  { isPending, isError, isPlaceholderData, refetch }: Asked = isThere,
  total = items.length,
): ComponentProps<typeof DataTable<Row>>['list'] =>
  ({
    // A failed query has no rows, which differs from an empty list.
    data:
      isError && items.length === 0
        ? undefined
        : { pages: [{ items, next: null, total }], pageParams: [undefined] },
    isPending,
    isError,
    isPlaceholderData,
    refetch,
    hasNextPage: false,
    isFetchingNextPage: false,
  }) as unknown as ComponentProps<typeof DataTable<Row>>['list']
