import { events } from '#contract/addresses.ts'
import { usePage } from '#web/page.ts'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { SiteText } from './site-text.tsx'

/** A page that is one text of the settings: parent class and events (spec 2 §2). */
export function SiteTextPage() {
  const { title, path } = usePage()
  return (
    <>
      <PageHeading title={title} isNarrow />
      <div className="page-width reading">
        <SiteText name={path === events.path ? 'eventsHtml' : 'parentClassHtml'} />
      </div>
    </>
  )
}
