import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'

interface ShowMoreProps {
  list: Pick<
    UseInfiniteQueryResult<unknown>,
    'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError'
  >
}

/** Loads the next page of a list; renders nothing at its end. */
export const ShowMore = ({ list }: ShowMoreProps) =>
  list.hasNextPage && (
    <>
      {list.isFetchNextPageError && (
        <span role="alert" className="field-error">
          More could not be loaded
        </span>
      )}
      <Button
        look="secondary"
        size="small"
        isBusy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchNextPageError ? 'Try again' : 'Show more'}
      </Button>
    </>
  )
