import { queryOptions, useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { may, type Permission } from '#domain/office/permissions.ts'
import { useOfficeApi } from './office-api.ts'
import { mayOpen, useFindPage } from './office-page.ts'

/** Who is signed in. */
export const meQuery = (api: OfficeApi) =>
  queryOptions({ queryKey: ['me'], queryFn: () => api.session.me({}), staleTime: 60_000 })

export const useMe = () => useQuery(meQuery(useOfficeApi())).data

/** Whether whoever is signed in may do a thing at all: for what is hidden from others. The server decides. */
export function useMay(permission: Permission): boolean {
  const me = useMe()
  return me !== undefined && may(me.role, permission)
}

/** Whether there is a page at an address that whoever is signed in may open: for links to other areas. */
export function useMayOpen(): (address: string) => boolean {
  const me = useMe()
  const find = useFindPage()
  return address => {
    const page = find(address)
    return page !== undefined && me !== undefined && mayOpen(me.role, page)
  }
}

/** The sign-in page, and back to where one was. */
export const signInFrom = (address: string): string =>
  `${addresses.signIn()}?back=${encodeURIComponent(address)}`

/** Where to go after signing in: an address of the office alone. */
export function wayBackIn(search: string): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/office(\/(?!sign-in)|\?|$)/.test(back) ? back : addresses.today()
}
