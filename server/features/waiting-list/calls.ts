import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { serve } from '#server/request/serve.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { leaveWaitingList } from './leave-waiting-list.ts'
import { listOwnWaiting } from './queries.ts'

/** Serves joining the queue of a full session, for every kind. */
export const waitingListsRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.waitingLists[kind], {
    join: (input, request) => joinWaitingList(request, request.actor, { ...input, kind }),
  }),
)

/** Serves the account's waiting lists, and leaving them (record 035). */
export const ownWaitingRoutes = serve(contract.ownWaiting, {
  list: (_, { db, clock, actor }) => listOwnWaiting(db, actor.accountId, clock()),
  leave: ({ entryId }, request) => leaveWaitingList(request, request.actor, entryId),
})
