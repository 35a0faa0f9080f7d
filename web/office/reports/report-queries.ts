import { queryOptions } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { reports } from '#contract/office/reports.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'

export const occupancyQuery = (api: OfficeApi, asked: CallInput<typeof reports.occupancy>) =>
  queryOptions({
    queryKey: ['reports', 'occupancy', asked],
    queryFn: () => api.reports.occupancy(asked),
    placeholderData: before => before,
  })

export const attendanceQuery = (api: OfficeApi, asked: CallInput<typeof reports.attendance>) =>
  queryOptions({
    queryKey: ['reports', 'attendance', asked],
    queryFn: () => api.reports.attendance(asked),
    placeholderData: before => before,
  })

export const demandQuery = (api: OfficeApi, asked: CallInput<typeof reports.waiting>) =>
  queryOptions({
    queryKey: ['reports', 'waiting', asked],
    queryFn: () => api.reports.waiting(asked),
    placeholderData: before => before,
  })

export const sourcesQuery = (api: OfficeApi, asked: CallInput<typeof reports.sources>) =>
  queryOptions({
    queryKey: ['reports', 'sources', asked],
    queryFn: () => api.reports.sources(asked),
    placeholderData: before => before,
  })

export const useOccupancyFile = () => useDownload(useOfficeApi().reports.occupancyFile)
export const useAttendanceFile = () => useDownload(useOfficeApi().reports.attendanceFile)
export const useDemandFile = () => useDownload(useOfficeApi().reports.waitingFile)
export const useSourcesFile = () => useDownload(useOfficeApi().reports.sourcesFile)
