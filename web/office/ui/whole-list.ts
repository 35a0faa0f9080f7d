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
): ComponentProps<typeof DataTable<Row>>['list'] =>
  ({
    data: { pages: [{ items, next: null, total: items.length }], pageParams: [undefined] },
    isPending,
    isError,
    isPlaceholderData,
    refetch,
    hasNextPage: false,
    isFetchingNextPage: false,
  }) as unknown as ComponentProps<typeof DataTable<Row>>['list']
