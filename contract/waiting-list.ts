import { forEveryKind, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { offeringPaths } from './offerings.ts'
import { attendeesOf } from './orders.ts'
import { both, call, id, nothing, optional, record } from './wire.ts'

/** With a session the entry is for that one, without it for any of the offering (decision E-12). */
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
