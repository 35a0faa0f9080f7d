import './footer.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation.tsx'
import { useImageUrl } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'

// Brand marks from Simple Icons (CC0).
const marks = {
  Twitter:
    'M14.2 10.2 22.7 0h-2l-7.4 8.8L7.4 0H.6l8.9 13.3L.6 24h2l7.8-9.3L16.6 24h6.8l-9.2-13.8Zm-2.8 3.3-.9-1.3L3.3 1.6h3.1l5.8 8.5.9 1.3 7.6 11.1h-3.1l-6.2-9Z',
  Facebook:
    'M24 12.073C24 5.446 18.627.073 12 .073S0 5.446 0 12.073c0 5.99 4.388 10.954 10.125 11.854v-8.385H7.078v-3.469h3.047V9.43c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.235 2.686.235v2.953H15.83c-1.491 0-1.956.925-1.956 1.874v2.25h3.328l-.532 3.469h-2.796v8.385C19.612 23.027 24 18.062 24 12.073Z',
  Instagram:
    'M7.5 0h9A7.5 7.5 0 0 1 24 7.5v9a7.5 7.5 0 0 1-7.5 7.5h-9A7.5 7.5 0 0 1 0 16.5v-9A7.5 7.5 0 0 1 7.5 0Zm0 2.2A5.3 5.3 0 0 0 2.2 7.5v9a5.3 5.3 0 0 0 5.3 5.3h9a5.3 5.3 0 0 0 5.3-5.3v-9a5.3 5.3 0 0 0-5.3-5.3h-9ZM12 5.8a6.2 6.2 0 1 1 0 12.4 6.2 6.2 0 0 1 0-12.4Zm0 2.2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm6.4-3.9a1.45 1.45 0 1 1 0 2.9 1.45 1.45 0 0 1 0-2.9Z',
} as const

export function Footer() {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const imageUrl = useImageUrl()
  const social = [
    ['Twitter', site?.twitterUrl],
    ['Facebook', site?.facebookUrl],
    ['Instagram', site?.instagramUrl],
  ] as const
  return (
    <footer className="footer">
      <div className="page-width footer-columns">
        <div>
          {site?.footerLogo && (
            <img src={imageUrl(site.footerLogo)} alt="" loading="lazy" className="h-11 w-auto" />
          )}
          <ul className="mt-5 flex gap-2">
            {social.map(
              ([name, url]) =>
                url && (
                  <li key={name}>
                    <a href={url} className="social-link" rel="noreferrer">
                      <span className="sr-only">{name}</span>
                      <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d={marks[name]} />
                      </svg>
                    </a>
                  </li>
                ),
            )}
          </ul>
        </div>
        <address className="not-italic">
          <h2 className="footer-title">Come and see us</h2>
          <p>{site?.contactAddress}</p>
          <p className="mt-3">
            <a href={`tel:${site?.contactPhone.replace(/\s/g, '') ?? ''}`}>{site?.contactPhone}</a>
          </p>
          <p>
            <a href={`mailto:${site?.contactEmail ?? ''}`}>{site?.contactEmail}</a>
          </p>
        </address>
        <nav aria-label="Footer">
          <h2 className="footer-title">Good to know</h2>
          <ul>
            <li>
              <PageLink to="/home/helpCenter">FAQ</PageLink>
            </li>
            <li>
              <PageLink to="/term">Terms & Conditions</PageLink>
            </li>
            <li>
              <PageLink to="/term?type=privacy">Privacy Policy</PageLink>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
