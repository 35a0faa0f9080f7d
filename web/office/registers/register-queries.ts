import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '../office-api.ts'

export const registerDayQuery = (api: OfficeApi, date: string, venueId: string) =>
  queryOptions({
    queryKey: ['registers', date, venueId],
    queryFn: () => api.registers.day({ date, ...(venueId && { venueId: Number(venueId) }) }),
    placeholderData: before => before,
  })

/** Each asking opens notes and stands in the log: it is asked once, and not again because the window is looked at. */
export const registerQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['register', sessionId],
    queryFn: () => api.registers.get({ sessionId }),
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** A row of the log and no more: the register is not asked again, which would open the notes once more. */
export function usePrintWithNotes() {
  const api = useOfficeApi()
  return useMutation({ mutationFn: api.registers.print, meta: { changesNothing: true } })
}
