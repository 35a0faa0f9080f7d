import * as addresses from '#contract/addresses.ts'
import './account-layout.css'
import { ChevronDown, LogOut, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { useOffers } from '#web/settings.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { useSignOut } from '#web/site/accounts/queries.ts'
import { IncompleteChildren } from '#web/site/children/incomplete-children.tsx'
import { NewMobile } from '#web/site/children/new-mobile.tsx'
import { OwnChildren } from '#web/site/children/own-children.tsx'
import { useChildren } from '#web/site/children/queries.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { Loading, PageSkeleton, Skeleton } from '#web/ui/skeleton.tsx'

/** The account menu (spec 2 §2), with the waiting lists of record 035. "Events orders" leads to the Orders page of every kind (decision B-19). */
const entries = [
  ['Events orders', addresses.eventBookings],
  ['Waiting lists', addresses.waiting],
  ['Reward points', addresses.rewardPoints],
  ['Class pack', addresses.credits],
  ['Profile', addresses.details],
  ['Change password', addresses.changePassword],
  ['Card', addresses.card],
] as const

/** The layout of every account page: its menu at the side, on a phone collapsed above. */
export function AccountLayout({ children }: { children: ReactNode }) {
  const isOfDetails = addresses.isPathOf(useLocation().pathname, addresses.details)
  const ownChildren = useChildren()
  return (
    <div className="page-width account">
      <AccountMenu />
      <div>
        {isOfDetails && isFirstLoad(ownChildren) ? (
          <PageSkeleton />
        ) : (
          <>
            {isOfDetails && <NewMobile />}
            {isOfDetails && <IncompleteChildren />}
            {children}
            {isOfDetails && <OwnChildren />}
          </>
        )}
      </div>
    </div>
  )
}

function AccountMenu() {
  const { data: profile } = useProfile()
  const children = useChildren()
  const signOut = useSignOut()
  const offers = useOffers()
  const { pathname, key } = useLocation()
  const fold = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation collapses the menu.
  useEffect(() => {
    if (fold.current) fold.current.open = false
  }, [key])
  const name = profile ? `${profile.firstName} ${profile.lastName}` : ''
  const owner = (
    <>
      <Avatar name={name} picture={profile?.avatar} size="small" />
      <span className="account-name">
        <b>My account</b>
        <span className="small quiet">{name}</span>
      </span>
    </>
  )
  return (
    <details ref={fold} className="account-menu card">
      <summary>
        <span className="account-owner">
          {owner}
          <ChevronDown aria-hidden="true" className="fold-sign icon" />
        </span>
      </summary>
      {/* Where the menu always stands open there is nothing to press. */}
      <p className="account-owner account-owner-standing">{owner}</p>
      <nav aria-label="My account">
        <ul>
          {entries
            .filter(([_label, page]) => offers(page.part))
            .map(([label, page]) => (
              <li key={label}>
                <PageLink
                  to={page()}
                  aria-current={addresses.isPathOf(pathname, page) ? 'page' : undefined}
                  className="account-link"
                >
                  {label}
                </PageLink>
              </li>
            ))}
        </ul>
        {isFirstLoad(children) ? (
          <Loading>
            <Skeleton shape="block" />
          </Loading>
        ) : (
          <>
            <ChildLinks />
            <button type="button" className="account-link account-logout" onClick={signOut}>
              <LogOut aria-hidden="true" className="icon" /> Logout
            </button>
          </>
        )}
      </nav>
    </details>
  )
}

function ChildLinks() {
  const { data: children = [] } = useChildren()
  const { pathname, search } = useLocation()
  const isShown = (id: number) =>
    addresses.isPathOf(pathname, addresses.child) &&
    addresses.child.read(new URLSearchParams(search)).childId === String(id)
  return (
    <>
      <h2 id="my-children" className="account-children small quiet">
        My children
      </h2>
      <ul aria-labelledby="my-children">
        {children.map(child => (
          <li key={child.id}>
            <PageLink
              to={addresses.child({ childId: child.id })}
              aria-current={isShown(child.id) ? 'page' : undefined}
              className="account-link"
            >
              <Avatar name={`${child.firstName} ${child.lastName}`} picture={child.avatar} size="small" />
              {child.firstName}
            </PageLink>
          </li>
        ))}
        <li>
          <PageLink
            to={addresses.editChild()}
            aria-current={addresses.isPathOf(pathname, addresses.editChild) && !search ? 'page' : undefined}
            className="account-link"
          >
            <Plus aria-hidden="true" className="icon" /> Add child
          </PageLink>
        </li>
      </ul>
    </>
  )
}
