import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { siteSettingsQuery } from '#web/site/content/queries.ts'

/** Says what sending products costs and how long it takes, if the business says so. */
export function PostageNote() {
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  return site?.postageText ? <p className="small quiet above-s">{site.postageText}</p> : null
}
