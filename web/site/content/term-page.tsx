import * as addresses from '#contract/addresses.ts'
import './term-page.css'
import { useQuery } from '@tanstack/react-query'
import { isRefused } from '#domain/refusal.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { spokenMoment } from '#web/ui/british-dates.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Logo } from './logo.tsx'
import { siteTextsQuery, termsVersionQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

/** `/term` shows the terms, `/term?type=privacy` the privacy policy (decision C-08). */
export function TermPage() {
  const [query] = useSearchParams()
  const version = Number(addresses.terms.read(query).version)
  return version > 0 ? <OldVersion id={version} /> : <PresentText />
}

/**
 * `/term?version=12` shows an earlier version, because families must be able to read what they agreed to (record 059).
 */
function OldVersion({ id }: { id: number }) {
  const { data: version, error, refetch } = useQuery(termsVersionQuery(useApi(), id))
  const today = useToday()
  return (
    <>
      <div className="plain-bar">
        <Logo />
      </div>
      <div className="page-width reading page-end">
        <h1 className="heading">{version?.text === 'privacy' ? 'Privacy Policy' : 'Terms & Conditions'}</h1>
        {version ? (
          <>
            <p className="strong">
              As they were from {spokenMoment(version.from, today)}.{' '}
              <PageLink
                to={addresses.terms(version.text === 'privacy' ? { text: 'privacy' } : {})}
                className="text-link"
              >
                Read what holds today
              </PageLink>
            </p>
            <RichText html={version.html} className="above-m" />
          </>
        ) : isRefused(error) ? (
          <EmptyState title={error.message} />
        ) : error ? (
          <ErrorPanel onRetry={refetch} />
        ) : (
          <TextSkeleton />
        )}
      </div>
    </>
  )
}

function PresentText() {
  const { data: site } = useQuery(siteTextsQuery(useApi()))
  const [query] = useSearchParams()
  const isPrivacy = addresses.terms.read(query).text === 'privacy'
  const name = isPrivacy ? 'privacyHtml' : 'termsHtml'
  // The business's own text usually begins with its heading; if not, the page gives it one.
  const hasHeading = site?.[name].includes('<h1') ?? false
  return (
    <>
      <div className="plain-bar">
        <Logo />
        <nav aria-label="Terms">
          <ul className="tabs">
            <li>
              <PageLink to={addresses.terms()} aria-current={isPrivacy ? undefined : 'page'}>
                Terms & Conditions
              </PageLink>
            </li>
            <li>
              <PageLink
                to={addresses.terms({ text: 'privacy' })}
                aria-current={isPrivacy ? 'page' : undefined}
              >
                Privacy Policy
              </PageLink>
            </li>
          </ul>
        </nav>
      </div>
      <div className="page-width reading page-end">
        {!hasHeading && <h1 className="heading">{isPrivacy ? 'Privacy Policy' : 'Terms & Conditions'}</h1>}
        <SiteText name={name} />
      </div>
    </>
  )
}
