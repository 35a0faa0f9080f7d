import './page-heading.css'
import type { ReactNode } from 'react'

/** The band at the top of a page: its one `<h1>`, and a sentence or an action below. */
export function PageHeading({
  title,
  isNarrow,
  children,
}: {
  title: ReactNode
  /** As wide as a text to read, for pages that are one. */
  isNarrow?: boolean
  children?: ReactNode
}) {
  return (
    <header className="page-heading">
      <div className={isNarrow ? 'page-width reading' : 'page-width'}>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {children && <div className="mt-3 max-w-2xl text-lg text-quiet">{children}</div>}
      </div>
    </header>
  )
}
