import { namedOrder } from './own-bookings.ts'
import {
  both,
  call,
  count,
  flag,
  html,
  id,
  line,
  list,
  localDateTime,
  nothing,
  nullable,
  oneOf,
  record,
} from './wire.ts'

/** A message to a parent, or to every parent (spec 1 §3). */
export const message = record({
  id: ['id', id],
  title: ['title', line],
  placedAt: ['createtime', localDateTime],
  isRead: ['is_read', flag],
})

const oneMessage = record({ id: ['id', id] })

export const notifications = {
  countUnread: {
    ...call('news/getReadNum', 'signedIn', nothing, record({ unread: ['num', count] })),
    isPoll: true,
  },
  list: call('news/getlist', 'signedIn', nothing, list(message)),
  details: call(
    'news/getDetails',
    'signedIn',
    oneMessage,
    both(
      message,
      record({
        contentHtml: ['content', html],
        /** The subject, and the order if it is about one; the page links to it. Fields of our own (decision E-58). */
        topic: ['topic', oneOf({ order: 'order', waitingList: 'waiting-list', news: 'news' }, 'news')],
        order: ['order', nullable(namedOrder)],
      }),
    ),
  ),
  markRead: call('news/read', 'signedIn', oneMessage, nothing),
}
