import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Enquiry, enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useOnePress } from '../one-press.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

/** The address says `all` where any state is meant. */
export const stateOf = (state: string) => (state === 'all' ? undefined : (state as Enquiry['state']))

export const useExportEnquiries = () => useDownload(useOfficeApi().enquiries.export)

type EnquirySort = NonNullable<CallInput<typeof enquiries.list>['sort']>

/** Without a sort who has waited longest stands first, and of what waits no more the newest. */
export const enquiriesQuery = (api: OfficeApi, { state, sort }: { state: string; sort: string }) =>
  listQuery(['enquiries', state, sort], after =>
    api.enquiries.list({ state: stateOf(state), after, ...(sort && { sort: sort as EnquirySort }) }),
  )

export const enquiryQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['enquiry', id], queryFn: () => api.enquiries.get({ id }) })

export function useSetEnquiryState() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: useOnePress(api.enquiries.setState) })
}
