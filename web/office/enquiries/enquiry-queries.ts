import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Enquiry } from '#contract/office/enquiries.ts'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

/** The address says `all` where any state is meant. */
export const stateOf = (state: string) => (state === 'all' ? undefined : (state as Enquiry['state']))

export const useExportEnquiries = () => useDownload(useOfficeApi().enquiries.export)

export const enquiriesQuery = (api: OfficeApi, state: string) =>
  listQuery(['enquiries', state], after => api.enquiries.list({ state: stateOf(state), after }))

export const enquiryQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['enquiry', id], queryFn: () => api.enquiries.get({ id }) })

export function useSetEnquiryState() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.enquiries.setState })
}
