import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { Value } from '#contract/office/office-call.ts'
import type { DayMarks, FireList, registerDay, registers } from '#contract/office/registers.ts'
import type { CallOutput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'
import { useDownload } from '../ui/download-queries.ts'
import { dayFromDevice, fireListFromDevice, registerFromDevice } from './offline/answers-of-device.ts'
import { openByServer } from './offline/device-lock.ts'
import { type OnDevice, orFromDevice } from './offline/from-device.ts'
import { keepMarks } from './offline/kept-registers.ts'
import { takeAnswer, takeFromDevice } from './offline/read-ahead.ts'
import { readingOf } from './offline/reading-id.ts'

export type ShownRegister = CallOutput<typeof registers.get> & OnDevice

/** The options of a query that the device may answer: with a signal it is asked again, even if it is new. */
const asksAgain = {
  networkMode: 'always' as const,
  refetchOnReconnect: 'always' as const,
}

/** How often the server is asked while a page shows what the device has. */
const askedAgainEvery = 5_000

export const registerDayQuery = (api: OfficeApi, date: string, venueId: string) =>
  queryOptions({
    queryKey: ['registers', date, venueId],
    queryFn: ({ client, queryKey }) =>
      orFromDevice<Value<typeof registerDay> & OnDevice>(
        () => api.registers.day({ date, ...(venueId && { venueId: Number(venueId) }) }),
        () => dayFromDevice({ date, venueId }),
        late => client.setQueryData(queryKey, late),
      ),
    placeholderData: before => before,
    ...asksAgain,
    refetchInterval: ({ state }) => (state.data?.onDevice ? askedAgainEvery : false),
  })

/**
 * Reads a register. A reading of notes is logged, so it is not repeated when the window gets the focus, or the connection comes back
 * after less than five minutes.
 */
export const registerQuery = (api: OfficeApi, sessionId: number, day: string) =>
  queryOptions({
    queryKey: ['register', sessionId, day],
    queryFn: ({ client, queryKey }): Promise<ShownRegister> =>
      orFromDevice(
        () =>
          takeAnswer(sessionId, day) ??
          api.registers.get({ ...{ sessionId, ...(day && { day }) }, reading: readingOf(sessionId, day) }),
        () => registerFromDevice(sessionId, day),
        late => client.setQueryData(queryKey, late),
      ),
    // What the device has is shown first, and counts as old.
    initialData: () => takeFromDevice(sessionId, day),
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    ...asksAgain,
    refetchOnReconnect: ({ state }) => (state.data?.onDevice ? 'always' : true),
    refetchInterval: ({ state }) => (state.data?.onDevice ? askedAgainEvery : false),
  })

/** Polls the marks of a register's day, which reads no notes. Begins with those that came with the register. */
export const dayMarksQuery = (
  api: OfficeApi,
  asked: { sessionId: number; day: string },
  { now, marks, walkIns, strays, notes, incidents, bookingIds }: DayMarks,
) =>
  queryOptions({
    queryKey: ['register-marks', asked.sessionId, asked.day],
    queryFn: async () => {
      const polled = await api.registers.marks(asked)
      openByServer()
      void keepMarks(asked.sessionId, asked.day, () => polled).catch(() => {})
      return polled
    },
    initialData: { now, marks, walkIns, strays, notes, incidents, bookingIds },
    refetchInterval: 10_000,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })

/** Polls what the families of a date collect, which others may hand over. */
export const handOversQuery = (api: OfficeApi, sessionId: number) =>
  queryOptions({
    queryKey: ['hand-overs', sessionId],
    queryFn: () => api.parcels.atClass({ sessionId }),
    refetchInterval: 30_000,
    gcTime: 0,
  })

/** Ticks what was handed over, or takes that back. The register is not read again, which would log another reading. */
export function useHandOver(sessionId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: useSubmitOnce(useOfficeApi().parcels.handOver),
    onSettled: () => client.invalidateQueries({ queryKey: ['hand-overs', sessionId] }),
    meta: { changesNothing: true },
  })
}

/** Polls who is at a venue now. */
export const fireListQuery = (api: OfficeApi, venueId: number) =>
  queryOptions({
    queryKey: ['fire-list', venueId],
    queryFn: ({ client, queryKey }) =>
      orFromDevice<FireList & OnDevice>(
        () => api.registers.fire({ venueId }),
        () => fireListFromDevice(venueId),
        late => client.setQueryData(queryKey, late),
      ),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
    ...asksAgain,
  })

export const useRegisterFile = () => useDownload(useOfficeApi().registers.export)

/** Logs that notes are printed. The register is not loaded again, which would log another reading of the notes. */
export const usePrintWithNotes = () =>
  useMutation({ mutationFn: useOfficeApi().registers.print, meta: { changesNothing: true } })

/** Sends a fixed text to the families of a date. */
export const useSendFixed = () =>
  useMutation({ mutationFn: useOfficeApi().messages.sendFixed, meta: { isSilent: true } })
