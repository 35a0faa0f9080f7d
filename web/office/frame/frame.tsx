import './frame.css'
import { Ellipsis, PanelLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { focusBeginning } from '#web/navigation/arrival.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { useBusiness } from '../business/business-queries.ts'
import { SetUpProgress } from '../business/set-up-progress.tsx'
import { useMe } from '../office-session.ts'
import { useBrandColour } from '../ui/brand-colour.ts'
import { Menu } from '../ui/menu.tsx'
import { pageTitleId } from '../ui/page-title-id.ts'
import { isIn, type Place, placesOf } from './menu-entries.ts'
import { TopLine } from './top-line.tsx'

const railKey = 'maypole.office.rail'
/** The office's frame: a menu at the side on a desk, a bar at the bottom on a phone, and the top line. */
export function Frame({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const me = useMe()
  const [isNarrow, setNarrow] = useState(() => localStorage.getItem(railKey) === 'narrow')
  const places = me ? placesOf(me.role) : []
  useBrandColour(useBusiness().data?.accent)
  const fold = () => {
    localStorage.setItem(railKey, isNarrow ? 'wide' : 'narrow')
    setNarrow(!isNarrow)
  }
  return (
    <div className="office-frame" data-narrow={isNarrow || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: screen readers should announce it as a link. */}
      <a href="#main" className="office-skip no-print" onClick={skipToPage}>
        Skip to the page
      </a>
      <nav aria-label="Office" className="rail no-print">
        <ul>
          {places.map(place => (
            <li key={place.label}>
              <PlaceLink place={place} title={isNarrow ? place.label : undefined} />
            </li>
          ))}
        </ul>
        <button type="button" className="rail-fold" aria-expanded={!isNarrow} onClick={fold}>
          <PanelLeft aria-hidden="true" className="icon" />
          <span>Collapse the menu</span>
        </button>
      </nav>
      <TopLine />
      <main
        id="main"
        tabIndex={-1}
        aria-labelledby={pageTitleId}
        className="office-page"
        data-wide={isWide || undefined}
      >
        <SetUpProgress />
        {children}
      </main>
      <nav aria-label="Office, in short" className="below no-print">
        {places
          .filter(({ isBelow }) => isBelow)
          .map(place => (
            <PlaceLink key={place.label} place={place} />
          ))}
        <Menu
          id="more-places"
          className="place-link"
          label={
            <>
              <Ellipsis aria-hidden="true" className="icon" />
              <span>More</span>
            </>
          }
        >
          {places
            .filter(({ isBelow }) => !isBelow)
            .map(place => (
              <PlaceLink key={place.label} place={place} />
            ))}
        </Menu>
      </nav>
    </div>
  )
}

/** Skips without a history entry, which would count as leaving a form with unsaved changes. */
function skipToPage(event: MouseEvent): void {
  event.preventDefault()
  focusBeginning()
  window.scrollTo(0, 0)
}

function PlaceLink({ place, title }: { place: Place; title?: string }) {
  const { pathname } = useLocation()
  const Icon = place.icon
  return (
    <PageLink
      to={place.to}
      title={title}
      aria-current={isIn(pathname, place) ? 'page' : undefined}
      className="place-link"
    >
      <Icon aria-hidden="true" className="icon" />
      <span>{place.label}</span>
    </PageLink>
  )
}
