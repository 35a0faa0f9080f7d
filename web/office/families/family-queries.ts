import { queryOptions, useMutation } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { FoundPerson, families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useOnePress } from '../one-press.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

/** Whom the words mean; an answer that comes after the words have changed is dropped with its key. */
export const searchQuery = (api: OfficeApi, words: string) =>
  queryOptions({
    queryKey: ['families', 'search', words],
    queryFn: () => api.families.search({ words }),
    enabled: words.trim().length > 1,
    placeholderData: before => before,
  })

/** Families, guests and the order of a whole number, as the palette finds them. */
export async function searchFamilies(
  api: OfficeApi,
  words: string,
): Promise<{ label: string; hint: string; to: string }[]> {
  const { people, orderNumber } = await api.families.search({ words })
  const order = { label: orderNumber, hint: 'Order', to: addresses.order({ number: orderNumber }) }
  const shown = people.slice(0, 8).map(person => ({
    label: person.name.trim() || person.email,
    hint:
      person.accountId === null
        ? `Guest, ${person.email}`
        : `Family, ${person.children.map(({ name }) => name.split(' ')[0]).join(', ') || person.email}`,
    to: addressOf(person),
  }))
  return orderNumber ? [order, ...shown] : shown
}

/** Where somebody who was found is looked at: their family, a guest's latest order, or what they wait for. */
export function addressOf({ accountId, orderNumber, waitsFor }: FoundPerson): string {
  if (accountId !== null) return addresses.family({ id: accountId })
  return orderNumber === '' && waitsFor !== null
    ? addresses.register({ id: waitsFor })
    : addresses.order({ number: orderNumber })
}

export type FamilySort = CallInput<typeof families.list>['sort']

export const familiesQuery = (api: OfficeApi, sort: FamilySort) =>
  listQuery(['families', 'list', sort], after => api.families.list({ after, sort }))

export const familyQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['family', id], queryFn: () => api.families.get({ id }) })

export const familyChildrenQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['family', id, 'children'], queryFn: () => api.families.children({ id }) })

export const familyPlacesQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'places'], after => api.families.places({ id, after }))

export const familyOrdersQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'orders'], after => api.families.orders({ id, after }))

export const ledgerQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'ledger'], after => api.families.ledger({ id, after }))

export const historyQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'history'], after => api.families.history({ id, after }))

export function useReadNotes() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.readNotes })
}

export function useInvite() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useOnePress(api.families.invite) })
}

export function useChangeEmail() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.changeEmail, meta: { isSilent: true } })
}

export function useRemoveChild() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.removeChild })
}

export const useExportFamilies = () => useDownload(useOfficeApi().families.export)
