import type { ReactNode } from 'react'
import { isRefused } from '#domain/refusal.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { PageSkeleton } from './skeleton.tsx'

interface MissingProps {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  /** False where the address names nothing, and so nothing is asked. */
  isNamed: boolean
  title: string
  action: ReactNode
  /** What to do instead. */
  children: ReactNode
}

/** In place of a page's one thing: it is on its way, there is no such thing for this account, or not just now. */
export function Missing({
  query: { isPending, error, refetch },
  isNamed,
  title,
  action,
  children,
}: MissingProps) {
  if (error && !isRefused(error)) return <ErrorPanel onRetry={() => void refetch()} />
  if (isPending && isNamed) return <PageSkeleton />
  return (
    <EmptyState title={title} level={1} action={action}>
      {children}
    </EmptyState>
  )
}
