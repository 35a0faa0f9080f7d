import { contract } from '#contract/contract.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { serve } from '#server/http/serve.ts'
import { readChildren } from './queries.ts'
import { addChild, editChild } from './save-child.ts'

/** The account's own children. */
export const childRoutes = serve(contract.children, {
  list: (_input, { db, config, actor }) => readChildren(db, config.dataKey, actor.accountId),
  details: async ({ id }, { db, config, actor }) => {
    const [child] = await readChildren(db, config.dataKey, actor.accountId, id)
    requireThat(child, sentences.childNotFound)
    return child
  },
  add: async (form, request) => ({ id: await addChild(request, request.actor.accountId, form) }),
  edit: (form, request) => editChild(request, request.actor.accountId, form),
})
