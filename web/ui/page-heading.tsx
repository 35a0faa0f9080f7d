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
        <h1 className="title">{title}</h1>
        {children && <div className="page-heading-words lead quiet">{children}</div>}
      </div>
    </header>
  )
}
