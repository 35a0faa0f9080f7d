import { queryOptions, useMutation } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { FoundPerson, families } from '#contract/office/families.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

/**
 * Searches families by words. Each search has its own key, so that a late answer to an earlier one
 * is ignored.
 */
export const searchQuery = (api: OfficeApi, words: string) =>
  queryOptions({
    queryKey: ['families', 'search', words],
    queryFn: () => api.families.search({ words }),
    enabled: words.trim().length > 1,
    placeholderData: before => before,
  })

/** Searches families and guests for the palette, and the order whose whole number was typed. */
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

/** Returns the address of a found person: their family, a guest's latest order, or the session that they wait for. */
export function addressOf({
  accountId,
  orderNumber,
  waitsFor,
}: Pick<FoundPerson, 'accountId' | 'orderNumber' | 'waitsFor'>): string {
  if (accountId !== null) return addresses.family({ id: accountId })
  return orderNumber === '' && waitsFor !== null
    ? addresses.session({ id: waitsFor })
    : addresses.order({ number: orderNumber })
}

export type FamilySort = CallInput<typeof families.list>['sort']

/** The families that a list shows: those that came on these days, and gave this answer. */
export type NewFamilies = Pick<CallInput<typeof families.list>, 'sinceFrom' | 'sinceTo' | 'heardFrom'>

export const familiesQuery = (api: OfficeApi, sort: FamilySort, which: NewFamilies = {}) =>
  listQuery(['families', 'list', sort, which], after => api.families.list({ after, sort, ...which }))

export const duplicatesQuery = (api: OfficeApi) =>
  listQuery(['families', 'duplicates'], after => api.families.duplicates({ after }))

export const countDuplicatesQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['families', 'duplicates', 'count'],
    queryFn: () => api.families.duplicates({ limit: 1 }).then(({ total }) => total),
  })

export const familyQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['family', id], queryFn: () => api.families.get({ id }) })

/** Finds the families and guests that a new family may already be, as soon as anything is typed. */
export const alikeQuery = (api: OfficeApi, typed: CallInput<typeof families.alike>) =>
  queryOptions({
    queryKey: ['families', 'alike', typed],
    queryFn: () => api.families.alike(typed),
    enabled:
      typed.email !== '' ||
      typed.mobile !== '' ||
      typed.children.length > 0 ||
      (typed.firstName !== '' && typed.lastName !== ''),
    placeholderData: before => before,
  })

export function useMakeFamily() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.make, meta: { isSilent: true } })
}

export function useMailPassword() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.mailPassword) })
}

export function useFreezeFamily() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.freeze) })
}

export function useThawFamily() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.thaw) })
}

export const familyDetailsQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['family', id, 'details'], queryFn: () => api.families.details({ id }) })

export const familyChildQuery = (api: OfficeApi, id: number, childId: number) =>
  queryOptions({
    queryKey: ['family', id, 'child', childId],
    queryFn: () => api.families.child({ id, childId }),
  })

export const familyChildrenQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['family', id, 'children'], queryFn: () => api.families.children({ id }) })

export const familyPlacesQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'places'], after => api.families.places({ id, after }))

export const familyOrdersQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'orders'], after => api.families.orders({ id, after }))

export const ledgerQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'ledger'], after => api.families.ledger({ id, after }))

export const familyNotesQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'notes'], after => api.families.notes({ id, after }))

export const historyQuery = (api: OfficeApi, id: number) =>
  listQuery(['family', id, 'history'], after => api.families.history({ id, after }))

export function useReadNotes() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.readNotes })
}

export function useKeepBoth() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.keepBoth })
}

export function useInvite() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.invite) })
}

export function useChangeEmail() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.changeEmail, meta: { isSilent: true } })
}

export function useSaveFamily() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.save, meta: { isSilent: true } })
}

export function useSaveChild() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.saveChild, meta: { isSilent: true } })
}

export function useAddFamilyNote() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.addNote, meta: { isSilent: true } })
}

export function usePinNote() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.pinNote) })
}

export function useWithdrawNote() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.withdrawNote) })
}

export function useGrantCredits() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.grantCredits, meta: { isSilent: true } })
}

export function useUndoGrant() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useSubmitOnce(api.families.undoGrant) })
}

export function useRemoveChild() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.families.removeChild })
}

export const useExportFamilies = () => useDownload(useOfficeApi().families.export)

/**
 * Queries the guest of an order when the panel opens, because they may have registered meanwhile.
 */
export const guestQuery = (api: OfficeApi, number: string) =>
  queryOptions({ queryKey: ['guest', number], queryFn: () => api.families.guest({ number }), gcTime: 0 })

export const useClaimGuest = () =>
  useMutation({ mutationFn: useOfficeApi().families.claimGuest, meta: { isSilent: true } })
