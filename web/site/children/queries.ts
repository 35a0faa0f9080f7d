import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { useApi } from '#web/api.ts'
import { useIsSignedIn } from '#web/session.ts'

const everyChild = ['children']

export const childrenQuery = (api: Api) =>
  queryOptions({ queryKey: [...everyChild, 'list'], queryFn: () => api.children.list() })

/** The account's own children, oldest entry first. Not asked for without a token. */
export function useChildren() {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...childrenQuery(useApi()), enabled: isSignedIn === true })
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

export function useAddChild() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.children.add,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: everyChild }),
  })
}

export function useEditChild() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: api.children.edit,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: everyChild }),
  })
}
