import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'

interface ShowMoreProps {
  list: Pick<UseInfiniteQueryResult<unknown>, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>
}

/** The next page of a list, below what is shown of it; nothing where that is all. */
export const ShowMore = ({ list }: ShowMoreProps) =>
  list.hasNextPage && (
    <Button
      look="secondary"
      size="small"
      isBusy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
