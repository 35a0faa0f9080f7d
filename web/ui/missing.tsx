import type { ReactNode } from 'react'
import { isRefused } from '#domain/refusal.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { PageSkeleton } from './skeleton.tsx'

interface MissingProps {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  /** False if the address names nothing, so that nothing is loaded. */
  isNamed: boolean
  title: string
  action: ReactNode
  /** The alternative. */
  children: ReactNode
}

/** Replaces a page's content: loading, not found for this account, or failed. */
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
