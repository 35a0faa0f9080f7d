import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './footer.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { usePage } from '#web/page.ts'
import { useOffers } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
// Brand marks from Simple Icons (CC0), in one file: a request for each would cost a phone more than all three.
import marks from './marks.svg'

/** The documented links, social pages and contact. On a phone they are one strip, except on the home page. */
export function Footer() {
  const offers = useOffers()
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const social = [
    ['Twitter', site?.twitterUrl, 'twitter'],
    ['Facebook', site?.facebookUrl, 'facebook'],
    ['Instagram', site?.instagramUrl, 'instagram'],
  ] as const
  return (
    <footer className="footer" data-whole={usePage().path === addresses.home.path || undefined}>
      <div className="page-width footer-columns">
        <div>
          {site?.footerLogo && <Picture path={site.footerLogo} loading="lazy" className="footer-logo" />}
          <ul className="social-links">
            {social.map(
              ([name, url, mark]) =>
                url && (
                  <li key={name}>
                    <a href={url} className="social-link" rel="noreferrer">
                      <svg width="20" height="20" role="img" aria-label={name}>
                        <use href={`${marks}#${mark}`} />
                      </svg>
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
        <div>
          <h2 className="footer-title">Come and see us</h2>
          <address>
            <p className="footer-place">{site?.contactAddress}</p>
            <p>
              <a href={`tel:${site?.contactPhone.replace(/\s/g, '') ?? ''}`}>{site?.contactPhone}</a>
            </p>
            <p>
              <a href={`mailto:${site?.contactEmail ?? ''}`}>{site?.contactEmail}</a>
            </p>
          </address>
        </div>
        <nav aria-label="Footer">
          <h2 className="footer-title">Good to know</h2>
          <ul>
            {offers('help') && (
              <li>
                <PageLink to={addresses.helpCentre()}>FAQ</PageLink>
              </li>
            )}
            <li>
              <PageLink to={addresses.terms()}>Terms & Conditions</PageLink>
            </li>
            <li>
              <PageLink to={addresses.terms({ text: 'privacy' })}>Privacy Policy</PageLink>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
