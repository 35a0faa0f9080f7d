import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import type { GuestToRing } from '#contract/office/orders.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { useOfficeApi } from '../office-api.ts'
import { spokenInstant } from '../ui/moments.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { RingBox } from '../ui/ring-box.tsx'
import { orderQuery, toRingQuery, useMarkRung } from './order-queries.ts'

const newsWords: Record<GuestToRing['news'][number], string> = {
  moved: 'the place was moved',
  placesCancelled: 'a place was cancelled',
  ended: 'the unpaid order was ended',
  refunded: 'money goes back',
  received: 'all of the payment has come',
  paid: 'the order is paid, the place is booked',
  newTime: 'the class has a new time',
  newVenue: 'the class is at another venue',
}

/** Lists guests whom no mail reaches, with a box to tick once somebody rang them. */
export function ToRing({ guests }: { guests: GuestToRing[] }) {
  const today = useToday()
  const mark = useMarkRung()
  return (
    <ul className="plain-lines">
      {guests.map(({ id, name, phone, news, rungAt, rungBy }) => (
        <li key={id}>
          <RingBox
            {...{ name, phone, isRung: rungAt !== null, isBusy: mark.isPending }}
            about={news.map(one => newsWords[one]).join(', ')}
            onChange={isRung => mark.mutateAsync({ id, isRung })}
          />
          {rungAt && (
            <span className="quiet">
              Rung by {rungBy}, {spokenInstant(rungAt, today)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Shows after an action who has to be rung about it. */
export function ToRingDialog({ number, onClose }: { number: string; onClose: () => void }) {
  return (
    <Dialog
      title="No mail reaches them. Please ring"
      size="small"
      shape="card"
      onClose={onClose}
      footer={<Button onClick={closeDialog}>Done</Button>}
    >
      <div className="stack">
        {number ? <OfOrder number={number} /> : <OfEverybody />}
        <p className="quiet">
          Without a tick they stay in the list on Today, and on the page of their order.
        </p>
      </div>
    </Dialog>
  )
}

function OfOrder({ number }: { number: string }) {
  const found = useQuery(orderQuery(useOfficeApi(), number))
  return <WithAnswer query={found}>{({ toRing }) => <ToRing guests={toRing} />}</WithAnswer>
}

function OfEverybody() {
  const found = useQuery(toRingQuery(useOfficeApi()))
  return <WithAnswer query={found}>{({ guests }) => <ToRing guests={guests} />}</WithAnswer>
}
