import * as addresses from '#contract/addresses.ts'
import './term-page.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { Logo } from './logo.tsx'
import { siteTextsQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

/** `/term` holds the terms, `/term?type=privacy` the privacy policy (decision C-08). */
export function TermPage() {
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
