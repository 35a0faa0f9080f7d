import { contract } from '#contract/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { serve } from '#server/request/serve.ts'
import { noteRead } from './detect-lost-update.ts'
import { readOwnChildren } from './queries.ts'
import { addChild, editChild } from './save-child.ts'

/** Handles the account's own children. */
export const childRoutes = serve(contract.children, {
  list: async (_input, { db, config: { dataKey }, clock, actor }) => {
    await noteRead(db, actor.tokenId)
    return readOwnChildren(db, { dataKey, now: clock() }, actor.accountId)
  },
  details: async ({ id }, { db, config: { dataKey }, clock, actor }) => {
    await noteRead(db, actor.tokenId, id)
    const [child] = await readOwnChildren(db, { dataKey, now: clock() }, actor.accountId, id)
    requireThat(child, sentences.childNotFound)
    return child
  },
  add: async (form, request) => ({ id: await addChild(request, request.actor, form) }),
  edit: (form, request) => editChild(request, request.actor, form),
})
