import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { Navigate } from '#web/navigation/router.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { sessionQuery } from './planner-queries.ts'

/** Redirects from a date's own address to its term and week in the planner (spec 3 §2.5.4). */
export function DatePage() {
  const { id } = useAddressOf(addresses.session)
  const { data, error, refetch } = useQuery(sessionQuery(useOfficeApi(), Number(id)))
  if (error && !data) return <NotLoaded error={error} onRetry={refetch} level={1} />
  if (!data) return null
  const { date, termId } = data
  const where = new URLSearchParams({ day: date, ...(termId && { term: String(termId) }), session: id })
  return <Navigate to={`${addresses.planner()}?${where}`} replace />
}
