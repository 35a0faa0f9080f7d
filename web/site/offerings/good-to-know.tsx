import * as addresses from '#contract/addresses.ts'
import { directionsTo } from '#domain/map-links.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { ParentFacts } from '#web/site/content/parent-facts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardPicture } from '#web/ui/picture.tsx'
import { usePractical } from './queries.ts'
import type { ClickedSession } from './session-card.tsx'

/** Shows directions, teachers, what to bring and how to cancel; unwritten parts are left out. */
export function GoodToKnow({ session, venue }: { session: ClickedSession; venue: string }) {
  const { data: practical } = usePractical(session.offeringId)
  return (
    <div className="good-to-know">
      {(practical?.address || practical?.venueImage) && (
        <section>
          <h3>Getting there</h3>
          <CardPicture path={practical.venueImage ?? ''} height={600} sizes="(width < 48rem) 100vw, 20rem" />
          <p>{practical.address}</p>
          {practical.directions && <p className="quiet">{practical.directions}</p>}
          <p>
            <a
              href={directionsTo({ venue, ...practical })}
              target="_blank"
              rel="noreferrer"
              className="text-link lone-link"
            >
              Directions on a map
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          </p>
        </section>
      )}
      {practical?.teacher && (
        <section>
          <h3>Your teacher</h3>
          <p className="row">
            {practical.teacherImage && <Avatar name={practical.teacher} picture={practical.teacherImage} />}
            <span>{practical.teacher}</span>
          </p>
        </section>
      )}
      {practical?.toBring && (
        <section>
          <h3>What to bring</h3>
          <p>{practical.toBring}</p>
        </section>
      )}
      <ParentFacts />
      <section>
        <h3>If you cannot come</h3>
        <p>
          With an account, move a paid place to another session of the same price until it starts, and cancel
          what is not paid at any time, in My Bookings.{' '}
          <PageLink to={addresses.terms()} className="text-link lone-link">
            All about cancelling
          </PageLink>
        </p>
      </section>
    </div>
  )
}
