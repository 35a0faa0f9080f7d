import {
  keepPreviousData,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { productLine } from '#contract/basket.ts'
import type { Api } from '#contract/client.ts'
import type { Page, Value } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { everyBasket } from './count-query.ts'

export type ProductLine = Value<typeof productLine>

const productLines = [...everyBasket, 'products']

export const productLinesQuery = (api: Api, page: number, limit: number | undefined) =>
  queryOptions({
    queryKey: [...productLines, page, limit ?? 0],
    queryFn: () => api.productBasket.list({ page, limit }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Puts a product into the basket. What was refused for lack of stock is looked at anew. */
export function useAddProduct() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.productBasket.add,
    onSuccess: () => {
      showSuccess(sentences.addedToBasket)
      void queryClient.invalidateQueries({ queryKey: everyBasket })
    },
    onError: (_error, { productId }) =>
      queryClient.invalidateQueries({ queryKey: ['shop', 'product', productId] }),
  })
}

const stepping = ['step-product']
/** What changes product lines is sent one after the other. */
const scope = { id: 'basket' }

/** One more or one fewer of a line: shown at once, sent one after the other, and looked at when the last is done. */
export function useStepProduct() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: stepping,
    scope,
    mutationFn: ({ basketLineId, step }: { basketLineId: number; step: 1 | -1 }) =>
      step === 1
        ? api.productBasket.increase({ basketLineId })
        : api.productBasket.decrease({ basketLineId }),
    onMutate: async ({ basketLineId, step }) => {
      // A list that is on its way has the quantity of before.
      await queryClient.cancelQueries({ queryKey: productLines })
      queryClient.setQueriesData<Page<ProductLine>>(
        { queryKey: productLines },
        page =>
          page && {
            ...page,
            items: page.items.map(line =>
              line.id === basketLineId ? { ...line, quantity: line.quantity + step } : line,
            ),
          },
      )
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: stepping }) > 1) return
      return queryClient.invalidateQueries({ queryKey: productLines })
    },
  })
}

/** Whether a quantity is on its way: what would be bought is not yet what is shown. */
export const useIsStepping = (): boolean => useIsMutating({ mutationKey: stepping }) > 0

export function useRemoveProducts() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    // Behind the steps that wait: they would ask for a line that is gone.
    scope,
    mutationFn: (basketLineIds: number[]) => api.productBasket.remove({ basketLineIds }),
    onSuccess: () => showSuccess(sentences.deleted),
    onSettled: () => queryClient.invalidateQueries({ queryKey: everyBasket }),
  })
}
