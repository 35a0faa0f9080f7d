import type { QueryKey } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import type { Api } from '#contract/client.ts'
import type { SitePart } from '#domain/site-parts.ts'

/** A query that a page needs before its first paint, made with `queryOptions(…)`. */
export interface PageQuery {
  queryKey: QueryKey
  // biome-ignore lint/suspicious/noExplicitAny: stands for TanStack's options of any query.
  queryFn?: any
}

export interface PageContext {
  url: URL
  api: Api
  /** The day in London, '2026-03-29'. */
  today: string
}

export interface Head {
  /** The page's own title is used if this is missing. */
  title?: string
  description?: string
  /** Path and query of the canonical address, if it is not the page's own path. */
  canonical?: string
  /** A picture for sharing. */
  image?: string
  /** One or more schema.org objects. */
  schema?: object | object[]
  /** Hidden from search engines, as pages with a sign-in always are. */
  isPrivate?: boolean
}

export interface HeadContext extends PageContext {
  /** Returns the data of the page's queries, undefined while loading. */
  read: <T>(options: { queryKey: QueryKey; queryFn?: unknown } & QueryResult<T>) => T | undefined
  /** Returns the full address of a picture; undefined for ''. */
  imageUrl: (path: string) => string | undefined
  publicUrl: string
}
type QueryResult<T> = { queryFn?: ((context: never) => T | Promise<T>) | symbol }

/**
 * A page. `load` imports its code. `data` names its queries, which the server and link hovers fetch ahead. `head` loads
 * the code for title, description and schema: on the server, and after navigations in the browser.
 */
export interface Page {
  path: string
  /** The part of the site it belongs to; without content the page says so. */
  part?: SitePart | undefined
  title: string
  load: () => Promise<ComponentType>
  data?: (context: PageContext) => PageQuery[]
  head?: () => Promise<(context: HeadContext) => Head>
  needsSignIn?: boolean
  /**
   * The layout. `account` adds the account menu. `plain` pages have no top bar, menu and footer: log-in,
   * register, onboarding, terms.
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

/** Makes a page with top bar, menu and footer. */
export const shell: MakePage = ({ path, part }, title, load, extras) => ({
  path,
  part,
  title,
  load,
  layout: 'shell',
  ...extras,
})

/** Makes a page of a signed-in parent, with the account menu. */
export const account: MakePage = (address, title, load, extras) => ({
  ...shell(address, title, load, extras),
  layout: 'account',
  needsSignIn: true,
})

/** Makes a page without top bar, menu and footer. */
export const plain: MakePage = (address, title, load, extras) => ({
  ...shell(address, title, load, extras),
  layout: 'plain',
})

const ShownPageContext = createContext<Page | undefined>(undefined)
export const ShownPageProvider = ShownPageContext.Provider

/** Returns the page that is shown. */
export function usePage(): Page {
  const page = useContext(ShownPageContext)
  if (!page) throw new Error('usePage is for pages')
  return page
}
