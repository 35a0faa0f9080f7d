import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { contract } from '#contract/contract.ts'
import type { CallOutput } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'

export type Message = CallOutput<typeof contract.notifications.list>[number]

export type MessageDetails = CallOutput<typeof contract.notifications.details>

const everyMessage = ['notifications']

/** Queries the newest messages, and again each time they are shown. */
export function useMessages() {
  const api = useApi()
  return useQuery({
    queryKey: [...everyMessage, 'list'],
    queryFn: () => api.notifications.list(),
    enabled: useHasToken(),
    staleTime: 0,
  })
}

/** Queries one message; another account's id is refused like an unknown one. */
export function useMessage(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...everyMessage, 'details', id],
    queryFn: () => api.notifications.details({ id }),
    enabled: id > 0,
  })
}

/** Marks a message as read once it is shown. The count and the list follow at once, not with the next poll. */
export function useMarkRead(id: number | undefined): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: api.notifications.markRead,
    onSuccess: () =>
      queryClient.invalidateQueries({
        queryKey: everyMessage,
        predicate: ({ queryKey }) => queryKey[1] !== 'details',
      }),
    meta: { isSilent: true },
  })
  useEffect(() => {
    if (id !== undefined) mutate({ id })
  }, [id, mutate])
}
