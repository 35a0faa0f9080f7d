import './skeleton.css'
import type { ReactNode } from 'react'

interface SkeletonProps {
  /** The shape whose space it reserves. */
  shape?: 'line' | 'heading' | 'row' | 'card' | 'block' | 'button'
  className?: string
}

/** A grey placeholder. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton skeleton-${shape} ${className}`} />
}

/** Placeholders with a word for screen readers. */
export function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Loading</span>
      {children}
    </div>
  )
}

/** The placeholder of a list. */
export function ListSkeleton({ count, shape, className = '' }: SkeletonProps & { count: number }) {
  return (
    <Loading className={`stack gap-m ${className}`}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all equal.
        <Skeleton key={place} shape={shape} />
      ))}
    </Loading>
  )
}

/** The placeholder of a page. */
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

/** The placeholder of a few paragraphs. */
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
