import { contract } from '#contract/contract.ts'
import { askedPage } from '#server/database/paging.ts'
import { serve } from '#server/request/serve.ts'
import { buyPack } from './buy-pack.ts'
import { listCreditEntries, listPacks, listPointEntries, maxPointEntries } from './queries.ts'

/** Serves class packs, and the ledgers of credits and reward points. */
export const creditRoutes = serve(contract.credits, {
  packs: (_, { db }) => listPacks(db),
  buyPack: (asked, request) => buyPack(request, request.actor, asked),
  creditEntries: (asked, { db, actor }) => listCreditEntries(db, actor.accountId, askedPage(asked)),
  pointEntries: (asked, { db, actor }) =>
    listPointEntries(db, actor.accountId, askedPage(asked, asked.page ? undefined : maxPointEntries)),
})
