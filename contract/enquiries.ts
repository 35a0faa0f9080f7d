import { call, email, line, longText, name, nothing, record } from './wire.ts'

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
  subscribe: call('common/email', 'anyone', record({ email: ['email', email] }), nothing),
}
