import { businessOfficeRoutes } from './features/business/office-calls.ts'
import { cancelledDateOfficeRoutes } from './features/cancelled-dates/office-calls.ts'
import { catalogueOfficeRoutes } from './features/catalogue/office-calls.ts'
import { contentOfficeRoutes } from './features/content/office-calls.ts'
import { deskBookingOfficeRoutes } from './features/desk-bookings/office-calls.ts'
import { deskSaleOfficeRoutes } from './features/desk-sales/office-calls.ts'
import { enquiryOfficeRoutes } from './features/enquiries/office-calls.ts'
import { familyOfficeRoutes } from './features/families/office-calls.ts'
import { healthOfficeRoutes } from './features/health/office-calls.ts'
import { importOfficeRoutes } from './features/imports/office-calls.ts'
import { messageOfficeRoutes } from './features/messages/office-calls.ts'
import { subscriptionOfficeRoutes } from './features/messages/subscriptions.ts'
import { moneyOfficeRoutes } from './features/money/office-calls.ts'
import { orderOfficeRoutes } from './features/orders/office-calls.ts'
import { plannerOfficeRoutes, termsOfficeRoutes } from './features/planning/office-calls.ts'
import { incidentOfficeRoutes, registerOfficeRoutes } from './features/registers/office-calls.ts'
import { reportOfficeRoutes } from './features/reports/office-calls.ts'
import { parcelOfficeRoutes } from './features/shop/office-calls.ts'
import { staffOfficeRoutes } from './features/staff/office-calls.ts'
import { waitingOfficeRoutes } from './features/waiting-desk/office-calls.ts'
import { walkInOfficeRoutes } from './features/walk-ins/office-calls.ts'
import type { OfficeRoute } from './request/serve-office.ts'

/** Every office call that this server answers, by path. */
export const officeRoutes: ReadonlyMap<string, OfficeRoute> = new Map(
  [
    ...staffOfficeRoutes,
    ...businessOfficeRoutes,
    ...healthOfficeRoutes,
    ...termsOfficeRoutes,
    ...plannerOfficeRoutes,
    ...cancelledDateOfficeRoutes,
    ...catalogueOfficeRoutes,
    ...contentOfficeRoutes,
    ...deskBookingOfficeRoutes,
    ...deskSaleOfficeRoutes,
    ...enquiryOfficeRoutes,
    ...familyOfficeRoutes,
    ...importOfficeRoutes,
    ...moneyOfficeRoutes,
    ...messageOfficeRoutes,
    ...subscriptionOfficeRoutes,
    ...orderOfficeRoutes,
    ...parcelOfficeRoutes,
    ...incidentOfficeRoutes,
    ...registerOfficeRoutes,
    ...reportOfficeRoutes,
    ...waitingOfficeRoutes,
    ...walkInOfficeRoutes,
  ].map(route => [route.call.path, route]),
)
