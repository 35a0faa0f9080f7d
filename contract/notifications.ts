import { call, count, nothing, record } from './wire.ts'

export const notifications = {
  countUnread: {
    ...call('news/getReadNum', 'signedIn', nothing, record({ unread: ['num', count] })),
    isPoll: true,
  },
}
