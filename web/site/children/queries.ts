import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'
import type { Child, SentChild } from './child-form-values.ts'
import { withNewMobile } from './contact-mobiles.ts'

const everyChild = ['children']

export const childrenQuery = (api: Api) =>
  queryOptions({ queryKey: [...everyChild, 'list'], queryFn: () => api.children.list() })

/** The account's own children, oldest entry first. Not asked for without a token. */
export function useChildren() {
  return useQuery({ ...childrenQuery(useApi()), enabled: useHasToken() })
}

const childQuery = (api: Api, id: number) =>
  queryOptions({ queryKey: [...everyChild, 'details', id], queryFn: () => api.children.details({ id }) })

/** One child in full; a foreign id is refused like one that does not exist. */
export function useChild(id: number) {
  return useQuery({ ...childQuery(useApi(), id), enabled: id > 0 })
}

/** Reads a child again, as it is stored now. */
export function useRereadChild(id: number): () => Promise<Child> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery({ ...childQuery(api, id), staleTime: 0 })
}

/** Adds a child, or with an `id` edits one; answers the child's number. */
export function useSaveChild(id = 0) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { asksOnConflict: true },
    mutationFn: async (values: SentChild) => {
      if (!id) return (await api.children.add(values)).id
      await api.children.edit({ id, ...values })
      return id
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: everyChild }),
  })
}

/** Gives the contacts that are reached by one number another, child by child. What is saved is read anew. */
export function useNewMobile(before: string, mobile: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const children = await api.children.list()
      await Promise.all(
        withNewMobile(children, before, mobile).map(({ child, changed }) =>
          api.children.edit({ ...changed, before: child }),
        ),
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: everyChild }),
  })
}
