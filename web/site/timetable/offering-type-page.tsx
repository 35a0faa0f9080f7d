import * as addresses from '#contract/addresses.ts'
import './offering-type-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation, useSearchParams } from '#web/navigation/router.tsx'
import { useImageUrl, useOffers } from '#web/settings.ts'
import { ParentFacts } from '#web/site/content/parent-facts.tsx'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
import { kindOfPath, kindWords } from '#web/site/offerings/kind-words.ts'
import { useComingDates, useTypeDetails } from '#web/site/offerings/queries.ts'
import { addressOf, readTypeId } from '#web/site/offerings/timetable-view.ts'
import { TypeMissing } from '#web/site/offerings/type-missing.tsx'
import { TypePicture } from '#web/site/offerings/type-picture.tsx'
import { VenuesDialog } from '#web/site/offerings/venues-dialog.tsx'
import { useToday } from '#web/today.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { ComingDates } from './coming-dates.tsx'
import { offerInBrief } from './offer-in-brief.ts'
import { TypeVenues } from './type-venues.tsx'

/**
 * Shows one type of class, event or parents' session: its price, its next dates, what it is like, for whom, and where it
 * runs (spec 2 §2).
 */
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
  const dates = useComingDates(kind, typeId ?? 0)
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  if (typeId === undefined || !type)
    return <TypeMissing kind={kind} query={query} isNamed={typeId !== undefined} />
  const sessions = dates.data?.flatMap(day => day.sessions) ?? []
  const next = sessions.find(({ placesLeft }) => placesLeft > 0) ?? sessions[0]
  const isLater = next && mondayOf(next.date) > addDays(mondayOf(today), 7)
  const { title, one } = kindWords[kind]
  const { timetable, choice } = addresses.ofKind[kind]
  return (
    <div className="page-width type-page">
      <p>
        <PageLink to={timetable()} className="text-link lone-link">
          {title}
        </PageLink>
      </p>
      <div className="type-columns">
        <TypePicture type={type} className="type-banner" />
        <div className="type-buy">
          <div className="type-head">
            <h1 className="title">{type.name}</h1>
            <p className="type-brief">{[...offerInBrief(sessions, one), type.ages].join(' · ')}</p>
            {type.teacher && (
              <p className="type-teacher">
                {type.teacherImage && <Avatar name={type.teacher} picture={type.teacherImage} size="large" />}
                <span>
                  <span className="quiet">Your teacher:</span> {type.teacher}
                </span>
              </p>
            )}
          </div>
          <aside aria-label={`About ${type.name}`} className="type-side card">
            <p className="sr-only">{type.name}</p>
            <dl>
              <Fact name="Age">{type.ages}</Fact>
              <Fact name="Term Dates">{type.termDates}</Fact>
            </dl>
            <Button onClick={() => setChoosing(true)} aria-haspopup="dialog">
              Book Now
            </Button>
            <p className="small quiet">
              Plans change? With an account you can move a paid place to another date of the same price, until
              it starts.
            </p>
            {site?.packImage && offers('packs') && (
              <PageLink to={addresses.classPacks()} className="type-packs">
                <img src={imageUrl(site.packImage)} alt="" width={800} height={450} />
                <span className="text-link">Class packs: look at what they save</span>
              </PageLink>
            )}
          </aside>
          <ParentFacts />
        </div>
        <div className="type-about">
          <ComingDates kind={kind} typeId={typeId} dates={dates} />
          <RichText html={type.detailsHtml} />
          {type.introductionHtml && <RichText html={type.introductionHtml} className="type-introduction" />}
          <div className="type-practical">
            <TypeVenues sessions={sessions} />
            {type.toBring && (
              <section>
                <h2 className="card-title">What to bring</h2>
                <p>{type.toBring}</p>
              </section>
            )}
          </div>
        </div>
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
