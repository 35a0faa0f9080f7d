import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useHasToken } from '#web/session.ts'
import type { ChildValues } from './child-form-values.ts'
import { withNewMobile } from './contact-mobiles.ts'

const everyChild = ['children']

export const childrenQuery = (api: Api) =>
  queryOptions({ queryKey: [...everyChild, 'list'], queryFn: () => api.children.list() })

/** The account's own children, oldest entry first. Not asked for without a token. */
export function useChildren() {
  return useQuery({ ...childrenQuery(useApi()), enabled: useHasToken() })
}

/** One child in full; a foreign id is refused like one that does not exist. */
export function useChild(id: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...everyChild, 'details', id],
    queryFn: () => api.children.details({ id }),
    enabled: id > 0,
  })
}

/** Adds a child, or with an `id` edits one; answers the child's number. */
export function useSaveChild(id = 0) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (values: ChildValues) => {
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
      await Promise.all(withNewMobile(children, before, mobile).map(child => api.children.edit(child)))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: everyChild }),
  })
}
