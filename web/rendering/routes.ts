import type { QueryClient } from '@tanstack/react-query'
import * as addresses from '#contract/addresses.ts'
import type { Page, PageContext } from '#web/page.ts'
import { bringPage, loadPage } from '#web/page-view.tsx'
import { accountPages } from '#web/site/accounts/pages.ts'
import { basketPages } from '#web/site/basket/pages.ts'
import { childPages } from '#web/site/children/pages.ts'
import { contentPages } from '#web/site/content/pages.ts'
import { creditPages } from '#web/site/credits/pages.ts'
import { homePages } from '#web/site/home/pages.ts'
import { notificationPages } from '#web/site/notifications/pages.ts'
import { onboardingPages } from '#web/site/onboarding/pages.ts'
import { orderPages } from '#web/site/orders/pages.ts'
import { paymentPages } from '#web/site/payments/pages.ts'
import { shopPages } from '#web/site/shop/pages.ts'
import { timetablePages } from '#web/site/timetable/pages.ts'
import { waitingPages } from '#web/site/waiting-list/pages.ts'

/** Every page of the site (spec 2 §2). */
export const pages: Page[] = [
  ...homePages,
  ...timetablePages,
  ...contentPages,
  ...shopPages,
  ...basketPages,
  ...creditPages,
  ...paymentPages,
  ...orderPages,
  ...waitingPages,
  ...notificationPages,
  ...accountPages,
  ...childPages,
  ...onboardingPages,
]

const redirects = new Map([
  ['/', addresses.home],
  ['/home', addresses.home],
  ['/home/userinfo', addresses.bookings],
])
const pageByPath = new Map(pages.map(page => [addresses.samePath(page.path), page]))

/** Returns the page of a path, or the path to redirect to: unknown paths go to the home page. */
export function findPage(pathname: string): Page | { redirect: string } {
  const path = addresses.samePath(pathname)
  return pageByPath.get(path) ?? { redirect: (redirects.get(path) ?? addresses.home)() }
}

/** Loads the code of an address's page, unless it is loaded. */
export function bringPageOf(pathname: string): Promise<unknown> | undefined {
  const page = findPage(pathname)
  return 'redirect' in page ? undefined : bringPage(page)
}

/** How long a page waits for its data before it is shown with placeholders. */
const dataMilliseconds = 1_000

/**
 * Loads a page's code and the data for its first paint. Data that come later would push its buttons away from the
 * visitor's fingers.
 */
export function bringWholePage(context: PageContext, queryClient: QueryClient): Promise<unknown> | undefined {
  const page = findPage(context.url.pathname)
  if ('redirect' in page) return undefined
  const lacking = (page.data?.(context) ?? []).filter(
    ({ queryKey }) => queryClient.getQueryData(queryKey) === undefined,
  )
  if (lacking.length === 0) return bringPage(page)
  const data = Promise.all(lacking.map(query => queryClient.prefetchQuery(query)))
  const longEnough = new Promise(resolve => setTimeout(resolve, dataMilliseconds))
  return Promise.all([bringPage(page), Promise.race([data, longEnough])])
}

/** Starts a page's code and queries, for a link under the pointer. */
export function fetchAhead(page: Page, context: PageContext, queryClient: QueryClient): void {
  loadPage(page).catch(() => undefined)
  for (const query of page.data?.(context) ?? []) queryClient.prefetchQuery(query)
}
