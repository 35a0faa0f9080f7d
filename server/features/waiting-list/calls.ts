import { contract } from '#contract/contract.ts'
import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { serve } from '#server/http/serve.ts'
import { joinWaitingList } from './join-waiting-list.ts'

/** Joining the queue for a full session, for every kind alike. */
export const waitingListsRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.waitingLists[kind], {
    join: (input, request) => joinWaitingList(request, request.actor, { ...input, kind }),
  }),
)
