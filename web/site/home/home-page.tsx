import * as addresses from '#contract/addresses.ts'
import './home-page.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useApi } from '#web/api.ts'
import { useIsSignedIn } from '#web/session.ts'
import { PromoBlock } from '#web/site/content/promo-block.tsx'
import { homeSettingsQuery } from '#web/site/content/queries.ts'
import { OfferingTypeGrid } from '#web/site/offerings/offering-type-grid.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useHasLookedRound } from './has-looked-round.ts'

// Comes to visitors only, and not before they have looked round.
const DealsPopup = lazy(() => import('./deals-popup.tsx').then(file => ({ default: file.DealsPopup })))

export function HomePage() {
  const { data: home, isError, refetch } = useQuery(homeSettingsQuery(useApi()))
  const isSignedIn = useIsSignedIn()
  const mayAsk = useHasLookedRound()
  return (
    <>
      {mayAsk && isSignedIn === false && home?.dealsText && (
        <Suspense>
          <DealsPopup html={home.dealsText} />
        </Suspense>
      )}
      {isError && !home && <ErrorPanel onRetry={refetch} />}
      <Hero
        slides={home?.banners ?? (isError ? [] : undefined)}
        about={home?.banners.map((_, at) => ({
          alt: home.bannerAlts[at] ?? '',
          link: home.bannerLinks[at] ?? '',
        }))}
        label="What is on"
        title={home || isError ? home?.title1 || 'Welcome' : <Skeleton shape="heading" />}
      >
        <LinkButton to={addresses.ofKind.class.timetable()}>See this week’s classes</LinkButton>
      </Hero>
      {home?.text1 !== '' && (
        <section className="home-welcome page-width">
          <RichText html={home?.text1 ?? ''} className="lead quiet" />
          <LinkButton to={addresses.ofKind.event.timetable()} look="secondary">
            Holiday camps
          </LinkButton>
        </section>
      )}
      <section className="home-types" aria-labelledby="class-types">
        <div className="page-width">
          <h2 id="class-types" className="heading">
            What will they love?
          </h2>
          <OfferingTypeGrid kind="class" />
        </div>
      </section>
      {home && (
        <>
          <PromoBlock title={home.title2} html={home.text2} image={home.image2}>
            <LinkButton to={addresses.about()} look="secondary">
              Meet the team
            </LinkButton>
          </PromoBlock>
          <PromoBlock title={home.title3} html={home.text3} image={home.image3} isMirrored>
            <LinkButton to={addresses.classPacks()} look="secondary">
              Look at class packs
            </LinkButton>
          </PromoBlock>
        </>
      )}
    </>
  )
}
