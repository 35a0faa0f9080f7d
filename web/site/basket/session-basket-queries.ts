import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Api } from '#contract/client.ts'
import type { sessionLine } from '#contract/session-basket.ts'
import type { Value } from '#contract/wire.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { familyPlaces } from '#web/site/offerings/queries.ts'
import { useCodedQuote, useEverythingMayHaveChanged } from '#web/site/payments/queries.ts'
import { showSuccess } from '#web/ui/messages.tsx'
import { basketCounts, everyBasket } from './count-query.ts'

export type SessionLine = Value<typeof sessionLine>

const basketOf = (kind: OfferingKind) => [...everyBasket, kind]

export const sessionBasketQuery = (api: Api, kind: OfferingKind, page: number, limit: number | undefined) =>
  queryOptions({
    queryKey: [...basketOf(kind), 'page', page, limit ?? 0],
    queryFn: () => api.sessionBaskets[kind].list({ page, limit, lineIds: [], discountCode: '' }),
    select: basket => basket.lines,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

interface BasketWish {
  lineIds: number[]
  discountCode: string
  /** 0 keeps the credits; left out, as many as possible are used (decision E-10). */
  creditsWanted?: number
}

const quoteQuery = (api: Api, kind: OfferingKind, wish: BasketWish) =>
  queryOptions({
    queryKey: [...basketOf(kind), 'quote', wish],
    queryFn: () => api.sessionBaskets[kind].list(wish),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    // A refused discount code is said at its field. Here, for observers of one query share what is set last.
    meta: { showsProblem: wish.discountCode === '' },
  })

/** What the chosen lines cost together. A discount code that is refused leaves the price without it. */
export function useBasketQuote(kind: OfferingKind, wish: BasketWish) {
  const api = useApi()
  return useCodedQuote(discountCode => quoteQuery(api, kind, { ...wish, discountCode }), wish.discountCode)
}

export function useAddSessions(kind: OfferingKind) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.sessionBaskets[kind].add,
    onSuccess: () => {
      showSuccess(sentences.addedToBasket)
      void queryClient.invalidateQueries({ queryKey: familyPlaces })
      void queryClient.invalidateQueries({ queryKey: everyBasket })
    },
  })
}

export function useRemoveSessions(kind: OfferingKind) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (lineIds: number[]) => api.sessionBaskets[kind].remove({ lineIds }),
    onSuccess: () => showSuccess(sentences.deleted),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: familyPlaces })
      return queryClient.invalidateQueries({ queryKey: everyBasket })
    },
  })
}

/** Asks for the list again, and for no price. */
export function useListAnew(kind: OfferingKind) {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: [...basketOf(kind), 'page'] }),
    [queryClient, kind],
  )
}

/** One order for the chosen lines, which leave the basket. What was refused is looked at anew: a line may have gone meanwhile. */
export function useSubmitBasket(kind: OfferingKind) {
  const api = useApi()
  const everythingMayHaveChanged = useEverythingMayHaveChanged()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.sessionBaskets[kind].submit,
    onSuccess: () => {
      void everythingMayHaveChanged()
      void queryClient.invalidateQueries({ queryKey: basketCounts })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: everyBasket }),
  })
}
