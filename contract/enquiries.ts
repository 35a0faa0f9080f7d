import { call, email, line, longText, name, nothing, phone, record } from './wire.ts'

/** An enquiry about a party or a private class, and how to answer it. */
const enquiry = record({
  content: ['content', longText],
  phone: ['contact', phone],
  email: ['email', email],
  name: ['name', name],
})

export const enquiries = {
  sendFeedback: call(
    'common/feedback',
    'anyone',
    record({
      content: ['content', longText],
      contact: ['contact', line],
      name: ['name', name],
      title: ['title', line],
    }),
    nothing,
  ),
  sendPartyEnquiry: call('common/party', 'anyone', enquiry, nothing),
  sendBespokeEnquiry: call('Bespoke_Class/bespokeClass', 'anyone', enquiry, nothing),
  subscribe: call('common/email', 'anyone', record({ email: ['email', email] }), nothing),
}
