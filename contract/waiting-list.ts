import { forEveryKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { offeringPaths, title } from './offerings.ts'
import { attendeesOf, kindCodes } from './orders.ts'
import {
  both,
  call,
  count,
  date,
  id,
  line,
  list,
  localDateTime,
  nothing,
  nullable,
  oneOf,
  optional,
  record,
  time,
} from './wire.ts'

/** An entry with a session is for that session; without one it is for any session of the offering (decision E-12). */
function waitingListCalls(kind: OfferingKind) {
  return {
    join: call(
      `${offeringPaths[kind]}/wait`,
      offeringKinds[kind].guestsMayBook ? 'optionally' : 'signedIn',
      both(
        record({ offeringId: ['course_id', id], sessionId: ['course_product_id', optional(id)] }),
        attendeesOf(kind),
      ),
      nothing,
    ),
  }
}

export const waitingLists = forEveryKind(waitingListCalls)

/** The account's waiting lists and positions: calls of our own (record 035). */
export const ownWaiting = {
  list: call(
    'waiting/getList',
    'signedIn',
    nothing,
    list(
      record({
        id: ['id', id],
        kind: ['kind', oneOf(kindCodes)],
        attendee: ['child', line],
        typeName: ['course_type_name', line],
        title,
        venue: ['course_shop_name', line],
        ages: ['course_age_name', line],
        sessionId: ['course_product_id', nullable(id)],
        startDate: ['start_date', nullable(date)],
        endDate: ['end_date', nullable(date)],
        startTime: ['start_time', nullable(time)],
        endTime: ['end_time', nullable(time)],
        /** The position: 1 is next. 0 means that there is an offer. */
        position: ['position', count],
        offerExpiresAt: ['expire_time', nullable(localDateTime)],
      }),
    ),
  ),
  leave: call('waiting/leave', 'signedIn', record({ entryId: ['id', id] }), nothing),
}
