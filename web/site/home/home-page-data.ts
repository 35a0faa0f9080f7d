import type { PageContext, PageQuery } from '#web/page.ts'
import { homeSettingsQuery } from '#web/site/content/queries.ts'
import {
  ageGroupsQuery,
  offeringTypesQuery,
  venueAddressesQuery,
  venuesQuery,
} from '#web/site/offerings/lookup-queries.ts'

export const homePageQueries = ({ api }: PageContext): PageQuery[] => [
  homeSettingsQuery(api),
  offeringTypesQuery(api, 'class'),
  venuesQuery(api, 'class'),
  ageGroupsQuery(api, 'class'),
  venueAddressesQuery(api),
]
