import { accountRoutes, ownDataRoutes } from './features/accounts/calls.ts'
import {
  bookingsRoutes,
  calendarFeedRoutes,
  reschedulingRoutes,
  trialsRoutes,
  waitingListsRoutes,
} from './features/bookings/calls.ts'
import { childRoutes } from './features/children/calls.ts'
import { contentRoutes } from './features/content/calls.ts'
import { enquiryRoutes } from './features/enquiries/calls.ts'
import { notificationRoutes } from './features/notifications/calls.ts'
import { offeringsRoutes } from './features/offerings/calls.ts'
import { paymentsRoutes } from './features/payments/calls.ts'
import type { Route } from './http/serve.ts'

/** Every call this server answers, by area. */
export const routes: Route[] = [
  ...notificationRoutes,
  ...enquiryRoutes,
  ...childRoutes,
  ...accountRoutes,
  ...ownDataRoutes,
  ...calendarFeedRoutes,
  ...offeringsRoutes,
  ...contentRoutes,
  ...bookingsRoutes,
  ...trialsRoutes,
  ...reschedulingRoutes,
  ...waitingListsRoutes,
  ...paymentsRoutes,
]
