import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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

/** One more or one fewer of a line; its new quantity is shown without asking for the list again. */
export function useStepProduct() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ basketLineId, step }: { basketLineId: number; step: 1 | -1 }) =>
      step === 1
        ? api.productBasket.increase({ basketLineId })
        : api.productBasket.decrease({ basketLineId }),
    onSuccess: ({ quantity }, { basketLineId }) =>
      queryClient.setQueriesData<Page<ProductLine>>(
        { queryKey: productLines },
        page =>
          page && {
            ...page,
            items: page.items.map(line => (line.id === basketLineId ? { ...line, quantity } : line)),
          },
      ),
    onError: () => queryClient.invalidateQueries({ queryKey: productLines }),
  })
}

export function useRemoveProducts() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (basketLineIds: number[]) => api.productBasket.remove({ basketLineIds }),
    onSuccess: () => showSuccess(sentences.deleted),
    onSettled: () => queryClient.invalidateQueries({ queryKey: everyBasket }),
  })
}
