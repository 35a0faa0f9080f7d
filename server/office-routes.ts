import { businessOfficeRoutes } from './features/business/office-calls.ts'
import { catalogueOfficeRoutes } from './features/catalogue/office-calls.ts'
import { contentOfficeRoutes } from './features/content/office-calls.ts'
import { enquiryOfficeRoutes } from './features/enquiries/office-calls.ts'
import { familyOfficeRoutes } from './features/families/office-calls.ts'
import { healthOfficeRoutes } from './features/health/office-calls.ts'
import { importOfficeRoutes } from './features/imports/office-calls.ts'
import { orderOfficeRoutes } from './features/orders/office-calls.ts'
import { plannerOfficeRoutes, termsOfficeRoutes } from './features/planning/office-calls.ts'
import { registerOfficeRoutes } from './features/registers/office-calls.ts'
import { staffOfficeRoutes } from './features/staff/office-calls.ts'
import type { OfficeRoute } from './http/serve-office.ts'

/** Every call of the office that this server answers, by its path. */
export const officeRoutes: ReadonlyMap<string, OfficeRoute> = new Map(
  [
    ...staffOfficeRoutes,
    ...businessOfficeRoutes,
    ...healthOfficeRoutes,
    ...termsOfficeRoutes,
    ...plannerOfficeRoutes,
    ...catalogueOfficeRoutes,
    ...contentOfficeRoutes,
    ...enquiryOfficeRoutes,
    ...familyOfficeRoutes,
    ...importOfficeRoutes,
    ...orderOfficeRoutes,
    ...registerOfficeRoutes,
  ].map(route => [route.call.path, route]),
)
