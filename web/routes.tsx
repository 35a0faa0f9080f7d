import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Api } from './api.ts'
import { siteSettingsQuery } from './site/content/queries.ts'
import { homePageHead, homePageQueries } from './site/home/home-page-data.ts'

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
  title: string
  description?: string
  /** Path and query of the one true address, when it is not the page's own path. */
  canonical?: string
  /** A schema.org object, or several. */
  schema?: object | object[]
  /** Kept out of search engines; pages that need a sign-in always are. */
  isPrivate?: boolean
}

export interface HeadContext extends PageContext {
  /** What the page's queries have brought, undefined while they have not. */
  read: <T>(options: { queryKey: QueryKey; queryFn?: unknown } & QueryResult<T>) => T | undefined
  imageUrl: (path: string) => string
  publicUrl: string
}
type QueryResult<T> = { queryFn?: ((context: never) => T | Promise<T>) | symbol }

/** One screen. `load` brings its code, `data` names the queries that the server and link hovers fetch ahead. */
export interface Page {
  path: string
  title: string
  load: () => Promise<ComponentType>
  data?: (context: PageContext) => PageQuery[]
  head?: (context: HeadContext) => Head
  needsSignIn?: boolean
  /** Pages outside the shell have no top bar, menu and footer: log-in, register, onboarding, terms. */
  layout: 'shell' | 'plain'
}

type Extras = Pick<Page, 'data' | 'head' | 'needsSignIn'>

const shell = (path: string, title: string, load: Page['load'], extras: Extras = {}): Page => ({
  path,
  title,
  load,
  layout: 'shell',
  ...extras,
})
const plain = (path: string, title: string, load: Page['load'], extras: Extras = {}): Page => ({
  ...shell(path, title, load, extras),
  layout: 'plain',
})

const comingPage = () => import('./site/coming-page.tsx').then(file => file.ComingPage)
const coming = (path: string, title: string, extras: Extras = {}) => shell(path, title, comingPage, extras)
const signedIn: Extras = { needsSignIn: true }
const siteTexts: Extras = { data: ({ api }) => [siteSettingsQuery(api)] }

/** The whole URL table (spec 2 §2), fixed spellings included. Paths are matched without regard to case. */
export const pages: Page[] = [
  coming('/login', 'Log in'),
  coming('/register', 'Sign up'),
  coming('/forget', 'Reset your password'),
  coming('/fileInfo', 'Welcome', signedIn),
  coming('/term', 'Terms & Conditions', siteTexts),

  shell('/home/home', 'Home', () => import('./site/home/home-page.tsx').then(file => file.HomePage), {
    data: homePageQueries,
    head: homePageHead,
  }),
  coming('/home/about', 'About', siteTexts),
  coming('/home/contact', 'Contact', siteTexts),
  coming('/home/helpCenter', 'Help centre', siteTexts),
  coming('/home/parentClass', 'Parent class'),
  coming('/home/events', 'Events'),

  coming('/home/classes', 'Classes'),
  coming('/home/classify/detail', 'Class details'),
  coming('/home/classify/selectCourse', 'Choose a class'),
  coming('/home/event', 'Events & Camps'),
  coming('/home/event/detail', 'Event details'),
  coming('/home/event/selectCourse', 'Choose an event'),
  coming('/home/parent', 'Parental Support'),
  coming('/home/parent/detail', 'Session details'),
  coming('/home/parent/selectCourse', 'Choose a session'),

  coming('/home/classPack', 'Class Packs'),
  coming('/home/mall', 'Shop'),
  coming('/home/mall/classfiy', 'Shop category'),
  coming('/home/mall/detail', 'Product'),
  coming('/home/cart', 'Basket', signedIn),
  coming('/home/pay', 'Checkout', signedIn),
  coming('/home/party', 'Parties'),
  coming('/home/bespoke', 'Private'),
  coming('/home/messageDetail', 'Notification', signedIn),

  shell(
    '/home/userInfo/orderList',
    'My Bookings',
    () => import('./site/bookings/orders-page.tsx').then(file => file.OrdersPage),
    signedIn,
  ),
  shell(
    '/home/userInfo/eventOrder',
    'My Bookings',
    () => import('./site/bookings/orders-page.tsx').then(file => file.OrdersPage),
    signedIn,
  ),
  shell(
    '/home/userInfo/orderStatus',
    'Class order',
    () => import('./site/bookings/class-order-page.tsx').then(file => file.ClassOrderPage),
    signedIn,
  ),
  shell(
    '/home/userInfo/eventOrderDetail',
    'Event order',
    () => import('./site/bookings/event-order-page.tsx').then(file => file.EventOrderPage),
    signedIn,
  ),
  shell(
    '/home/userInfo/parentsOrderDetail',
    'Session order',
    () => import('./site/bookings/parent-session-order-page.tsx').then(file => file.ParentSessionOrderPage),
    signedIn,
  ),
  coming('/home/userInfo/orderDetail', 'Product order', signedIn),
  coming('/home/userInfo/user', 'My details', signedIn),
  coming('/home/userInfo/editUser', 'Edit my details', signedIn),
  coming('/home/userInfo/card', 'Card', signedIn),
  coming('/home/userInfo/integral', 'Reward points', signedIn),
  coming('/home/userInfo/package', 'Class pack', signedIn),
  coming('/home/userInfo/child', 'Child', signedIn),
  coming('/home/userInfo/editChild', 'Add child', signedIn),
  coming('/home/userInfo/changePwd', 'Change password', signedIn),
  coming('/home/userInfo/payFail', 'Payment unsuccessful', siteTexts),
  coming('/home/userInfo/paySuccess', 'Thank you', siteTexts),
]

const redirects = new Map([
  ['/', '/home/home'],
  ['/home', '/home/home'],
  ['/home/userinfo', '/home/userInfo/orderList'],
])
const pageByPath = new Map(pages.map(page => [page.path.toLowerCase(), page]))

/** The page of a path, or the path it sends the visitor to: unknown ones go to the home page. */
export function findPage(pathname: string): Page | { redirect: string } {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  return pageByPath.get(path) ?? { redirect: redirects.get(path) ?? '/home/home' }
}

const loadedPages = new Map<Page['load'], ComponentType>()
const pagesOnTheirWay = new Map<Page['load'], Promise<ComponentType>>()

export const loadedPage = (page: Page) => loadedPages.get(page.load)

/** Brings a page's code; asked again it is the same promise, and a failure is forgotten so that it can be retried. */
export function loadPage(page: Page): Promise<ComponentType> {
  const known = pagesOnTheirWay.get(page.load)
  if (known) return known
  const onTheWay = page.load()
  pagesOnTheirWay.set(page.load, onTheWay)
  onTheWay.then(
    component => loadedPages.set(page.load, component),
    () => pagesOnTheirWay.delete(page.load),
  )
  return onTheWay
}

/** Starts a page's code and queries, for a link under the pointer. */
export function fetchAhead(page: Page, context: PageContext, queryClient: QueryClient): void {
  loadPage(page).catch(() => undefined)
  for (const query of page.data?.(context) ?? []) queryClient.prefetchQuery(query)
}
