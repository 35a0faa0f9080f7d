import './footer.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation.tsx'
import { useImageUrl } from '#web/settings.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'

// Brand marks from Simple Icons (CC0).
const marks = {
  Twitter:
    'M14.2 10.2 22.7 0h-2l-7.4 8.8L7.4 0H.6l8.9 13.3L.6 24h2l7.8-9.3L16.600 24h6.800l-9.200-13.800Zm-2.800 3.300-.9-1.300L3.300 1.600h3.100l5.800 8.500.9 1.300 7.600 11.100h-3.100l-6.200-9Z',
  Facebook:
    'M24 12.073C24 5.446 18.627.073 12 .073S0 5.446 0 12.073c0 5.990 4.388 10.954 10.125 11.854v-8.385H7.078v-3.469h3.047V9.430c0-3.007 1.792-4.669 4.533-4.669 1.312 0 2.686.235 2.686.235v2.953H15.830c-1.491 0-1.956.925-1.956 1.874v2.250h3.328l-.532 3.469h-2.796v8.385C19.612 23.027 24 18.062 24 12.073Z',
  Instagram:
    'M7.500 0h9A7.500 7.500 0 0 1 24 7.500v9a7.500 7.500 0 0 1-7.500 7.500h-9A7.500 7.500 0 0 1 0 16.500v-9A7.500 7.500 0 0 1 7.500 0Zm0 2.200A5.300 5.300 0 0 0 2.200 7.500v9a5.300 5.300 0 0 0 5.300 5.300h9a5.300 5.300 0 0 0 5.300-5.300v-9a5.300 5.300 0 0 0-5.300-5.300h-9ZM12 5.800a6.200 6.200 0 1 1 0 12.400 6.200 6.200 0 0 1 0-12.400Zm0 2.200a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm6.400-3.900a1.450 1.450 0 1 1 0 2.900 1.450 1.450 0 0 1 0-2.900Z',
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
            {social.map(([name, url]) => (
              <li key={name}>
                <a href={url || undefined} className="social-link" rel="noreferrer">
                  <span className="sr-only">{name}</span>
                  <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d={marks[name]} />
                  </svg>
                </a>
              </li>
            ))}
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
