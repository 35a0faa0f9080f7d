import * as addresses from '#contract/office/addresses.ts'
import { Navigate } from '#web/navigation/router.tsx'

/** Redirects to the venues, whose panels hold their rooms. */
export const RoomsPage = () => <Navigate to={addresses.venues()} replace />
