import { contract } from '#contract/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { serve } from '#server/request/serve.ts'
import { markRead } from './mark-read.ts'
import { countUnread, listMessages, readMessage } from './queries.ts'

/** Serves messages to parents. */
export const notificationRoutes = serve(contract.notifications, {
  countUnread: async (_input, { db, clock, actor }) => ({
    unread: await countUnread(db, { accountId: actor.accountId, now: clock() }),
  }),
  list: (_input, { db, clock, actor }) => listMessages(db, actor.accountId, clock()),
  details: async ({ id }, { db, clock, actor }) => {
    const message = await readMessage(db, actor.accountId, id, clock())
    requireThat(message, sentences.messageNotFound)
    return message
  },
  markRead: ({ id }, request) => markRead(request, request.actor.accountId, id),
})
