import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '../office-api.ts'

export const registerDayQuery = (api: OfficeApi, date: string, venueId: string) =>
  queryOptions({
    queryKey: ['registers', date, venueId],
    queryFn: () => api.registers.day({ date, ...(venueId && { venueId: Number(venueId) }) }),
    placeholderData: before => before,
  })

/** Reads a register. Each read is logged, so it is not repeated when the window gets the focus. */
export const registerQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['register', sessionId],
    queryFn: () => api.registers.get({ sessionId }),
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Logs that notes are printed. The register is not loaded again, which would log another reading of the notes. */
export const usePrintWithNotes = () =>
  useMutation({ mutationFn: useOfficeApi().registers.print, meta: { changesNothing: true } })
