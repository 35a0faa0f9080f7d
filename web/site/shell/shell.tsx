import './shell.css'
import { type MouseEvent, type ReactNode, Suspense } from 'react'
import { useSettings } from '#web/settings.ts'
import { Logo } from '#web/site/content/logo.tsx'
import { useSupportContact } from '#web/site/content/support-contact.tsx'
import { Footer } from './footer.tsx'
import { HelpPopover } from './help-popover.tsx'
import { Greeting, MenuLinks, QuickLinks } from './top-bar.tsx'

/** Top bar, menu, the page and the footer (spec 1 §2). On phones the quick links are at the bottom, near the thumb. */
export function Shell({ children }: { children: ReactNode }) {
  const { pauseText } = useSettings()
  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: before hydration it works as an ordinary link. */}
      <a href="#main" className="skip-link" onClick={skipToPage}>
        Skip to the page
      </a>
      <Suspense>
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
      </Suspense>
      <WithoutScripts />
      {pauseText && (
        <aside aria-label="Bookings are paused" className="pause-notice">
          <p className="page-width">{pauseText}</p>
        </aside>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <HelpPopover />
    </div>
  )
}

/** Says how to book where the browser runs no JavaScript. The menu and its pages are links, and work. */
function WithoutScripts() {
  const { email, phone } = useSupportContact()
  return (
    <noscript>
      <aside aria-label="Without JavaScript" className="page-width">
        <p className="hint-box above-l">
          Your browser runs no JavaScript, which booking here needs. Book by telephone: {phone}, or write to{' '}
          {email}.
        </p>
      </aside>
    </noscript>
  )
}

/**
 * Moves the focus to the page without a history entry. With `#main` in the address, browsers would jump there
 * each time they come back.
 */
function skipToPage(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
