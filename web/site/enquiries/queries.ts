import { useMutation } from '@tanstack/react-query'
import type { PromoPage } from '#contract/content.ts'
import { useApi } from '#web/api.ts'

export function useSubscribe() {
  const api = useApi()
  return useMutation({ mutationFn: api.enquiries.subscribe })
}

export function useSendFeedback() {
  const api = useApi()
  return useMutation({ mutationFn: api.enquiries.sendFeedback })
}

/** Sends an enquiry about one of the two promo pages. */
export function useSendEnquiry(page: PromoPage) {
  const api = useApi()
  return useMutation({
    mutationFn: page === 'party' ? api.enquiries.sendPartyEnquiry : api.enquiries.sendBespokeEnquiry,
  })
}
