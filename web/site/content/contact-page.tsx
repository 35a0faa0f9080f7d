import './contact-page.css'
import { useQuery } from '@tanstack/react-query'
import { Mail, MapPin, Phone } from 'lucide-react'
import { useApi } from '#web/api.ts'
import { FeedbackForm } from '#web/site/enquiries/feedback-form.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { siteTextsQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

export function ContactPage() {
  const { data: site } = useQuery(siteTextsQuery(useApi()))
  return (
    <>
      <PageHeading title="Contact" />
      {site && (
        <ul className="page-width stack gap-m contact-ways">
          <li>
            <a href={`tel:${site.contactPhone.replace(/\s/g, '')}`} className="card">
              <Phone aria-hidden="true" /> {site.contactPhone}
            </a>
          </li>
          <li>
            <a href={`mailto:${site.contactEmail}`} className="card">
              <Mail aria-hidden="true" /> {site.contactEmail}
            </a>
          </li>
          <li>
            <a
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(site.contactAddress)}`}
              className="card"
              rel="noreferrer"
            >
              <MapPin aria-hidden="true" /> {site.contactAddress}
            </a>
          </li>
        </ul>
      )}
      <div className="page-width side-by-side">
        {site?.contactHtml !== '' && (
          <div>
            <SiteText name="contactHtml" />
          </div>
        )}
        <section aria-labelledby="write-to-us" className="card side-card">
          <h2 id="write-to-us" className="subheading">
            Write to us
          </h2>
          <FeedbackForm />
        </section>
      </div>
    </>
  )
}
