import { call, line, localDateTime, nothing, nullable, record } from './wire.ts'

/**
 * The account's private calendar address: calls of our own (record 010). The address is returned once, when
 * it is created.
 */
export const calendarFeed = {
  state: call(
    'calendar/getFeed',
    'signedIn',
    nothing,
    record({ madeAt: ['createtime', nullable(localDateTime)] }),
  ),
  make: call(
    'calendar/makeFeed',
    'signedIn',
    nothing,
    record({ address: ['url', line], madeAt: ['createtime', localDateTime] }),
  ),
  revoke: call('calendar/revokeFeed', 'signedIn', nothing, nothing),
}
