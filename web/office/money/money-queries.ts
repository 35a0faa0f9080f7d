import { queryOptions } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { money } from '#contract/office/money.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'

export type AskedTakings = CallInput<typeof money.takings>
export type AskedRevenue = CallInput<typeof money.revenue>

export const takingsQuery = (api: OfficeApi, asked: AskedTakings) =>
  queryOptions({
    queryKey: ['money', 'takings', asked],
    queryFn: () => api.money.takings(asked),
    placeholderData: before => before,
  })

export const revenueQuery = (api: OfficeApi, asked: AskedRevenue) =>
  queryOptions({
    queryKey: ['money', 'revenue', asked],
    queryFn: () => api.money.revenue(asked),
    placeholderData: before => before,
  })

export const useTakingsFile = () => useDownload(useOfficeApi().money.takingsFile)
export const useRevenueFile = () => useDownload(useOfficeApi().money.revenueFile)
