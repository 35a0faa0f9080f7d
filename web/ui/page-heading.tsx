import type { ReactNode } from 'react'

/** The band at the top of a page: its one `<h1>`, and a sentence or an action below. */
export function PageHeading({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-heading">
      <div className="page-width">
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {children && <div className="mt-3 max-w-2xl text-lg text-quiet">{children}</div>}
      </div>
    </header>
  )
}
