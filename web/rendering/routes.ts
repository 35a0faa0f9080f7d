import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Api } from '#contract/client.ts'
import { articlesQuery, promoPageQueries, siteTextsQuery } from '#web/site/content/queries.ts'
import { packsQuery } from '#web/site/credits/queries.ts'
import { homePageQueries } from '#web/site/home/home-page-data.ts'
import {
  areaPageQueries,
  choicePageQueries,
  timetablePageQueries,
  typePageQueries,
} from '#web/site/offerings/timetable-query.ts'
import {
  categoriesQuery,
  categoryQuery,
  popularProductsQuery,
  productQuery,
  shownPages,
  wholeNumber,
} from '#web/site/shop/queries.ts'

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

/**
 * One screen. `load` brings its code; `data` names the queries that the server and link hovers fetch ahead; `head`
 * brings what makes title, description and schema: on the server, and after navigations in the browser.
 */
export interface Page {
  path: string
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

const shell = (path: string, title: string, load: Page['load'], extras: Extras = {}): Page => ({
  path,
  title,
  load,
  layout: 'shell',
  ...extras,
})
const account = (path: string, title: string, load: Page['load'], extras: Extras = {}): Page => ({
  ...shell(path, title, load, extras),
  layout: 'account',
  needsSignIn: true,
})
const plain = (path: string, title: string, load: Page['load'], extras: Extras = {}): Page => ({
  ...shell(path, title, load, extras),
  layout: 'plain',
})

const signedIn: Extras = { needsSignIn: true }
/** A page of the business's own long texts. */
const siteTexts = (description: string): Extras => ({
  data: ({ api }) => [siteTextsQuery(api)],
  head: async () => () => ({ description }),
})
const siteTextPage = () => import('#web/site/content/site-text-page.tsx').then(file => file.SiteTextPage)
const promoPage = (path: string, title: string) =>
  shell(path, title, () => import('#web/site/content/promo-page.tsx').then(file => file.PromoPage), {
    data: promoPageQueries,
    head: () => import('#web/site/content/promo-page-head.ts').then(file => file.promoPageHead),
  })

// The same three pages for every kind: they know their kind by their path.
const offeringHeads = () => import('#web/site/offerings/offering-page-heads.ts')
const areaPage = (path: string, title: string) =>
  shell(path, title, () => import('#web/site/timetable/area-page.tsx').then(file => file.AreaPage), {
    data: areaPageQueries,
    head: () => offeringHeads().then(file => file.timetablePageHead),
  })
const typePage = (path: string, title: string) =>
  shell(
    path,
    title,
    () => import('#web/site/offerings/offering-type-page.tsx').then(file => file.OfferingTypePage),
    { data: typePageQueries, head: () => offeringHeads().then(file => file.offeringTypePageHead) },
  )
const choicePage = (path: string, title: string) =>
  shell(path, title, () => import('#web/site/timetable/choice-page.tsx').then(file => file.ChoicePage), {
    data: choicePageQueries,
    head: () => offeringHeads().then(file => file.choicePageHead),
  })

/** The whole URL table (spec 2 §2), fixed spellings included. Paths are matched without regard to case. */
export const pages: Page[] = [
  plain('/login', 'Log in', () => import('#web/site/accounts/login-page.tsx').then(file => file.LoginPage)),
  plain('/register', 'Sign up', () =>
    import('#web/site/accounts/register-page.tsx').then(file => file.RegisterPage),
  ),
  plain('/forget', 'Reset your password', () =>
    import('#web/site/accounts/reset-password-page.tsx').then(file => file.ResetPasswordPage),
  ),
  plain(
    '/fileInfo',
    'Welcome',
    () => import('#web/site/onboarding/onboarding-page.tsx').then(file => file.OnboardingPage),
    signedIn,
  ),
  plain(
    '/term',
    'Terms & Conditions',
    () => import('#web/site/content/term-page.tsx').then(file => file.TermPage),
    {
      data: ({ api }) => [siteTextsQuery(api)],
      head: () => import('#web/site/content/term-page-head.ts').then(file => file.termPageHead),
    },
  ),

  shell('/home/home', 'Home', () => import('#web/site/home/home-page.tsx').then(file => file.HomePage), {
    data: homePageQueries,
    head: () => import('#web/site/home/home-page-head.ts').then(file => file.homePageHead),
  }),
  shell(
    '/home/about',
    'About us',
    () => import('#web/site/content/about-page.tsx').then(file => file.AboutPage),
    siteTexts('Who runs our children’s classes, what we believe in and how we keep children safe.'),
  ),
  shell(
    '/home/contact',
    'Contact',
    () => import('#web/site/content/contact-page.tsx').then(file => file.ContactPage),
    siteTexts('Telephone, e-mail, venues and opening hours, and a form to write to us.'),
  ),
  shell(
    '/home/helpCenter',
    'Help centre',
    () => import('#web/site/content/help-centre-page.tsx').then(file => file.HelpCentrePage),
    {
      ...siteTexts(
        'Answers about first classes, what to bring, class credits, changing a booking and waiting lists.',
      ),
      data: ({ api }) => [siteTextsQuery(api), articlesQuery(api)],
    },
  ),
  shell('/home/parentClass', 'Parent class', siteTextPage, siteTexts('Sessions for parents and carers.')),
  shell('/home/events', 'Events', siteTextPage, siteTexts('Events, holiday camps and family days.')),

  shell(
    '/home/classes',
    'Classes',
    () => import('#web/site/timetable/classes-page.tsx').then(file => file.ClassesPage),
    {
      data: timetablePageQueries,
      head: () => offeringHeads().then(file => file.timetablePageHead),
    },
  ),
  typePage('/home/classify/detail', 'Class details'),
  choicePage('/home/classify/selectCourse', 'Choose a class'),
  areaPage('/home/event', 'Events & Camps'),
  typePage('/home/event/detail', 'Event details'),
  choicePage('/home/event/selectCourse', 'Choose an event'),
  areaPage('/home/parent', 'Parental Support'),
  typePage('/home/parent/detail', 'Session details'),
  choicePage('/home/parent/selectCourse', 'Choose a session'),

  shell(
    '/home/classPack',
    'Class Packs',
    () => import('#web/site/credits/class-pack-page.tsx').then(file => file.ClassPackPage),
    {
      data: ({ api }) => [packsQuery(api), siteTextsQuery(api)],
      head: () => import('#web/site/credits/class-pack-page-head.ts').then(file => file.classPackPageHead),
    },
  ),
  shell('/home/mall', 'Shop', () => import('#web/site/shop/mall-page.tsx').then(file => file.MallPage), {
    data: ({ api, url }) => [
      categoriesQuery(api),
      ...shownPages(url.searchParams).map(page => popularProductsQuery(api, page)),
    ],
    head: () => import('#web/site/shop/shop-heads.ts').then(file => file.mallPageHead),
  }),
  shell(
    '/home/mall/classfiy',
    'Shop category',
    () => import('#web/site/shop/category-page.tsx').then(file => file.CategoryPage),
    {
      data: ({ api, url }) => [categoryQuery(api, url.searchParams)],
      head: () => import('#web/site/shop/shop-heads.ts').then(file => file.categoryPageHead),
    },
  ),
  shell(
    '/home/mall/detail',
    'Product',
    () => import('#web/site/shop/product-page.tsx').then(file => file.ProductPage),
    {
      data: ({ api, url }) => [
        categoriesQuery(api),
        productQuery(api, wholeNumber(url.searchParams.get('id'))),
      ],
      head: () => import('#web/site/shop/shop-heads.ts').then(file => file.productPageHead),
    },
  ),
  shell(
    '/home/cart',
    'Basket',
    () => import('#web/site/basket/basket-page.tsx').then(file => file.BasketPage),
    signedIn,
  ),
  shell(
    '/home/pay',
    'Checkout',
    () => import('#web/site/shop/checkout-page.tsx').then(file => file.CheckoutPage),
    signedIn,
  ),
  promoPage('/home/party', 'Parties'),
  promoPage('/home/bespoke', 'Private'),
  shell(
    '/home/messageDetail',
    'Notifications',
    () => import('#web/site/notifications/message-detail-page.tsx').then(file => file.MessageDetailPage),
    signedIn,
  ),

  account(
    '/home/userInfo/orderList',
    'My Bookings',
    () => import('#web/site/orders/orders-page.tsx').then(file => file.OrdersPage),
    signedIn,
  ),
  account(
    '/home/userInfo/eventOrder',
    'My Bookings',
    () => import('#web/site/orders/orders-page.tsx').then(file => file.OrdersPage),
    signedIn,
  ),
  account(
    '/home/userInfo/orderStatus',
    'Class order',
    () => import('#web/site/orders/order-page.tsx').then(file => file.OrderPage),
    signedIn,
  ),
  account(
    '/home/userInfo/eventOrderDetail',
    'Event order',
    () => import('#web/site/orders/order-page.tsx').then(file => file.OrderPage),
    signedIn,
  ),
  account(
    '/home/userInfo/parentsOrderDetail',
    'Session order',
    () => import('#web/site/orders/order-page.tsx').then(file => file.OrderPage),
    signedIn,
  ),
  account('/home/userInfo/orderDetail', 'Product order', () =>
    import('#web/site/orders/product-order-page.tsx').then(file => file.ProductOrderPage),
  ),
  account('/home/userInfo/user', 'My details', () =>
    import('#web/site/accounts/details-page.tsx').then(file => file.DetailsPage),
  ),
  account('/home/userInfo/editUser', 'Edit my details', () =>
    import('#web/site/accounts/edit-details-page.tsx').then(file => file.EditDetailsPage),
  ),
  account('/home/userInfo/card', 'Card', () =>
    import('#web/site/payments/card-page.tsx').then(file => file.CardPage),
  ),
  account('/home/userInfo/integral', 'Reward points', () =>
    import('#web/site/credits/reward-points-page.tsx').then(file => file.RewardPointsPage),
  ),
  account('/home/userInfo/package', 'Class pack', () =>
    import('#web/site/credits/credits-page.tsx').then(file => file.CreditsPage),
  ),
  account('/home/userInfo/child', 'Child', () =>
    import('#web/site/children/child-page.tsx').then(file => file.ChildPage),
  ),
  account(
    '/home/userInfo/editChild',
    'Add child',
    () => import('#web/site/children/edit-child-page.tsx').then(file => file.EditChildPage),
    { head: () => import('#web/site/children/edit-child-page-head.ts').then(file => file.editChildPageHead) },
  ),
  account('/home/userInfo/changePwd', 'Change password', () =>
    import('#web/site/accounts/change-password-page.tsx').then(file => file.ChangePasswordPage),
  ),
  shell(
    '/home/userInfo/payFail',
    'Payment unsuccessful',
    () => import('#web/site/payments/pay-fail-page.tsx').then(file => file.PayFailPage),
    { head: async () => () => ({ title: 'Payment unsuccessful', isPrivate: true }) },
  ),
  shell(
    '/home/userInfo/paySuccess',
    'Thank you',
    () => import('#web/site/payments/pay-success-page.tsx').then(file => file.PaySuccessPage),
    { head: async () => () => ({ title: 'Thank you for your booking', isPrivate: true }) },
  ),
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
