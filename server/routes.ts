import { accountRoutes } from './features/accounts/calls.ts'
import { productBasketRoutes } from './features/basket/calls.ts'
import { sessionBasketRoutes } from './features/basket/session-basket-calls.ts'
import { calendarFeedRoutes } from './features/calendar-feed/calls.ts'
import { childRoutes } from './features/children/calls.ts'
import { contentRoutes, promoPagesRoutes } from './features/content/calls.ts'
import { creditRoutes } from './features/credits/calls.ts'
import { enquiryRoutes } from './features/enquiries/calls.ts'
import { notificationRoutes } from './features/notifications/calls.ts'
import { offeringsRoutes, sessionsRoutes } from './features/offerings/calls.ts'
import { orderRoutes, ownBookingsRoutes, reschedulingRoutes, trialsRoutes } from './features/orders/calls.ts'
import { ownDataRoutes } from './features/own-data/calls.ts'
import { paymentsRoutes } from './features/payments/calls.ts'
import { shopRoutes } from './features/shop/calls.ts'
import { ownWaitingRoutes, waitingListsRoutes } from './features/waiting-list/calls.ts'
import type { Request, Route } from './request/serve.ts'

/** Every call this server answers, by area. */
export const routes: Route<Request>[] = [
  ...notificationRoutes,
  ...enquiryRoutes,
  ...childRoutes,
  ...accountRoutes,
  ...ownDataRoutes,
  ...calendarFeedRoutes,
  ...offeringsRoutes,
  ...sessionsRoutes,
  ...contentRoutes,
  ...promoPagesRoutes,
  ...orderRoutes,
  ...ownBookingsRoutes,
  ...trialsRoutes,
  ...reschedulingRoutes,
  ...waitingListsRoutes,
  ...ownWaitingRoutes,
  ...sessionBasketRoutes,
  ...creditRoutes,
  ...shopRoutes,
  ...productBasketRoutes,
  ...paymentsRoutes,
]
