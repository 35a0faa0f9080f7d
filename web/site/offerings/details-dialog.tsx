import './details-dialog.css'
import * as addresses from '#contract/addresses.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import { currentLocation } from '#web/navigation/history.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { useImageUrl } from '#web/settings.ts'
import { useToday } from '#web/today.tsx'
import { dayRange, spokenWhen } from '#web/ui/british-dates.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Money } from '#web/ui/money.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { familyWords } from './family-words.ts'
import { GoodToKnow } from './good-to-know.tsx'
import { PacksLink } from './packs-link.tsx'
import { priceText } from './price-text.ts'
import { useFamilyPlaces, useIntroduction, usePractical } from './queries.ts'
import type { SessionDialogProps } from './session-card.tsx'
import { ShareButton } from './share-button.tsx'
import { WhoIsTaken } from './who-is-taken.tsx'

/** Shows a session (spec 2 §2): its facts, introduction, and Book, or the waiting list when it is full. */
export function DetailsDialog({ kind, session, onClose, onAsk }: SessionDialogProps) {
  const introduction = useIntroduction(kind, session.offeringId)
  const isLoading = isFirstLoad(introduction, usePractical(session.offeringId))
  const today = useToday()
  const offering = isLoading ? undefined : introduction.data
  const isFull = session.placesLeft === 0
  const family = useFamilyPlaces(session.date)[session.id]
  const unpaid = family?.find(place => place.orderNumber)?.orderNumber
  const navigate = useNavigate()
  return (
    <Dialog
      title="Class Details"
      onClose={() => {
        // While a shared session is open, its id is in the address: a reload opens it again, and
        // going back does not.
        if (addresses.ofKind[kind].timetable.read(new URLSearchParams(currentLocation().search)).sessionId) {
          const to = addresses.ofKind[kind].timetable({ date: session.date })
          navigate(to, { replace: true, state: { keepsScroll: true } })
        }
        onClose()
      }}
      footer={
        isLoading ? (
          <Skeleton shape="button" />
        ) : (
          <>
            <ShareButton kind={kind} session={session} />
            {isFull && offeringKinds[kind].guestsMayBook && (
              <Button look="quiet" onClick={() => onAsk('book')}>
                Book a place kept for me
              </Button>
            )}
            <Button
              look={unpaid ? 'secondary' : 'primary'}
              onClick={() => onAsk(isFull ? 'waitingList' : 'book')}
            >
              {isFull ? 'Join the waiting list' : 'Book'}
            </Button>
            {unpaid && <LinkButton to={addresses.orderOf[kind]({ orderNumber: unpaid })}>Pay now</LinkButton>}
          </>
        )
      }
    >
      {introduction.isError && !introduction.data ? (
        <ErrorPanel onRetry={() => introduction.refetch()} />
      ) : (
        <>
          <p className="card-title strong">{session.typeName}</p>
          {offering?.name !== session.typeName && <p>{offering ? offering.name : <Skeleton />}</p>}
          <p className="quiet">{spokenWhen({ ...session, startDate: session.date }, today)}</p>
          {isFull && session.isBookable !== false && <p className="strong">Full</p>}
          <WhoIsTaken offeringId={session.offeringId} />
          {family && <p className="strong">{familyWords(family, today)}</p>}
          {session.isPackOnly && (
            <p className="above-s">
              You need class credits for this. <PacksLink />
            </p>
          )}
          {offering ? (
            <>
              <OwnPicture offeringId={session.offeringId} />
              <RichText html={offering.introductionHtml} className="above-m" />
              <dl className="facts">
                <Fact name="One-off price">
                  {session.isPackOnly ? (
                    priceText({ ...session, credits: session.credits ?? 0 }, true)
                  ) : (
                    <Money pence={session.pricePence} />
                  )}
                </Fact>
                <Fact name="For ages">{offering.ages}</Fact>
                <Fact name="Offers Trial?">{offering.offersTrial ? 'Yes' : 'No'}</Fact>
                <Fact name="Term Dates">{offering.termDates}</Fact>
                <Fact name="Class Capacity">{offering.capacity}</Fact>
                <Fact name="Venue">{offering.venue}</Fact>
                <Fact name="Classroom">{offering.classroom}</Fact>
                <Fact name="Class Date">{dayRange(offering.startDate, offering.endDate, today)}</Fact>
              </dl>
              <GoodToKnow session={session} venue={offering.venue} />
            </>
          ) : (
            <Loading>
              <Skeleton shape="card" className="above-m" />
              <Skeleton shape="block" className="above-m" />
            </Loading>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Shows the class's own picture. Its type's picture is on the type's page. */
function OwnPicture({ offeringId }: { offeringId: number }) {
  const image = usePractical(offeringId).data?.image
  const imageUrl = useImageUrl()
  if (!image) return null
  return <img src={imageUrl(image, 800)} alt="" width={800} height={600} className="details-picture" />
}
