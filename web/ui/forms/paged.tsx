import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Page } from '#contract/wire.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pager } from './pager.tsx'

/** The page of a list, and its length if chosen. */
export interface AskedPage {
  page?: number
  limit?: number
}

interface PagedProps<Item, Key extends QueryKey> {
  /** The name of the list: 'class credits'. */
  label: string
  query: (asked: AskedPage) => UseQueryOptions<Page<Item>, Error, Page<Item>, Key>
  /** Shown while loading. */
  pending: ReactNode
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
  /** Loads the longest page at first, without a choice of size. */
  isWhole?: boolean
  className?: string
}

/** A list that is loaded page by page. */
export function Paged<Item, Key extends QueryKey>(given: PagedProps<Item, Key>) {
  const { isWhole = false, className = 'stack' } = given
  const [asked, setAsked] = useState<AskedPage>(isWhole ? {} : { page: 1 })
  const { data, isPending, isError, refetch } = useQuery(given.query(asked))
  return (
    <>
      {isPending && given.pending}
      {isError && !data && <ErrorPanel onRetry={() => void refetch()} />}
      {data?.total === 0 && given.empty}
      {data && data.total > 0 && (
        <div className={className}>
          {given.children(data.items)}
          {(!isWhole || data.total > data.perPage) && (
            <Pager
              {...data}
              label={`Pages of ${given.label}`}
              onPage={page => setAsked({ page, limit: isWhole ? data.perPage : asked.limit })}
              onSize={isWhole ? undefined : limit => setAsked({ page: 1, limit })}
            />
          )}
        </div>
      )}
    </>
  )
}
