import '#web/ui/forms/field.css'
import { fullDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useFeedState, useMakeFeed, useRevokeFeed } from './queries.ts'

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    showSuccess('Address copied')
  } catch {
    showProblem('This browser did not let us copy the address. Please copy it from its field.')
  }
}

/** The private address for calendar programmes: it can be made, is shown once, and can be revoked. */
export function CalendarAddress() {
  const state = useFeedState()
  const feed = state.data
  const make = useMakeFeed()
  const revoke = useRevokeFeed()
  // Making a newer address on another device ends this one.
  const address = feed?.madeAt && feed.madeAt === make.data?.madeAt ? make.data.address : undefined
  return (
    <section aria-labelledby="calendar-address" className="card card-inset stack gap-m">
      <h2 id="calendar-address" className="card-title">
        Calendar address
      </h2>
      <p>
        Subscribe to your bookings in the calendar on your phone or computer. Anyone who has the address can
        read your bookings, so keep it to yourself.
      </p>
      {address && (
        <label className="stack gap-s">
          <span className="small">Your address. It is shown only now, so copy it.</span>
          <input
            readOnly
            value={address}
            onFocus={event => event.currentTarget.select()}
            className="field-box"
          />
        </label>
      )}
      {address && (
        <div className="row">
          <Button look="secondary" size="small" onClick={() => copy(address)}>
            Copy the address
          </Button>
        </div>
      )}
      {feed?.madeAt && !address && <p>You have an address, made on {fullDate(feed.madeAt)}.</p>}
      {/* The button waits, because making an address ends an existing one. */}
      {state.isPending && (
        <Loading>
          <Skeleton shape="row" />
        </Loading>
      )}
      {state.isError && !feed && <ErrorPanel onRetry={() => state.refetch()} />}
      {feed && (
        <div className="row">
          <Button look="secondary" size="small" isBusy={make.isPending} onClick={() => make.mutate()}>
            {feed.madeAt ? 'Make a new address' : 'Make an address'}
          </Button>
          {feed.madeAt && (
            <Button look="quiet" size="small" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
              End this address
            </Button>
          )}
          <FailureNote error={make.error ?? revoke.error} act="save" />
        </div>
      )}
    </section>
  )
}
