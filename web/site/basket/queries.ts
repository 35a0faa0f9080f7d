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

/** Puts a product into the basket. After a refusal for lack of stock the product is fetched again. */
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
/** Sends changes of product lines one after the other. */
const scope = { id: 'basket' }

/**
 * Changes a line's quantity by one. Shows it at once, sends the steps one after the other, and refreshes
 * after the last.
 */
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
      // An answer under way would have the old quantity.
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

/** Replaces a line, whose product has got sizes, by one of a size. The basket is fetched again either way. */
export function useChooseSize() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    scope,
    mutationFn: api.productBasket.chooseSize,
    onSettled: () => queryClient.invalidateQueries({ queryKey: everyBasket }),
  })
}

/** Whether a change of quantity is being sent, so that the shown basket is not up to date. */
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
