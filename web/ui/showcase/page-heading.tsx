import './page-heading.css'
import type { ReactNode } from 'react'

/** The band at the top of a page: its only `<h1>`, and a sentence or an action below. */
export function PageHeading({
  title,
  isNarrow,
  children,
}: {
  title: ReactNode
  /** Whether the heading is only as wide as running text. */
  isNarrow?: boolean
  children?: ReactNode
}) {
  return (
    <header className="page-heading">
      <div className={isNarrow ? 'page-width reading' : 'page-width'}>
        <h1 className="title">{title}</h1>
        {children && <div className="page-heading-words lead quiet">{children}</div>}
      </div>
    </header>
  )
}
