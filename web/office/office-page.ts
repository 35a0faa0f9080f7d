import { type ComponentType, createContext, useContext } from 'react'
import type { NamesIn, OfficeAddress } from '#contract/office/addresses.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'

/** A page of the office. `load` imports its code. */
export interface OfficePage {
  path: string
  title: string
  load: () => Promise<ComponentType>
  /** The required permission. `anyone` needs no sign-in and has no frame. */
  permission: Permission | 'everybody' | 'anyone'
  /** The name of what it creates, for “+ New”. */
  makes?: string
  /**
   * The item that a list's form creates: those with the permission find “New venue” in the palette
   * (`useNewInAddress`).
   */
  one?: { name: string; permission: Permission }
  /** Whether it uses the full width of the window. */
  isWide?: boolean
}

export const officePage = (
  { path }: { path: string },
  title: string,
  permission: OfficePage['permission'],
  load: OfficePage['load'],
  extras: Pick<OfficePage, 'makes' | 'one' | 'isWide'> = {},
): OfficePage => ({ path, title, permission, load, ...extras })

/** Whether a role may open a page; the server checks again. */
export const mayOpen = (role: Role, { permission }: OfficePage): boolean =>
  permission === 'everybody' || permission === 'anyone' || may(role, permission)

const partsOfPaths = new Map<string, string[]>()
const partsOfPath = (path: string): string[] => {
  const known = partsOfPaths.get(path) ?? path.split('/')
  partsOfPaths.set(path, known)
  return known
}
const partsOf = (pathname: string): string[] => pathname.replace(/(.)\/+$/, '$1').split('/')

function valuesIn(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [place, part] of wanted.entries()) {
    const text = given[place] ?? ''
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(text)
    else if (part !== text.toLowerCase()) return undefined
  }
  return values
}

/**
 * Returns an address's parameters for a page's path; undefined for another page: '/office/register/3' → { id:
 * '3' }.
 */
export const valuesOf = (path: string, pathname: string): Record<string, string> | undefined =>
  valuesIn(partsOfPath(path), partsOf(pathname))

/** Finds the page of a path with its parameters. Lists ask this for each of their links. */
export function findPage(
  pages: readonly OfficePage[],
  pathname: string,
): { page: OfficePage; values: Record<string, string> } | undefined {
  const given = partsOf(pathname)
  for (const page of pages) {
    const values = valuesIn(partsOfPath(page.path), given)
    if (values) return { page, values }
  }
  return undefined
}

const ShownPageContext = createContext<{ page: OfficePage; values: Record<string, string> } | undefined>(
  undefined,
)
export const ShownOfficePageProvider = ShownPageContext.Provider

const OfficePagesContext = createContext<readonly OfficePage[]>([])
/** Gives the pages below it the list of all pages. */
export const OfficePagesProvider = OfficePagesContext.Provider

/** Returns a function that finds the page of an address. */
export function useFindPage(): (address: string) => OfficePage | undefined {
  const pages = useContext(OfficePagesContext)
  return address => {
    const [pathname = ''] = address.split('?')
    return findPage(pages, pathname)?.page
  }
}

/** Returns this page's address parameters as text: `const { id } = useAddressOf(addresses.register)`. */
export function useAddressOf<Path extends string>(
  _address: OfficeAddress<Path>,
): Record<NamesIn<Path>, string> {
  return (useContext(ShownPageContext)?.values ?? {}) as Record<NamesIn<Path>, string>
}
