import { queryOptions } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import type { orders } from '#contract/office/orders.ts'
import type { CallInput } from '#contract/wire.ts'
import { useOfficeApi } from '../office-api.ts'
import { useDownload } from '../ui/download-queries.ts'
import { listQuery } from '../ui/office-list.ts'

export type OrderFilters = CallInput<typeof orders.export>

export type OrderSort = CallInput<typeof orders.list>['sort']

export const ordersQuery = (api: OfficeApi, filters: CallInput<typeof orders.list>) =>
  listQuery(['orders', filters], after => api.orders.list({ ...filters, after }))

export const orderQuery = (api: OfficeApi, number: string) =>
  queryOptions({ queryKey: ['order', number], queryFn: () => api.orders.get({ number }) })

export const orderChoicesQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['order choices'], queryFn: () => api.orders.choices({}), staleTime: 5 * 60_000 })

export const useExportOrders = () => useDownload(useOfficeApi().orders.export)
