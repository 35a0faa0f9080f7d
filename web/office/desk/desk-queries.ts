import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { deskBookings } from '#contract/office/desk-bookings.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'

export const classesQuery = (api: OfficeApi, words: string) =>
  queryOptions({
    queryKey: ['desk bookings', 'classes', words],
    queryFn: () => api.deskBookings.classes({ words }),
    placeholderData: before => before,
  })

export type AskedPreview = CallInput<typeof deskBookings.preview>

/** Queries the price of the choice. After another choice, the last price of the same class stays until the new one arrives. */
export const previewQuery = (api: OfficeApi, asked: AskedPreview) =>
  queryOptions({
    queryKey: ['desk bookings', 'preview', asked],
    queryFn: () => api.deskBookings.preview(asked),
    placeholderData: (before, query) =>
      (query?.queryKey[2] as AskedPreview | undefined)?.offeringId === asked.offeringId ? before : undefined,
    gcTime: 0,
    staleTime: 0,
  })

/** Queries the open walk-ins, again whenever the page is shown, because colleagues add and settle them. */
export const walkInsQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['walk-ins'], queryFn: () => api.walkIns.list({}) })
export const useDismissWalkIn = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().walkIns.dismiss) })

export const useBook = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().deskBookings.place) })
export const useBookFree = () =>
  useMutation({ mutationFn: useSubmitOnce(useOfficeApi().deskBookings.placeFree) })
