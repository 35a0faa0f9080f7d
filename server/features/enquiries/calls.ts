import { contract } from '#contract/contract.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { tidyPhone } from '#domain/tidy-text.ts'
import { serve } from '#server/request/serve.ts'
import { sendEnquiry } from './send-enquiry.ts'
import { subscribe } from './subscribe.ts'

/** The calls by which anyone may write to the business. */
export const enquiryRoutes = serve(contract.enquiries, {
  sendFeedback: async ({ contact, ...feedback }, request) => {
    // A field with an invalid address counts as an address, even beside a number, so that it is refused.
    const addresses = contact.split(/[\s,;]+/).filter(part => part.includes('@'))
    const way =
      isEmailAddress(contact) || !addresses.every(isEmailAddress)
        ? { email: contact.toLowerCase(), phone: '' }
        : { email: '', phone: tidyPhone(contact) }
    await sendEnquiry(request, request.actor, { kind: 'feedback', ...feedback, ...way })
  },
  sendPartyEnquiry: (enquiry, request) =>
    sendEnquiry(request, request.actor, { kind: 'party', title: '', ...enquiry }),
  sendBespokeEnquiry: (enquiry, request) =>
    sendEnquiry(request, request.actor, { kind: 'bespoke', title: '', ...enquiry }),
  subscribe: (input, request) => subscribe(request, request.actor.ip, input),
})
