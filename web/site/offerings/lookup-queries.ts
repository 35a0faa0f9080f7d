import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'

const staleTime = 5 * 60_000

/** Queries the types of a kind with picture and introduction. */
export const offeringTypesQuery = (api: Api, kind: OfferingKind) =>
  queryOptions({
    queryKey: ['offerings', kind, 'types'],
    queryFn: () => api.offerings[kind].types(),
    staleTime,
  })

export const venuesQuery = (api: Api, kind: OfferingKind) =>
  queryOptions({
    queryKey: ['offerings', kind, 'venues'],
    queryFn: () => api.offerings[kind].venues(),
    staleTime,
  })

export const ageGroupsQuery = (api: Api, kind: OfferingKind) =>
  queryOptions({
    queryKey: ['offerings', kind, 'age-groups'],
    queryFn: () => api.offerings[kind].ageGroups(),
    staleTime,
  })

/** Queries the addresses of the venues, for search engines. */
export const venueAddressesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['offerings', 'any', 'addresses'],
    queryFn: () => api.sessions.venueAddresses(),
    staleTime,
  })

/** Queries a type's own page: banner, rich texts, term dates. */
export const typeDetailsQuery = (api: Api, kind: OfferingKind, typeId: number) =>
  queryOptions({
    queryKey: ['offerings', kind, 'type', typeId],
    queryFn: () => api.offerings[kind].typeDetails({ id: typeId }),
    staleTime,
  })
