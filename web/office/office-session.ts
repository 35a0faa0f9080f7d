import { queryOptions, useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { may, type Permission } from '#domain/office/permissions.ts'
import { forgetDrafts } from '#web/ui/form-draft.ts'
import { useOfficeApi } from './office-api.ts'
import { mayOpen, useFindPage } from './office-page.ts'

/** Who is signed in, by id: in local storage for all tabs, in session storage whom this tab has shown last. */
const personKey = 'maypole.office.person'

/** Who is signed in: the other tabs are told, and what somebody else has typed in this one goes. */
export const meQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: async () => {
      const me = await api.session.me({})
      const id = String(me.id)
      if ((sessionStorage.getItem(personKey) ?? id) !== id) forgetDrafts('')
      for (const storage of [sessionStorage, localStorage]) storage.setItem(personKey, id)
      return me
    },
    staleTime: 60_000,
  })

/** Nobody is signed in any more, and the next person at this screen finds nothing that was typed. */
export function forgetPerson(): void {
  forgetDrafts('')
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(personKey)
}

/**
 * Loads the page anew once another tab tells of anybody else than whom this one shows, or of nobody; or told of them while
 * the page lay in the browser's memory.
 */
export function followOtherTabs(): void {
  const look = ({ key, persisted }: { key?: string | null; persisted?: boolean }) => {
    const mine = sessionStorage.getItem(personKey)
    if (!(persisted || key === personKey) || !mine || localStorage.getItem(personKey) === mine) return
    // Nobody is asked whether to leave: it is no longer theirs to save. A draft waits for who typed it.
    window.addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
    location.reload()
  }
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
}

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
