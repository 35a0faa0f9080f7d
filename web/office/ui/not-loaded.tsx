import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OurFault } from '../office-api.ts'
import { ListLoading } from './list-loading.tsx'
import { useDelayed } from './office-list.ts'

/** Shows that something could not be loaded, in the server's words if any, with a retry. */
export const NotLoaded = ({
  error,
  onRetry,
  level,
  back,
}: {
  error: Error
  onRetry: () => unknown
  level?: 1 | 2
  /** The list that the page belongs to, for a thing that is not there. */
  back?: { to: string; label: string }
}) => (
  <EmptyState
    level={level}
    title={
      error instanceof OfficeRefusal || error instanceof OurFault
        ? error.message
        : 'This could not be loaded. Nothing is lost'
    }
    action={
      back && error instanceof OfficeRefusal ? (
        <p className="row gap-s">
          <LinkButton to={back.to}>{back.label}</LinkButton>
          <Button look="secondary" onClick={() => void onRetry()}>
            Try again
          </Button>
        </p>
      ) : (
        <Button onClick={() => void onRetry()}>Try again</Button>
      )
    }
  />
)

/**
 * Renders content that needs an answer first, such as a form that needs a list of venues. Shows loading and failure.
 */
export function WithAnswer<Answer>({
  query: { data, error, refetch, isPaused },
  children,
}: {
  query: Pick<UseQueryResult<Answer>, 'data' | 'error' | 'refetch' | 'isPaused'>
  children: (answer: Answer) => ReactNode
}) {
  const isSlow = useDelayed(data === undefined && !error)
  if (data !== undefined) return children(data)
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (isPaused) return <EmptyState title={officeSentences.comesLater} />
  return isSlow && <ListLoading count={6} shape="row" />
}

/** Says why a search shows nothing new: it failed, or it waits for a connection. */
export const SearchFailed = ({
  search: { error, refetch, isPaused },
}: {
  search: Pick<UseQueryResult, 'error' | 'refetch' | 'isPaused'>
}) =>
  error ? (
    <NotLoaded error={error} onRetry={refetch} />
  ) : (
    isPaused && <EmptyState title={officeSentences.comesLater} />
  )

/**
 * Returns the answer to a choice, and the one before if this choice could not be read: a form that is drawn from it
 * stays, with all that was typed.
 */
export function useLastAnswer<Answer>({
  data,
  error,
}: Pick<UseQueryResult<Answer>, 'data' | 'error'>): Answer | undefined {
  const [last, setLast] = useState(data)
  const kept = error ? last : undefined
  const answer = data ?? kept
  if (answer !== last) setLast(answer)
  return answer
}

/** Shows that a list could not be loaded (spec 3 §2.3). */
export const ListNotLoaded = ({ onRetry }: { onRetry: () => unknown }) => (
  <EmptyState
    title="This list could not be loaded. Try again"
    action={<Button onClick={() => void onRetry()}>Try again</Button>}
  />
)
