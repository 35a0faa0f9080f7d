import type { ReactNode } from 'react'

/** The heading of an account page; beside it a picture and what can be done. */
export function AccountHeading({
  title,
  picture,
  action,
  children,
}: {
  title: ReactNode
  picture?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="mb-6 flex flex-wrap items-center gap-4">
      {picture}
      <div className="min-w-36 flex-1">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        {children && <p className="text-quiet">{children}</p>}
      </div>
      {action}
    </header>
  )
}
