import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'
import type { Child, SentChild } from './child-form-values.ts'
import { withNewMobile } from './contact-mobiles.ts'

const everyChild = ['children']

export const childrenQuery = (api: Api) =>
  queryOptions({ queryKey: [...everyChild, 'list'], queryFn: () => api.children.list() })

/** Queries the account's own children, oldest entry first. Not fetched without a token. */
export function useChildren() {
  return useQuery({ ...childrenQuery(useApi()), enabled: useHasToken() })
}

const childQuery = (api: Api, id: number) =>
  queryOptions({ queryKey: [...everyChild, 'details', id], queryFn: () => api.children.details({ id }) })

/** Queries one child; another account's id is refused like an unknown one. */
export function useChild(id: number) {
  return useQuery({ ...childQuery(useApi(), id), enabled: id > 0 })
}

/** Returns a function that fetches a child again. */
export function useRereadChild(id: number): () => Promise<Child> {
  const api = useApi()
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery({ ...childQuery(api, id), staleTime: 0 })
}

/** Adds a child, or with an `id` edits one; returns the child's id. */
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

/** Replaces a number in the contacts that have it, child by child. Saved children are fetched again. */
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
