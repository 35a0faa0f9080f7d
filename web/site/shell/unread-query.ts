import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { useIsSignedIn } from '#web/session.ts'

const pollMilliseconds = 5_000

/** How many notifications wait to be read, asked every five seconds while somebody is signed in (spec 1 §9). */
export function useUnreadCount(): number {
  const api = useApi()
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: () => api.notifications.countUnread(),
    enabled: isSignedIn === true,
    refetchInterval: pollMilliseconds,
    staleTime: 0,
    retry: false,
    meta: { staysOnPage: true },
  })
  return data?.unread ?? 0
}
