import './shell.css'
import type { MouseEvent, ReactNode } from 'react'
import { InTurn } from '#web/in-turn.tsx'
import { Logo } from '#web/site/content/logo.tsx'
import { Footer } from './footer.tsx'
import { HelpPopover } from './help-popover.tsx'
import { Greeting, MenuLinks, QuickLinks } from './top-bar.tsx'

/** Top bar, menu, the page and the footer (spec 1 §2). On phones the quick links sit at the thumb, below. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: before the page listens it is a link like any other. */}
      <a href="#main" className="skip-link" onClick={skipToPage}>
        Skip to the page
      </a>
      <InTurn>
        <header className="top-bar">
          <div className="page-width top-bar-line">
            <Logo />
            <QuickLinks />
            <Greeting />
          </div>
          <nav aria-label="Main" className="main-menu">
            <MenuLinks className="page-width" />
          </nav>
        </header>
      </InTurn>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <InTurn>
        <Footer />
      </InTurn>
      <HelpPopover />
    </div>
  )
}

/** Without a step of the history: a browser that comes back to an address with `#main` jumps there each time. */
function skipToPage(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
