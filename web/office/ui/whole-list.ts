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

/** Rows that come all at once, as a table takes a list; `asked` is the query that brings them. */
export const wholeList = <Row>(
  items: Row[],
  { isPending, isError, isPlaceholderData, refetch }: Asked = isThere,
  total = items.length,
): ComponentProps<typeof DataTable<Row>>['list'] =>
  ({
    // Nothing at all came where it failed: that is no empty list.
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
