import { bookingsRoutes, trialsRoutes } from './features/bookings/calls.ts'
import { contentRoutes } from './features/content/calls.ts'
import { offeringsRoutes } from './features/offerings/calls.ts'
import type { Route } from './http/serve.ts'

/** Every call this server answers, by area. */
export const routes: Route[] = [...offeringsRoutes, ...contentRoutes, ...bookingsRoutes, ...trialsRoutes]
