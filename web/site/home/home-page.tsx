import * as addresses from '#contract/addresses.ts'
import './home-page.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '#web/api.ts'
import { useIsSignedIn } from '#web/session.ts'
import { useOffers } from '#web/settings.ts'
import { ParentFacts } from '#web/site/content/parent-facts.tsx'
import { businessNameOf, homeSettingsQuery, siteSettingsQuery } from '#web/site/content/queries.ts'
import { offeringTypesQuery } from '#web/site/offerings/lookup-queries.ts'
import { OfferingTypeGrid } from '#web/site/offerings/offering-type-grid.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useHasEngaged } from '#web/ui/has-engaged.ts'
import { Hero } from '#web/ui/showcase/hero.tsx'
import { PromoBlock } from '#web/ui/showcase/promo-block.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Finder } from './finder.tsx'
import { ParentQuotes } from './parent-quotes.tsx'

// Loaded for families only: its room is kept by the page's styles.
const FamilyPanel = lazy(() => import('./family-panel.tsx').then(file => ({ default: file.FamilyPanel })))

// Loaded for visitors only, once they have looked round. If its code fails to load, nothing is
// shown.
const DealsPopup = lazy(() =>
  import('./deals-popup.tsx').then(
    file => ({ default: file.DealsPopup }),
    () => ({ default: () => null }),
  ),
)

export function HomePage() {
  const api = useApi()
  const { data: home, isError, refetch } = useQuery(homeSettingsQuery(api))
  const { data: site } = useQuery(siteSettingsQuery(api))
  const { data: types } = useQuery(offeringTypesQuery(api, 'class'))
  const offers = useOffers()
  const isSignedIn = useIsSignedIn()
  const hasEngaged = useHasEngaged()
  // False in the server's HTML, so that a browser without JavaScript shows everything at once.
  const isAtFirstLook = isSignedIn !== undefined && !hasEngaged
  return (
    <>
      {hasEngaged && isSignedIn === false && home?.dealsText && (
        <Suspense>
          <DealsPopup html={home.dealsText} />
        </Suspense>
      )}
      {isSignedIn !== false && (
        <section
          className="home-family page-width"
          aria-label="Your bookings"
          data-known={isSignedIn || undefined}
        >
          {isSignedIn && (
            <ErrorBoundary>
              <Suspense>
                <FamilyPanel />
              </Suspense>
            </ErrorBoundary>
          )}
        </section>
      )}
      {isError && !home && <ErrorPanel onRetry={refetch} />}
      <Hero
        slides={
          home?.banners.length === 0 ? picturesOf(types) : (home?.banners ?? (isError ? [] : undefined))
        }
        about={home?.banners.map((_, at) => ({
          alt: home.bannerAlts[at] ?? '',
          link: home.bannerLinks[at] ?? '',
        }))}
        label="What is on"
        title={
          home || isError ? home?.title1 || businessNameOf(site) || 'Welcome' : <Skeleton shape="heading" />
        }
      >
        <LinkButton to={addresses.ofKind.class.timetable()} look="secondary">
          {home?.title1 === '' ? 'See the timetable' : 'See this week’s classes'}
        </LinkButton>
      </Hero>
      <Finder />
      <ParentFacts className="home-facts page-width" />
      {home?.text1 !== '' && (
        <section className="home-welcome page-width">
          <RichText html={home?.text1 ?? ''} className="lead quiet" />
          {offers('event') && (
            <LinkButton to={addresses.ofKind.event.timetable()} look="secondary">
              Holiday camps
            </LinkButton>
          )}
        </section>
      )}
      {types?.length !== 0 && (
        <section
          className="home-types"
          data-first-look={isAtFirstLook || undefined}
          aria-labelledby="class-types"
        >
          <div className="page-width">
            <h2 id="class-types" className="heading">
              What will they love?
            </h2>
            <OfferingTypeGrid kind="class" />
          </div>
        </section>
      )}
      {home && (
        <>
          <ParentQuotes lines={home.quotes} />
          <PromoBlock title={home.title2} html={home.text2} image={home.image2}>
            {offers('about') && (
              <LinkButton to={addresses.about()} look="secondary">
                Meet the team
              </LinkButton>
            )}
          </PromoBlock>
          <PromoBlock title={home.title3} html={home.text3} image={home.image3} isMirrored>
            {offers('packs') && (
              <LinkButton to={addresses.classPacks()} look="secondary">
                Look at class packs
              </LinkButton>
            )}
          </PromoBlock>
        </>
      )}
    </>
  )
}

/** Returns pictures of some types, for a home page without pictures of its own. */
const picturesOf = (types: { image: string }[] | undefined) =>
  types
    ?.map(({ image }) => image)
    .filter(image => image !== '')
    .slice(0, 3)
