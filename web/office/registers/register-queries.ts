import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { DayMarks } from '#contract/office/registers.ts'
import { showProblem } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'
import { createMarkQueue, type MarkQueue, storedMarks } from './mark-queue.ts'

export const registerDayQuery = (api: OfficeApi, date: string, venueId: string) =>
  queryOptions({
    queryKey: ['registers', date, venueId],
    queryFn: () => api.registers.day({ date, ...(venueId && { venueId: Number(venueId) }) }),
    placeholderData: before => before,
  })

/** Reads a register. Each read is logged, so it is not repeated when the window gets the focus. */
export const registerQuery = (api: OfficeApi, sessionId: number, day: string) =>
  queryOptions({
    queryKey: ['register', sessionId, day],
    queryFn: () => api.registers.get({ sessionId, ...(day && { day }) }),
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Polls the marks of a register's day, which reads no notes. Begins with those that came with the register. */
export const dayMarksQuery = (
  api: OfficeApi,
  asked: { sessionId: number; day: string },
  { now, marks, walkIns, strays, bookingIds }: DayMarks,
) =>
  queryOptions({
    queryKey: ['register-marks', asked.sessionId, asked.day],
    queryFn: () => api.registers.marks(asked),
    initialData: { now, marks, walkIns, strays, bookingIds },
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })

/** The queue of this page's member. It outlives the page of a register, so that marks are sent from any. */
let present: { staffId: number; queue: MarkQueue } | undefined

/** Polls who is at a venue now. The last list stays without a connection. */
export const fireListQuery = (api: OfficeApi, venueId: number) =>
  queryOptions({
    queryKey: ['fire-list', venueId],
    queryFn: () => api.registers.fire({ venueId }),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  })

/** Returns the queue of a member's marks, which is made once. */
export function queueOf(api: OfficeApi, staffId: number): MarkQueue {
  if (present?.staffId !== staffId) {
    const queue = createMarkQueue({
      send: marks => api.registers.mark({ marks }),
      stored: storedMarks(localStorage, staffId),
      onRefused: showProblem,
    })
    present = { staffId, queue }
  }
  return present.queue
}

export const useRegisterFile = () => useDownload(useOfficeApi().registers.export)

/** Logs that notes are printed. The register is not loaded again, which would log another reading of the notes. */
export const usePrintWithNotes = () =>
  useMutation({ mutationFn: useOfficeApi().registers.print, meta: { changesNothing: true } })
