import * as addresses from '#contract/office/addresses.ts'
import { Navigate, useLocation } from '#web/navigation/router.tsx'
import { useAddressOf } from '../office-page.ts'

/** Redirects from the former address of a register, which may be bookmarked or mailed, to its date. */
export function FormerRegisterPage() {
  const { id } = useAddressOf(addresses.register)
  const { search } = useLocation()
  return <Navigate to={`${addresses.session({ id })}${search}`} replace />
}
