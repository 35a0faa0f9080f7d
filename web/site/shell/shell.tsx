import './shell.css'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { Logo } from '#web/site/content/logo.tsx'
import { Footer } from './footer.tsx'
import { HelpPopover } from './help-popover.tsx'
import { isCurrent, menu } from './menu.ts'
import { Greeting, QuickLinks } from './top-bar.tsx'

/** Top bar, menu, the page and the footer (spec 1 §2). On phones the quick links sit at the thumb, below. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="shell">
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      <header className="top-bar">
        <div className="page-width top-bar-line">
          <Logo />
          <QuickLinks />
          <Greeting />
        </div>
        <nav aria-label="Main" className="main-menu">
          <ul className="page-width">
            {menu.map(item => (
              <li key={item.label}>
                <PageLink to={item.page()} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
                  {item.label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <HelpPopover />
    </div>
  )
}
