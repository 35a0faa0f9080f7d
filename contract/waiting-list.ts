import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { attendeesOf } from './orders.ts'
import { both, call, id, nothing, optional, record } from './wire.ts'

const waitingListArea = { class: 'Course', event: 'Events', parentSession: 'Parents' } as const

/** With a session the entry is for that one, without it for any of the offering (decision E-12). */
function waitingListCalls(kind: OfferingKind) {
  return {
    join: call(
      `${waitingListArea[kind]}/wait`,
      offeringKinds[kind].guestsMayBook ? 'optionally' : 'signedIn',
      both(
        record({ offeringId: ['course_id', id], sessionId: ['course_product_id', optional(id)] }),
        attendeesOf(kind),
      ),
      nothing,
    ),
  }
}

export const waitingLists = {
  class: waitingListCalls('class'),
  event: waitingListCalls('event'),
  parentSession: waitingListCalls('parentSession'),
}
