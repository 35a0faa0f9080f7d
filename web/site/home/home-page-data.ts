import type { PageContext, PageQuery } from '#web/page.ts'
import { homeSettingsQuery } from '#web/site/content/queries.ts'
import { offeringTypesQuery } from '#web/site/offerings/lookup-queries.ts'

export const homePageQueries = ({ api }: PageContext): PageQuery[] => [
  homeSettingsQuery(api),
  offeringTypesQuery(api, 'class'),
]
