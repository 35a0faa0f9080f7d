import './empty-state.css'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: ReactNode
  /** The next step. */
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  level?: 1 | 2 | 3
}

export function EmptyState({ title, children, action, picture, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="empty-state">
      {picture}
      <Heading className="subheading">{title}</Heading>
      {children && <p className="quiet">{children}</p>}
      {action}
    </div>
  )
}
