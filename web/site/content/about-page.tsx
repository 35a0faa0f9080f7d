import './about-page.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { Carousel } from '#web/ui/carousel.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { siteTextsQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

export function AboutPage() {
  const { data: site } = useQuery(siteTextsQuery(useApi()))
  return (
    <>
      <PageHeading title="About us" isNarrow />
      <div className="page-width reading">
        <SiteText name="aboutHtml" />
      </div>
      {site && (
        <div className="about-pictures">
          <Carousel slides={site.banners} label="Our classes" />
        </div>
      )}
    </>
  )
}
