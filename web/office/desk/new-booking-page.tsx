import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { useOfficeApi } from '../office-api.ts'
import { sessionQuery } from '../planner/planner-queries.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Booking } from './book-for-them.tsx'

/** Books for a family that is found or made here; `?session=3` is the date that they come to, as from its register. */
export function NewBookingPage() {
  const [{ session }] = useFilters({ session: '' })
  const id = Number(session) || 0
  const date = useQuery({ ...sessionQuery(useOfficeApi(), id), enabled: id > 0 })
  const navigate = useNavigate()
  const back = (number: string) =>
    navigate(id > 0 ? addresses.session({ id }) : addresses.order({ number }), { replace: true })
  return (
    <>
      <PageHead title="Book for a family" />
      <div className="desk-page">
        {id > 0 ? (
          <WithAnswer query={date}>
            {({ offeringId, title, venue }) => (
              <Booking ofClass={{ offeringId, sessionId: id, title: `${title}, ${venue}` }} onBooked={back} />
            )}
          </WithAnswer>
        ) : (
          <Booking onBooked={back} />
        )}
      </div>
    </>
  )
}
