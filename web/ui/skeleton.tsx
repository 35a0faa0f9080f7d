import './skeleton.css'
import type { ReactNode } from 'react'

interface SkeletonProps {
  /** How much room it keeps: a line of text, a heading, a row or a card of a list, a whole block; a foot's buttons. */
  shape?: 'line' | 'heading' | 'row' | 'card' | 'block' | 'button'
  className?: string
}

/** A grey shape where something will be. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton skeleton-${shape} ${className}`} />
}

/** The shapes of what is on its way, and the word for who does not see them. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading</span>
      {children}
    </div>
  )
}

/** A list that is on its way. */
export function ListSkeleton({ count, shape, className = '' }: SkeletonProps & { count: number }) {
  return (
    <Loading className={`stack gap-m ${className}`}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <Skeleton key={place} shape={shape} />
      ))}
    </Loading>
  )
}

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <Loading className="page-width page-skeleton stack">
      <Skeleton shape="heading" />
      <Skeleton />
      <Skeleton />
      <Skeleton shape="block" className="above-m" />
    </Loading>
  )
}

/** A few paragraphs that are on their way. */
export function TextSkeleton() {
  return (
    <Loading className="text-skeleton stack gap-m">
      <Skeleton shape="heading" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </Loading>
  )
}
