import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useDateTabs } from '../ui/date-tabs.ts'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useDelayed } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { sessionQuery } from './planner-queries.ts'
import { SessionDetails, SessionHistory } from './session-panel.tsx'

/** The tabs Details and History of one date; the first tab is its register (spec 4 §2.3). */
export function DatePage() {
  const { id, tab } = useAddressOf(addresses.sessionTab)
  const tabs = useDateTabs(id)
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useQuery(sessionQuery(useOfficeApi(), Number(id)))
  const isSlow = useDelayed(isPending)
  if (!data) {
    if (error) return <NotLoaded error={error} onRetry={refetch} level={1} />
    return isSlow ? <ListLoading count={6} shape="row" /> : null
  }
  return (
    <>
      <PageHead title={data.title} tabs={tabs}>
        <p>
          <PageLink to={inPlanner(data)}>This date in the planner</PageLink>
        </p>
      </PageHead>
      {tab === 'history' ? (
        <SessionHistory id={data.id} />
      ) : (
        <SessionDetails
          session={data}
          onDeleted={() => navigate(addresses.plannedClass({ id: data.offeringId }), { replace: true })}
        />
      )}
    </>
  )
}

const inPlanner = ({ id, date, termId }: PlannerSession): string => {
  const where = new URLSearchParams({
    day: date,
    ...(termId && { term: String(termId) }),
    session: String(id),
  })
  return `${addresses.planner()}?${where}`
}
