import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { showSuccess } from '#web/ui/messages.tsx'

const feedStateQuery = (api: Api) =>
  queryOptions({
    queryKey: ['calendar-feed'],
    queryFn: () => api.calendarFeed.state(),
    staleTime: 0,
  })

/** Whether the account has a calendar address. */
export const useFeedState = () => useQuery(feedStateQuery(useApi()))

/** Makes a calendar address, which is returned only this once. */
export function useMakeFeed() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: () => api.calendarFeed.make(),
    onSuccess: ({ madeAt }) => queryClient.setQueryData(feedStateQuery(api).queryKey, { madeAt }),
  })
}

export function useRevokeFeed() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.calendarFeed.revoke(),
    onSuccess: () => {
      showSuccess(sentences.successful)
      return queryClient.invalidateQueries(feedStateQuery(api))
    },
  })
}
