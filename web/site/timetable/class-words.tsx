import './class-words.css'
import { useQuery } from '@tanstack/react-query'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { useApi } from '#web/api.ts'
import { areaSettingsQuery } from '#web/site/content/queries.ts'
import { Picture } from '#web/ui/picture.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'

/** The business's text about its classes, below their timetable (spec 1 §7). */
export function ClassWords({ kind }: { kind: OfferingKind }) {
  const { data } = useQuery(areaSettingsQuery(useApi(), kind))
  if (!data) return null
  const { title, text, banners } = data
  return (
    <section className="class-words">
      {title && <h2 className="heading">{title}</h2>}
      {text && <RichText html={text} className="lead quiet" />}
      {banners.length > 0 && (
        <div className="class-ads">
          {banners.map(path => (
            <Picture key={path} path={path} width={1600} height={574} loading="lazy" />
          ))}
        </div>
      )}
    </section>
  )
}
