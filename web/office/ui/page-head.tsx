import './page-head.css'
import { type ReactNode, useEffect } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { useMayOpen } from '../office-session.ts'
import { useCurrentInSight } from './current-in-sight.ts'
import { pageTitleId } from './page-title-id.ts'

/** A tab, shown if its page exists and may be opened. */
export interface Tab {
  label: string
  to: string
}

/** A page's only heading with its one primary button; tabs are addresses. */
export function PageHead({
  title,
  action,
  tabs = [],
  children,
}: {
  title: string
  action?: ReactNode
  tabs?: Tab[]
  /** A sentence under the heading. */
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  const shown = tabs.filter(({ to }) => mayOpen(to))
  const line = useCurrentInSight<HTMLElement>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address resets the title to its page's name (office-app.tsx).
  useEffect(() => {
    document.title = `${title} · Office`
  }, [title, pathname])
  return (
    <header className="page-head">
      <div className="page-head-line">
        <h1 id={pageTitleId}>{title}</h1>
        {action}
      </div>
      {children && <div className="quiet">{children}</div>}
      {shown.length > 1 && (
        <nav ref={line} aria-label="Tabs" className="page-tabs no-print">
          {shown.map(({ label, to }) => (
            <PageLink key={to} to={to} aria-current={to.split('?')[0] === pathname ? 'page' : undefined}>
              {label}
            </PageLink>
          ))}
        </nav>
      )}
    </header>
  )
}
