import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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

export const takingsByClassQuery = (api: OfficeApi, period: Period) =>
  queryOptions({
    queryKey: ['money', 'takings-by-class', period],
    queryFn: () => api.money.takingsByClass(period),
    placeholderData: before => before,
  })

export const revenueQuery = (api: OfficeApi, asked: AskedRevenue) =>
  queryOptions({
    queryKey: ['money', 'revenue', asked],
    queryFn: () => api.money.revenue(asked),
    placeholderData: before => before,
  })

export type Period = CallInput<typeof money.vat>

export const vatQuery = (api: OfficeApi, period: Period) =>
  queryOptions({
    queryKey: ['money', 'vat', period],
    queryFn: () => api.money.vat(period),
    placeholderData: before => before,
  })

export const vatPeriodsQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['money', 'vat-periods'], queryFn: () => api.money.vatPeriods({}) })

/** Closes a period; afterwards all figures of money are read again. */
export function useCloseVat() {
  const api = useOfficeApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: api.money.closeVat,
    onSettled: () => client.invalidateQueries({ queryKey: ['money'] }),
  })
}

export const useVatFile = () => useDownload(useOfficeApi().money.vatFile)
export const useTakingsFile = () => useDownload(useOfficeApi().money.takingsFile)
export const useTakingsByClassFile = () => useDownload(useOfficeApi().money.takingsByClassFile)
export const useRevenueFile = () => useDownload(useOfficeApi().money.revenueFile)
