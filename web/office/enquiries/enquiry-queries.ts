import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Enquiry, enquiries } from '#contract/office/enquiries.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

/** Returns the state of a filter; `all` in the address means any state. */
export const stateOf = (state: string) => (state === 'all' ? undefined : (state as Enquiry['state']))

export const useExportEnquiries = () => useDownload(useOfficeApi().enquiries.export)

type EnquirySort = NonNullable<CallInput<typeof enquiries.list>['sort']>

/** Queries enquiries. By default, waiting ones are sorted oldest first, and finished ones newest first. */
export const enquiriesQuery = (api: OfficeApi, { state, sort }: { state: string; sort: string }) =>
  listQuery(['enquiries', state, sort], after =>
    api.enquiries.list({ state: stateOf(state), after, ...(sort && { sort: sort as EnquirySort }) }),
  )

export const enquiryQuery = (api: OfficeApi, id: number) =>
  queryOptions({ queryKey: ['enquiry', id], queryFn: () => api.enquiries.get({ id }) })

export const useSetEnquiryState = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().enquiries.setState) })

export const colleaguesQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['enquiry', 'colleagues'],
    queryFn: () => api.enquiries.colleagues({}),
    staleTime: 5 * 60_000,
  })

/** The form itself tells that a colleague answered first. */
export const useReply = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().enquiries.reply), meta: { isSilent: true } })
export const useNoteEnquiry = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().enquiries.note) })
export const useAssignEnquiry = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().enquiries.assign) })
