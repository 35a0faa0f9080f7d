import './area-page.css'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { usePage } from '#web/page.ts'
import { areaSettingsQuery } from '#web/site/content/queries.ts'
import { kindOfPath, kindWords } from '#web/site/offerings/kind-words.ts'
import { OfferingTypeGrid } from '#web/site/offerings/offering-type-grid.tsx'
import { Hero, JumpButton } from '#web/ui/showcase/hero.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Timetable } from './timetable.tsx'

/** Events & Camps, or Parental Support: banners and texts, the types, and the timetable (spec 2 §2). */
export function AreaPage() {
  // Read from the page, not from the address, because this page need not render when only the query
  // changes.
  const kind = kindOfPath(usePage().path)
  const { data: area, isLoadingError } = useQuery(areaSettingsQuery(useApi(), kind))
  const { title, types } = kindWords[kind]
  return (
    <>
      <Hero slides={isLoadingError ? [] : area?.banners} label={title} title={area?.title || title}>
        <JumpButton to="area-timetable">See dates and places</JumpButton>
      </Hero>
      <RichText html={area?.text ?? ''} className="page-width area-welcome lead quiet" />
      <section className="area-types" aria-labelledby="area-types">
        <div className="page-width">
          <h2 id="area-types" className="heading">
            {types}
          </h2>
          <OfferingTypeGrid kind={kind} />
        </div>
      </section>
      <section className="page-width timetable-page" aria-labelledby="area-timetable">
        <Timetable
          kind={kind}
          heading={
            <h2 id="area-timetable" tabIndex={-1} className="heading">
              Timetable
            </h2>
          }
        />
      </section>
    </>
  )
}
