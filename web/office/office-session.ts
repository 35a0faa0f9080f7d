import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { may, type Permission } from '#domain/office/permissions.ts'
import { Refusal } from '#domain/refusal.ts'
import { forgetDrafts } from '#web/ui/forms/form-draft.ts'
import { personKey } from './last-person.ts'
import { mayOpen, useFindPage, valuesOf } from './office-page.ts'

type Me = Awaited<ReturnType<OfficeApi['session']['me']>>

/** Returns the member whose registers this device has downloaded. Used without a connection. */
async function meOnDevice(problem: unknown) {
  const kept = problem instanceof Refusal ? undefined : await import('./registers/offline/kept-registers.ts')
  const me = await kept?.readMe().catch(() => undefined)
  if (!me) throw problem
  return me
}

/** Reads whose register this device shows before the server answers. It is asked once, for the first page. */
async function meAhead(): Promise<Me | undefined> {
  const isFirst = !hasAskedAhead && valuesOf(addresses.session.path, location.pathname) !== undefined
  hasAskedAhead = true
  if (!isFirst) return undefined
  const found = await import('./registers/offline/read-ahead.ts').then(file => file.readAhead())
  return found?.onDevice?.me
}
let hasAskedAhead = false

const wipe = () => import('./registers/offline/wipe-device.ts').then(file => file.wipeDevice())

/** Notes in this browser who is signed in. */
async function noteMe(me: Me): Promise<Me> {
  const id = String(me.id)
  // Another member signed in although the former one had not signed out.
  if ((localStorage.getItem(personKey) ?? id) !== id) await wipe()
  if ((sessionStorage.getItem(personKey) ?? id) !== id) forgetDrafts('')
  for (const storage of [sessionStorage, localStorage]) storage.setItem(personKey, id)
  return me
}

/** Queries the signed-in member; notifies the other tabs, and clears what another member typed in this one. */
export const meQuery = (api: OfficeApi) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: async ({ client, queryKey }): Promise<Me> => {
      const asked = api.session.me({}).catch(meOnDevice).then(noteMe)
      // It may fail while the device is read.
      asked.catch(() => {})
      const onDevice = meAhead().catch(() => undefined)
      // Without a signal the page is rendered once, when all is read.
      const ahead = await (navigator.onLine
        ? Promise.race([asked.then(() => undefined), onDevice])
        : onDevice)
      if (!ahead) return asked
      asked.then(
        me => client.setQueryData(queryKey, me),
        () => client.invalidateQueries({ queryKey }),
      )
      return ahead
    },
    staleTime: 60_000,
    networkMode: 'always',
  })

/** Clears the session and everything typed, for the next person at this computer. */
export function forgetPerson(): void {
  forgetDrafts('')
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(personKey)
  void wipe()
}

/**
 * Reloads the page when another tab reports a different member or none, even if that happened while the page was in the
 * back cache.
 */
export function followOtherTabs(): void {
  const look = ({ key, persisted }: { key?: string | null; persisted?: boolean }) => {
    const mine = sessionStorage.getItem(personKey)
    if (!(persisted || key === personKey) || !mine || localStorage.getItem(personKey) === mine) return
    // Without a question, because the changes are no longer this person's to save. A draft waits for its
    // author.
    window.addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
    location.reload()
  }
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
}

const MeContext = createContext<Me | undefined>(undefined)
/** Gives the pages below it the signed-in member, because a register asks for them in each row. */
export const MeProvider = MeContext.Provider

export const useMe = () => useContext(MeContext)

/** Whether the signed-in member has a permission, to hide what they may not do. The server decides. */
export function useMay(permission: Permission): boolean {
  const me = useMe()
  return me !== undefined && may(me.role, permission)
}

/** Returns a function that says whether the signed-in member may open an address, for links to other areas. */
export function useMayOpen(): (address: string) => boolean {
  const me = useMe()
  const find = useFindPage()
  return address => {
    const page = find(address)
    return page !== undefined && me !== undefined && mayOpen(me.role, page)
  }
}

/** Returns the address of the sign-in page with the address to return to. */
export const signInFrom = (address: string): string =>
  `${addresses.signIn()}?back=${encodeURIComponent(address)}`

/** Returns the address to open after signing in, if it is one of the office. */
export function wayBackIn(search: string): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/office(\/(?!sign-in)|\?|$)/.test(back) ? back : addresses.today()
}
