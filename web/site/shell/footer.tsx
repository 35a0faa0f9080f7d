import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './footer.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useOffers } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'
// Brand marks from Simple Icons (CC0).
import facebookMark from './marks/facebook.svg'
import instagramMark from './marks/instagram.svg'
import twitterMark from './marks/twitter.svg'

export function Footer() {
  const offers = useOffers()
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const social = [
    ['Twitter', site?.twitterUrl, twitterMark],
    ['Facebook', site?.facebookUrl, facebookMark],
    ['Instagram', site?.instagramUrl, instagramMark],
  ] as const
  return (
    <footer className="footer">
      <div className="page-width footer-columns">
        <div>
          {site?.footerLogo && <Picture path={site.footerLogo} loading="lazy" className="footer-logo" />}
          <ul className="social-links">
            {social.map(
              ([name, url, mark]) =>
                url && (
                  <li key={name}>
                    <a href={url} className="social-link" rel="noreferrer">
                      <img src={mark} alt={name} width="20" height="20" loading="lazy" />
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
        <div>
          <h2 className="footer-title">Come and see us</h2>
          <address>
            <p>{site?.contactAddress}</p>
            <p className="above-s">
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
