import './help-popover.css'
import { X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useClosesOnNavigation } from './closes-on-navigation.ts'

const HelpContent = lazy(() => import('./help-content.tsx').then(file => ({ default: file.HelpContent })))

/** The popover of the Help button: articles and a feedback form. */
export function HelpPopover() {
  const panel = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  useClosesOnNavigation(panel)
  return (
    <section
      ref={panel}
      id="help"
      // Not "auto": pressing a message above it would close it with a half-written feedback.
      popover="manual"
      tabIndex={-1}
      aria-label="Help and feedback"
      className="help-panel"
      onToggle={event => event.newState === 'open' && setWasOpened(true)}
    >
      {wasOpened && (
        <>
          <header className="sheet-head">
            <h2 className="card-title">How can we help?</h2>
            <IconButton label="Close" icon={X} popoverTarget="help" popoverTargetAction="hide" />
          </header>
          <ErrorBoundary>
            <Suspense fallback={<Skeleton shape="block" />}>
              <HelpContent panel={panel} />
            </Suspense>
          </ErrorBoundary>
        </>
      )}
    </section>
  )
}
