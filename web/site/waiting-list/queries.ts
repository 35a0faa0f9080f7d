import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import type { ownWaiting } from '#contract/waiting-list.ts'
import type { CallOutput } from '#contract/wire.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { showSuccess } from '#web/ui/messages.tsx'

export type WaitingEntry = CallOutput<typeof ownWaiting.list>[number]

/** Queries the account's waiting-list entries (record 035). */
export const ownWaitingQuery = (api: Api) =>
  queryOptions({ queryKey: ['waiting'], queryFn: () => api.ownWaiting.list(), staleTime: 0 })

/** Leaves a waiting list. The list and the timetables are fetched again, even after a failure. */
export function useLeaveWaitingList(onLeft: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (entryId: number) => api.ownWaiting.leave({ entryId }),
    onSuccess: () => {
      showSuccess(sentences.successful)
      onLeft()
    },
    onSettled: () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'order' }),
  })
}
