import { contract } from '#contract/contract.ts'
import { serve } from '#server/http/serve.ts'
import { makeCalendarFeed } from './make-calendar-feed.ts'
import { readFeedState } from './queries.ts'
import { revokeCalendarFeed } from './revoke-calendar-feed.ts'

/** The account's private calendar address (record 010). */
export const calendarFeedRoutes = serve(contract.calendarFeed, {
  state: (_, { db, actor }) => readFeedState(db, actor.accountId),
  make: (_, request) => makeCalendarFeed(request, request.actor.accountId),
  revoke: (_, request) => revokeCalendarFeed(request, request.actor.accountId),
})
