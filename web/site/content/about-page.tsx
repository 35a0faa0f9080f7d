import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { Hero } from '#web/ui/showcase/hero.tsx'
import { siteTextsQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

export function AboutPage() {
  const { data: site, isError } = useQuery(siteTextsQuery(useApi()))
  return (
    <>
      <Hero slides={isError ? [] : site?.banners} label="Our classes" title="About us" />
      <div className="page-width reading above-xl page-end">
        <SiteText name="aboutHtml" />
      </div>
    </>
  )
}
