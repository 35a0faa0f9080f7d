import * as addresses from '#contract/addresses.ts'
import './offering-type-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation, useSearchParams } from '#web/navigation/router.tsx'
import { useImageUrl, useOffers } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { kindOfPath, kindWords } from './kind-words.ts'
import { NextSession } from './next-session.tsx'
import { useNextSession, useTypeDetails } from './queries.ts'
import { addressOf, readTypeId } from './timetable-view.ts'
import { TypeMissing } from './type-missing.tsx'
import { TypePicture } from './type-picture.tsx'
import { VenuesDialog } from './venues-dialog.tsx'

/** Shows one type of class, event or parents' session: what it is like, for whom, and where it runs (spec 2 §2). */
export function OfferingTypePage() {
  const kind = kindOfPath(useLocation().pathname)
  const [search] = useSearchParams()
  const typeId = readTypeId(search)
  const imageUrl = useImageUrl()
  const offers = useOffers()
  const today = useToday()
  const [isChoosing, setChoosing] = useState(false)
  const query = useTypeDetails(kind, typeId)
  const type = query.data
  const { data: next } = useNextSession(kind, today, { typeId }, typeId !== undefined)
  const isLater = next && mondayOf(next.date) > addDays(mondayOf(today), 7)
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  if (typeId === undefined || !type)
    return <TypeMissing kind={kind} query={query} isNamed={typeId !== undefined} />
  const { title } = kindWords[kind]
  const { timetable, choice } = addresses.ofKind[kind]
  return (
    <div className="page-width type-page">
      <p>
        <PageLink to={timetable()} className="text-link lone-link">
          {title}
        </PageLink>
      </p>
      <TypePicture type={type} className="type-banner" />
      <h1 className="title above-l">{type.name}</h1>
      <div className="type-columns">
        <div>
          <RichText html={type.detailsHtml} />
          {type.introductionHtml && <RichText html={type.introductionHtml} className="type-introduction" />}
        </div>
        <aside aria-label={`About ${type.name}`} className="type-side card">
          <p className="card-title strong">{type.name}</p>
          <dl className="stack gap-m">
            <Fact name="Age">{type.ages}</Fact>
            <Fact name="Term Dates">{type.termDates}</Fact>
          </dl>
          <Button onClick={() => setChoosing(true)} aria-haspopup="dialog">
            Book Now
          </Button>
          <NextSession
            kind={kind}
            from={today}
            filters={{ typeId }}
            addressOf={({ date, venueId }) =>
              choice() + addressOf({ day: date, filters: {} }, { typeId, venueId })
            }
          />
          {site?.packImage && offers('packs') && (
            <PageLink to={addresses.classPacks()} className="type-packs">
              <img
                src={imageUrl(site.packImage)}
                alt="Class packs: look at what they save"
                width={800}
                height={450}
              />
            </PageLink>
          )}
        </aside>
      </div>
      {isChoosing && (
        <VenuesDialog
          kind={kind}
          typeId={typeId}
          // With nothing in two weeks, as before a term, links to where it begins.
          addressOf={pinned =>
            isLater && next.venueId === pinned.venueId
              ? choice() + addressOf({ day: next.date, filters: {} }, pinned)
              : choice({ ...pinned })
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
