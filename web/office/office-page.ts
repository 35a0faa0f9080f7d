import { type ComponentType, createContext, useContext } from 'react'
import type { NamesIn, OfficeAddress } from '#contract/office/addresses.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'

/** One screen of the office. `load` brings its code. */
export interface OfficePage {
  path: string
  title: string
  load: () => Promise<ComponentType>
  /** What one must be allowed; `anyone`: nobody needs to be signed in, and there is no frame around it. */
  permission: Permission | 'everybody' | 'anyone'
  /** Makes a new one of these: it is offered under “+ New”. */
  makes?: string
  /** A list with a form for one more, “venue”: who may add it finds “New venue” in the palette (`useNewInAddress`). */
  one?: { name: string; permission: Permission }
  /** As wide as the window. */
  isWide?: boolean
}

export const officePage = (
  { path }: { path: string },
  title: string,
  permission: OfficePage['permission'],
  load: OfficePage['load'],
  extras: Pick<OfficePage, 'makes' | 'one' | 'isWide'> = {},
): OfficePage => ({ path, title, permission, load, ...extras })

/** The page hides what the server would refuse. */
export const mayOpen = (role: Role, { permission }: OfficePage): boolean =>
  permission === 'everybody' || permission === 'anyone' || may(role, permission)

/** What an address carries by a page's path, undefined when it is another page's: '/office/register/3' → { id: '3' }. */
export function valuesOf(path: string, pathname: string): Record<string, string> | undefined {
  const wanted = path.split('/')
  const given = pathname.replace(/(.)\/+$/, '$1').split('/')
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const text = given[place] ?? ''
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(text)
    else if (part !== text.toLowerCase()) return undefined
  }
  return values
}

const ShownPageContext = createContext<{ page: OfficePage; values: Record<string, string> } | undefined>(
  undefined,
)
export const ShownOfficePageProvider = ShownPageContext.Provider

const OfficePagesContext = createContext<readonly OfficePage[]>([])
/** Below it every page knows which others there are. */
export const OfficePagesProvider = OfficePagesContext.Provider

/** The page of an address, if there is one. */
export function useFindPage(): (address: string) => OfficePage | undefined {
  const pages = useContext(OfficePagesContext)
  return address => {
    const [pathname = ''] = address.split('?')
    return pages.find(page => valuesOf(page.path, pathname))
  }
}

/** `const { id } = useAddressOf(addresses.register)`: what the address of this page carries, as text. */
export function useAddressOf<Path extends string>(
  _address: OfficeAddress<Path>,
): Record<NamesIn<Path>, string> {
  return (useContext(ShownPageContext)?.values ?? {}) as Record<NamesIn<Path>, string>
}
