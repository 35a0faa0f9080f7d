import { contract } from '#contract/contract.ts'
import { createLimiter } from '#server/create-limiter.ts'
import { serve } from '#server/request/serve.ts'
import { closeAccount } from './close-account.ts'
import { readOwnData } from './read-own-data.ts'

/** Limits the calls, because each reads a whole family's history. */
const limit = createLimiter({ maxConcurrent: 2, maxWaiting: 20, maxSeconds: 5 })

/** Serves the data download and closing the account (record 010). */
export const ownDataRoutes = serve(contract.ownData, {
  download: async (_input, { db, config: { dataKey }, clock, actor }) => ({
    json: JSON.stringify(
      await limit(() => readOwnData(db, { dataKey, now: clock() }, actor.accountId)),
      null,
      2,
    ),
  }),
  closeAccount: (input, request) => closeAccount(request, request.actor, input),
})
