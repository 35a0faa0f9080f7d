import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'

/** An order changes places, credits, orders and messages; what is shown next is asked for anew. */
export function useEverythingMayHaveChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ refetchType: 'none' })
}

export function useOpenCardPage() {
  const api = useApi()
  return useMutation({
    mutationFn: (orderNumber: string) => api.payments.openCardPage({ orderNumber, device: 'web' }),
  })
}
