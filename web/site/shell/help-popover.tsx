import './help-popover.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/router.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const HelpContent = lazy(() => import('./help-content.tsx').then(file => ({ default: file.HelpContent })))

/** What the Help button of the quick links opens: articles and a feedback form. */
export function HelpPopover() {
  const panel = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation, whatever it was, closes the help.
  useEffect(() => {
    panel.current?.hidePopover()
  }, [key])
  return (
    <section
      ref={panel}
      id="help"
      // Not "auto": a press on a message above it would close it, half-written feedback and all.
      popover="manual"
      onKeyDown={event => event.key === 'Escape' && panel.current?.hidePopover()}
      aria-label="Help and feedback"
      className="help-panel"
      onToggle={event => event.newState === 'open' && setWasOpened(true)}
    >
      {wasOpened && (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <HelpContent onDone={() => panel.current?.hidePopover()} />
        </Suspense>
      )}
    </section>
  )
}
