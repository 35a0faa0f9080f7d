import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { usePage } from '#web/app.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { siteTextsQuery } from './queries.ts'

/** A page that is one text of the settings: parent class and events (spec 2 §2). */
export function SiteTextPage() {
  const { data: site } = useQuery(siteTextsQuery(useApi()))
  const { title, path } = usePage()
  const html = path === '/home/events' ? site?.eventsHtml : site?.parentClassHtml
  return (
    <>
      <PageHeading title={title} isNarrow />
      <div className="page-width reading">
        {html === undefined ? <TextSkeleton /> : <RichText html={html} />}
      </div>
    </>
  )
}
