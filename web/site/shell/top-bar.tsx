import { CalendarDays, CalendarHeart, CircleQuestionMark, Menu, ShoppingBasket, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useOffers } from '#web/settings.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { useBasketCounts } from '#web/site/basket/count-query.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useClosesOnNavigation } from './closes-on-navigation.ts'
import { isCurrent, menu } from './menu.ts'
import { NotificationBell } from './notification-bell.tsx'

/**
 * My Bookings, Notifications, the basket and, on narrow screens, the menu and Classes. Their pages send visitors to log
 * in.
 */
export function QuickLinks() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Your account" className="quick-links">
      <ul>
        <li className="classes-place">
          <PageLink
            to={addresses.ofKind.class.timetable()}
            aria-current={addresses.isPathOf(pathname, addresses.ofKind.class.timetable) ? 'page' : undefined}
            className="quick-link"
          >
            <span className="quick-link-icon">
              <CalendarDays aria-hidden="true" />
            </span>
            <span>Classes</span>
          </PageLink>
        </li>
        <QuickLink to={addresses.bookings()} icon={<CalendarHeart aria-hidden="true" />}>
          My Bookings
        </QuickLink>
        <li>
          <NotificationBell />
        </li>
        <BasketLink />
        <li>
          <button type="button" className="quick-link" popoverTarget="help">
            <span className="quick-link-icon">
              <CircleQuestionMark aria-hidden="true" />
            </span>
            <span>Help</span>
          </button>
        </li>
        <li className="menu-place">
          <PhoneMenu />
        </li>
      </ul>
    </nav>
  )
}

/**
 * The basket with its number of lines. During hydration it shows no number, like the server, even if the basket's page
 * has counted by then.
 */
function BasketLink() {
  const isSignedIn = useIsSignedIn()
  const counts = useBasketCounts()
  const total = isSignedIn && counts ? Object.values(counts).reduce((sum, lines) => sum + lines, 0) : 0
  return (
    <QuickLink
      to={addresses.basket()}
      icon={
        <>
          <ShoppingBasket aria-hidden="true" />
          {total > 0 && (
            <span aria-hidden="true" className="quick-link-count">
              {total}
            </span>
          )}
        </>
      }
    >
      Basket
      {total > 0 && <span className="sr-only">, {total} in it</span>}
    </QuickLink>
  )
}

function QuickLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <PageLink to={to} className="quick-link">
        <span className="quick-link-icon">{icon}</span>
        <span>{children}</span>
      </PageLink>
    </li>
  )
}

function PhoneMenu() {
  const panel = useRef<HTMLElement>(null)
  useClosesOnNavigation(panel)
  return (
    <>
      <button type="button" className="quick-link" popoverTarget="phone-menu">
        <span className="quick-link-icon">
          <Menu aria-hidden="true" />
        </span>
        <span>Menu</span>
      </button>
      <nav ref={panel} id="phone-menu" popover="auto" aria-label="Menu" className="sheet phone-menu">
        <IconButton label="Close the menu" icon={X} popoverTarget="phone-menu" popoverTargetAction="hide" />
        <MenuLinks />
      </nav>
    </>
  )
}

/** The pages of the site's menu. */
export function MenuLinks({ className }: { className?: string }) {
  const { pathname } = useLocation()
  const offers = useOffers()
  return (
    <ul className={className}>
      {menu
        .filter(({ page }) => offers(page.part))
        .map(item => (
          <li key={item.label}>
            <PageLink to={item.page()} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
              {item.label}
            </PageLink>
          </li>
        ))}
    </ul>
  )
}

/** Shows “Hi, Amara”, or a link to log in. */
export function Greeting() {
  const isSignedIn = useIsSignedIn()
  const { data: profile } = useProfile()
  if (isSignedIn) {
    return (
      <PageLink to={addresses.details()} className="greeting">
        Hi{profile && `, ${profile.firstName}`}
      </PageLink>
    )
  }
  return (
    <p className="greeting-links">
      <PageLink to={addresses.logIn()}>Log in</PageLink>
      <span aria-hidden="true"> / </span>
      <PageLink to={addresses.register()}>Sign up</PageLink>
    </p>
  )
}
