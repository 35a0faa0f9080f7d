import type { QueryKey } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import type { Api } from '#contract/client.ts'
import type { SitePart } from '#domain/site-parts.ts'

/** A query that a page needs before its first paint: what `queryOptions(…)` makes. */
export interface PageQuery {
  queryKey: QueryKey
  // biome-ignore lint/suspicious/noExplicitAny: TanStack's options of any query are what is meant here.
  queryFn?: any
}

export interface PageContext {
  url: URL
  api: Api
  /** The day in London, '2026-03-29'. */
  today: string
}

export interface Head {
  /** The page's own when it is left out. */
  title?: string
  description?: string
  /** Path and query of the one true address, when it is not the page's own path. */
  canonical?: string
  /** Of what the page is about, for those who share it. */
  image?: string
  /** A schema.org object, or several. */
  schema?: object | object[]
  /** Kept out of search engines; pages that need a sign-in always are. */
  isPrivate?: boolean
}

export interface HeadContext extends PageContext {
  /** What the page's queries have brought, undefined while they have not. */
  read: <T>(options: { queryKey: QueryKey; queryFn?: unknown } & QueryResult<T>) => T | undefined
  /** The whole address of a picture; undefined for ''. */
  imageUrl: (path: string) => string | undefined
  publicUrl: string
}
type QueryResult<T> = { queryFn?: ((context: never) => T | Promise<T>) | symbol }

/**
 * One screen. `load` brings its code; `data` names the queries that it is shown with, and that the server and link hovers
 * fetch ahead; `head` brings what makes title, description and schema: on the server, and after navigations in the
 * browser.
 */
export interface Page {
  path: string
  /** Where the business has none of it, the page says so. */
  part?: SitePart | undefined
  title: string
  load: () => Promise<ComponentType>
  data?: (context: PageContext) => PageQuery[]
  head?: () => Promise<(context: HeadContext) => Head>
  needsSignIn?: boolean
  /**
   * `account` adds the account menu to the shell. `plain` pages have no top bar, menu and footer: log-in, register,
   * onboarding, terms.
   */
  layout: 'shell' | 'account' | 'plain'
}

type Extras = Pick<Page, 'data' | 'head' | 'needsSignIn'>
type MakePage = (
  address: Pick<Page, 'path' | 'part'>,
  title: string,
  load: Page['load'],
  extras?: Extras,
) => Page

/** A page with top bar, menu and footer. */
export const shell: MakePage = ({ path, part }, title, load, extras) => ({
  path,
  part,
  title,
  load,
  layout: 'shell',
  ...extras,
})

/** A page of somebody's own, with the account menu. */
export const account: MakePage = (address, title, load, extras) => ({
  ...shell(address, title, load, extras),
  layout: 'account',
  needsSignIn: true,
})

/** A page without top bar, menu and footer. */
export const plain: MakePage = (address, title, load, extras) => ({
  ...shell(address, title, load, extras),
  layout: 'plain',
})

const ShownPageContext = createContext<Page | undefined>(undefined)
export const ShownPageProvider = ShownPageContext.Provider

/** The page that is shown: its title and path. */
export function usePage(): Page {
  const page = useContext(ShownPageContext)
  if (!page) throw new Error('usePage is for pages')
  return page
}
