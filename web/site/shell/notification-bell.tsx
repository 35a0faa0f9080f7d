import { Bell, X } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useClosesOnNavigation } from './closes-on-navigation.ts'
import { useUnreadCount } from './unread-query.ts'

const BellList = lazy(() => import('./bell-list.tsx').then(file => ({ default: file.BellList })))

/** Notifications: a list under the bell, or a sheet on phones. For visitors it is a link, which asks them to log in. */
export function NotificationBell() {
  const isSignedIn = useIsSignedIn()
  if (isSignedIn) return <BellWithList />
  return (
    <PageLink to={addresses.messages()} className="quick-link">
      <span className="quick-link-icon">
        <Bell aria-hidden="true" />
      </span>
      <span>Notifications</span>
    </PageLink>
  )
}

function BellWithList() {
  const unread = useUnreadCount()
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useClosesOnNavigation(panel)
  return (
    <>
      <button type="button" className="quick-link" popoverTarget="notifications">
        <span className="quick-link-icon">
          <Bell aria-hidden="true" />
          {unread > 0 && <span className="unread-dot" />}
        </span>
        <span>
          Notifications
          {unread > 0 && <span className="sr-only">, {unread} unread</span>}
        </span>
      </button>
      <section
        ref={panel}
        id="notifications"
        popover="auto"
        aria-label="Notifications"
        className="sheet"
        onToggle={event => setOpen(event.newState === 'open')}
      >
        <header className="sheet-head">
          <h2 className="card-title">Notifications</h2>
          <IconButton
            label="Close the notifications"
            icon={X}
            popoverTarget="notifications"
            popoverTargetAction="hide"
          />
        </header>
        {isOpen && (
          <ErrorBoundary>
            <Suspense fallback={<Skeleton shape="block" />}>
              <BellList />
            </Suspense>
          </ErrorBoundary>
        )}
      </section>
    </>
  )
}
