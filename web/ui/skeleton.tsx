import './skeleton.css'

interface SkeletonProps {
  /** How much room it keeps: a line of text, a heading, a row or a card of a list, a whole block. */
  shape?: 'line' | 'heading' | 'row' | 'card' | 'block'
  className?: string
}

/** A grey shape where something will be. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span aria-hidden="true" className={`skeleton skeleton-${shape} ${className}`} />
}

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <div className="page-width page-skeleton stack" role="status">
      <span className="sr-only">Loading</span>
      <Skeleton shape="heading" />
      <Skeleton />
      <Skeleton />
      <Skeleton shape="block" className="above-m" />
    </div>
  )
}

/** A few paragraphs that are on their way. */
export function TextSkeleton() {
  return (
    <div className="text-skeleton stack gap-m" role="status">
      <span className="sr-only">Loading</span>
      <Skeleton shape="heading" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  )
}
