import './help-popover.css'
import { CircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from '#web/router.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const HelpContent = lazy(() => import('./help-content.tsx').then(file => ({ default: file.HelpContent })))

/** The question mark at the foot of every page: articles and a feedback form. */
export function HelpPopover() {
  const panel = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation, whatever it was, closes the help.
  useEffect(() => {
    panel.current?.hidePopover()
  }, [key])
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
