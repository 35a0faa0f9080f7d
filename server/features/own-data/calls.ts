import { contract } from '#contract/contract.ts'
import { serve } from '#server/http/serve.ts'
import { takeTurns } from '#server/take-turns.ts'
import { closeAccount } from './close-account.ts'
import { readOwnData } from './read-own-data.ts'

/** A whole family's history is read for it. */
const takeTurn = takeTurns({ atOnce: 2, mostWaiting: 20, longestSeconds: 5 })

/** Taking one's data along, and leaving (record 010). */
export const ownDataRoutes = serve(contract.ownData, {
  download: async (_input, { db, config: { dataKey }, clock, actor }) => ({
    json: JSON.stringify(
      await takeTurn(() => readOwnData(db, { dataKey, now: clock() }, actor.accountId)),
      null,
      2,
    ),
  }),
  closeAccount: (input, request) => closeAccount(request, request.actor, input),
})
