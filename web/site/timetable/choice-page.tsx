import * as addresses from '#contract/addresses.ts'
import './choice-page.css'
import { useState } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation, useSearchParams } from '#web/navigation/router.tsx'
import { kindOfPath } from '#web/site/offerings/kind-words.ts'
import { useLookups, useTypeDetails } from '#web/site/offerings/queries.ts'
import { addressOf, readPinned, readView } from '#web/site/offerings/timetable-view.ts'
import { TypeMissing } from '#web/site/offerings/type-missing.tsx'
import { TypePicture } from '#web/site/offerings/type-picture.tsx'
import { VenuesDialog } from '#web/site/offerings/venues-dialog.tsx'
import { useToday } from '#web/today.tsx'
import { Timetable } from './timetable.tsx'

/** selectCourse: the timetable of one type at one venue, with links to its other venues (spec 2 §2). */
export function ChoicePage() {
  const { pathname } = useLocation()
  const kind = kindOfPath(pathname)
  const [search] = useSearchParams()
  const pinned = readPinned(search)
  const { typeId, venueId } = pinned
  const view = readView(search, useToday(), pinned)
  const { venues } = useLookups(kind)
  const [isChoosing, setChoosing] = useState(false)
  const query = useTypeDetails(kind, typeId)
  const type = query.data
  if (typeId === undefined || !type)
    return <TypeMissing kind={kind} query={query} isNamed={typeId !== undefined} />
  const venue = venues.find(({ id }) => id === venueId)
  return (
    <div className="page-width timetable-page">
      <header className="choice-head">
        <TypePicture type={type} />
        <div>
          <h1 className="heading">
            <PageLink to={addresses.ofKind[kind].type({ typeId })}>{type.name}</PageLink>
          </h1>
          {venue && <p className="lead">{venue.name}</p>}
          <p>
            <button
              type="button"
              className="text-link"
              aria-haspopup="dialog"
              onClick={() => setChoosing(true)}
            >
              Click HERE to learn the timetables of other venues
            </button>
          </p>
        </div>
      </header>
      <Timetable kind={kind} heading={<h2 className="subheading">Timetable</h2>} pinned={pinned} />
      {isChoosing && (
        <VenuesDialog
          kind={kind}
          typeId={typeId}
          venueId={venueId}
          addressOf={other => pathname + addressOf(view, other)}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
