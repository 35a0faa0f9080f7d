import './help-popover.css'

import { lazy, Suspense, useRef, useState } from 'react'

import { Skeleton } from '#web/ui/skeleton.tsx'
import { useClosesOnNavigation } from './closes-on-navigation.ts'

const HelpContent = lazy(() => import('./help-content.tsx').then(file => ({ default: file.HelpContent })))

/** What the Help button of the quick links opens: articles and a feedback form. */
export function HelpPopover() {
  const panel = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  useClosesOnNavigation(panel)
  return (
    <section
      ref={panel}
      id="help"
      // Not "auto": a press on a message above it would close it, half-written feedback and all.
      popover="manual"
      tabIndex={-1}
      aria-label="Help and feedback"
      className="help-panel"
      onToggle={event => event.newState === 'open' && setWasOpened(true)}
    >
      {wasOpened && (
        <Suspense fallback={<Skeleton shape="block" />}>
          <HelpContent panel={panel} />
        </Suspense>
      )}
    </section>
  )
}
