import { contract } from '#contract/contract.ts'
import { endCalendarAddress } from '#server/features/accounts/tokens.ts'
import { serve } from '#server/request/serve.ts'
import { makeFeedAddress } from './make-feed-address.ts'
import { readFeedState } from './queries.ts'

/** Serves the account's private calendar address (record 010). */
export const calendarFeedRoutes = serve(contract.calendarFeed, {
  state: (_, { db, actor }) => readFeedState(db, actor.accountId),
  make: (_, request) => makeFeedAddress(request, request.actor.accountId),
  revoke: (_, { db, actor }) => endCalendarAddress(db, actor.accountId),
})
