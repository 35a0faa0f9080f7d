import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { Page, PageContext } from '#web/page.ts'
import { accountPages } from '#web/site/accounts/pages.ts'
import { basketPages } from '#web/site/basket/pages.ts'
import { childPages } from '#web/site/children/pages.ts'
import { contentPages } from '#web/site/content/pages.ts'
import { creditPages } from '#web/site/credits/pages.ts'
import { homePages } from '#web/site/home/pages.ts'
import { notificationPages } from '#web/site/notifications/pages.ts'
import { offeringPages } from '#web/site/offerings/pages.ts'
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
  ...offeringPages,
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

/** The page of a path, or the path it sends the visitor to: unknown ones go to the home page. */
export function findPage(pathname: string): Page | { redirect: string } {
  const path = addresses.samePath(pathname)
  return pageByPath.get(path) ?? { redirect: (redirects.get(path) ?? addresses.home)() }
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
