import './venues-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPin } from 'lucide-react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { kindWords } from './kind-words.ts'
import { venueAddressesQuery } from './lookup-queries.ts'
import { useVenuesOfType } from './queries.ts'
import type { Pinned } from './timetable-view.ts'

interface VenuesDialogProps {
  kind: OfferingKind
  typeId: number
  /** The venue that is already shown. */
  venueId?: number
  addressOf: (pinned: Pinned) => string
  onClose: () => void
}

/** Lists where a type runs, each venue once; choosing one opens its timetable (spec 2 §2). */
export function VenuesDialog({ kind, typeId, venueId, addressOf, onClose }: VenuesDialogProps) {
  const venues = useVenuesOfType(kind, typeId)
  const { data: places } = useQuery(venueAddressesQuery(useApi()))
  const imageOf = (id: number) => places?.find(place => place.id === id)?.image ?? ''
  return (
    <Dialog title={kindWords[kind].venues} onClose={onClose}>
      {venues.isError && !venues.data ? (
        <ErrorPanel onRetry={() => venues.refetch()} />
      ) : venues.data?.length === 0 ? (
        <EmptyState title={sentences.comingSoon}>It is not on at any of our venues just now.</EmptyState>
      ) : (
        <ul className="venue-list">
          {venues.data?.map(offering => (
            <li key={offering.venueId}>
              {/* Replaces the dialog's own history entry, so that going back leads to the page. */}
              <PageLink
                to={addressOf({ typeId, venueId: offering.venueId, offeringId: offering.id })}
                replace
                state={{ keepsScroll: venueId !== undefined }}
                onClick={onClose}
                className="venue-line"
                aria-current={offering.venueId === venueId || undefined}
              >
                {imageOf(offering.venueId) ? (
                  <Picture path={imageOf(offering.venueId)} most={160} width={80} height={60} />
                ) : (
                  <MapPin aria-hidden="true" />
                )}
                <span>
                  <strong>{offering.venue}</strong>
                  <span>
                    {offering.typeName} · {offering.ages.join(', ')}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" />
              </PageLink>
            </li>
          )) ?? (
            <li role="status">
              <span className="sr-only">Loading</span>
              <Skeleton shape="block" />
            </li>
          )}
        </ul>
      )}
    </Dialog>
  )
}
