import { queryOptions, useMutation } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { useOfficeApi } from '../office-api.ts'
import { useSubmitOnce } from '../submit-once.ts'

/** Reads what can be sold to a family now; prices and stock are not kept. */
export const choicesQuery = (api: OfficeApi, accountId: number) =>
  queryOptions({
    queryKey: ['desk sales', 'choices', accountId],
    queryFn: () => api.deskSales.choices({ accountId }),
    gcTime: 0,
    staleTime: 0,
  })

export const useSell = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().deskSales.place) })
export const useGive = () => useMutation({ mutationFn: useSubmitOnce(useOfficeApi().deskSales.placeFree) })
