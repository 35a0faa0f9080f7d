import { contract } from '#contract/contract.ts'
import { serve } from '#server/http/serve.ts'
import { countUnread } from './queries.ts'

/** Messages to parents. */
export const notificationRoutes = serve(contract.notifications, {
  countUnread: async (_input, { db, clock, actor }) => ({
    unread: await countUnread(db, actor.accountId, clock()),
  }),
})
