import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { serve } from '#server/http/serve.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { listOwnWaiting } from './queries.ts'

/** Joining the queue for a full session, for every kind alike. */
export const waitingListsRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.waitingLists[kind], {
    join: (input, request) => joinWaitingList(request, request.actor, { ...input, kind }),
  }),
)

/** Where the account waits, and leaving (record 036). */
export const ownWaitingRoutes = serve(contract.ownWaiting, {
  list: (_, { db, clock, actor }) => listOwnWaiting(db, actor.accountId, clock()),
  leave: ({ entryId }, request) => leaveWaitingList(request, request.actor, entryId),
})
