import { contract } from '#contract/contract.ts'
import { serve } from '#server/http/serve.ts'
import { sendFeedback } from './send-feedback.ts'
import { subscribe } from './subscribe.ts'

/** What anyone may write to the business. */
export const enquiryRoutes = serve(contract.enquiries, {
  sendFeedback: async (feedback, request) => {
    await sendFeedback(request, request.actor, feedback)
    return undefined
  },
  subscribe: async (input, request) => {
    await subscribe(request, request.actor.ip, input)
    return undefined
  },
})
