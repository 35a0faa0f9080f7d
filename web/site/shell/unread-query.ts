import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

const pollMilliseconds = 5_000

/** Returns the number of unread notifications, polled every five seconds while somebody is signed in (spec 1 §9). */
export function useUnreadCount(): number {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => api.notifications.countUnread(),
    enabled: useHasToken(),
    refetchInterval: pollMilliseconds,
    staleTime: 0,
    retry: false,
  })
  const unread = data?.unread ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number means that the list has changed.
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['notifications', 'list'] })
  }, [queryClient, unread])
  return unread
}
