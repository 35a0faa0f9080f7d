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

interface BasketRequest {
  lineIds: number[]
  discountCode: string
  /** 0 saves the credits; without it, as many as possible are used (decision E-10). */
  creditsWanted?: number
}

const quoteQuery = (api: Api, kind: OfferingKind, request: BasketRequest) =>
  queryOptions({
    queryKey: [...basketOf(kind), 'quote', request],
    queryFn: () => api.sessionBaskets[kind].list(request),
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    // A refused discount code is shown at its field. Set here, because observers of one query share
    // the options that were set last.
    meta: { showsProblem: request.discountCode === '' },
  })

/** Reads the price of the chosen lines. A refused discount code leaves the price without it. */
export function useBasketQuote(kind: OfferingKind, request: BasketRequest) {
  const api = useApi()
  return useCodedQuote(
    discountCode => quoteQuery(api, kind, { ...request, discountCode }),
    request.discountCode,
  )
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

/** Returns a function that refetches the list of lines, but not their price. */
export function useRefetchList(kind: OfferingKind) {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: [...basketOf(kind), 'page'] }),
    [queryClient, kind],
  )
}

/** Places one order for the chosen lines, which leave the basket. After a refusal the basket is fetched again. */
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
