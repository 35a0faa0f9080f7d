import './help-popover.css'
import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useClosesOnNavigation } from './closes-on-navigation.ts'

const HelpContent = lazy(() => import('./help-content.tsx').then(file => ({ default: file.HelpContent })))

/** The question mark at the foot of every page: articles and a feedback form. */
export function HelpPopover() {
  const panel = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  useClosesOnNavigation(panel)
  return (
    <aside aria-label="Help">
      <button type="button" className="help-button" popoverTarget="help" aria-label="Help and feedback">
        <CircleQuestionMark aria-hidden="true" className="size-7" />
      </button>
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
    </aside>
  )
}
