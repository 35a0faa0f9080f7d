import './skeleton.css'
/** A grey shape where something will be: give its size as classes. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton ${className}`} />
}

/** A page that is on its way. */
export function PageSkeleton() {
  return (
    <div className="page-width py-10" role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-10 w-2/3 max-w-sm" />
      <Skeleton className="mt-6 h-5 w-full max-w-2xl" />
      <Skeleton className="mt-3 h-5 w-full max-w-xl" />
      <Skeleton className="mt-8 h-64 w-full" />
    </div>
  )
}

/** A few paragraphs that are on their way. */
export function TextSkeleton() {
  return (
    <div className="grid gap-3" role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-11/12" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  )
}
