import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { waiting } from '#contract/office/waiting.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { listQuery } from '../ui/office-list.ts'

export const waitedForQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['waiting', 'dates'], queryFn: () => api.waiting.dates({}) })

export const queueQuery = (api: OfficeApi, asked: CallInput<typeof waiting.queue>) =>
  queryOptions({ queryKey: ['waiting', 'queue', asked], queryFn: () => api.waiting.queue(asked) })

export type WaitingSort = CallInput<typeof waiting.people>['sort']

export const waitingPeopleQuery = (api: OfficeApi, words: string, sort: WaitingSort) =>
  listQuery(['waiting', 'people', words, sort], after => api.waiting.people({ words, after, sort }))

/**
 * Queries the dates that can be offered. Read when the panel opens, because a place may have been
 * booked.
 */
export const offerDatesQuery = (api: OfficeApi, id: number) =>
  queryOptions({
    queryKey: ['waiting', 'offer dates', id],
    queryFn: () => api.waiting.offerDates({ id }),
    gcTime: 0,
  })

export const fullDatesQuery = (api: OfficeApi, words: string) =>
  queryOptions({
    queryKey: ['waiting', 'full dates', words],
    queryFn: () => api.waiting.fullDates({ words }),
    placeholderData: before => before,
  })

export const usePutOn = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().waiting.add) })
export const useOfferNow = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().waiting.offer) })
export const useTakeOff = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().waiting.remove) })
