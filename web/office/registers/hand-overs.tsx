import './hand-overs.css'
import { useQuery } from '@tanstack/react-query'
import type { HandOver } from '#contract/office/parcels.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { handOversQuery, type ShownRegister, useHandOver } from './register-queries.ts'

interface HandOversProps {
  register: Pick<ShownRegister, 'id' | 'onDevice' | 'cancelled'>
  bookingId: number
  name: string
}

/** The products that a child's family collects at this date. Without a signal they are not shown. */
export function HandOvers({ register, bookingId, name }: HandOversProps) {
  const { id, onDevice, cancelled } = register
  const found = useQuery({ ...handOversQuery(useOfficeApi(), id), enabled: !onDevice && !cancelled })
  const mayTick = useMay('register.mark')
  return (found.data ?? [])
    .filter(({ bookingIds }) => bookingIds.includes(bookingId))
    .map(order => <Line key={order.number} {...{ order, name, mayTick }} sessionId={id} />)
}

interface LineProps {
  order: HandOver
  name: string
  sessionId: number
  mayTick: boolean
}

function Line({ order: { number, items, tick }, name, sessionId, mayTick }: LineProps) {
  const { mutate, isPending } = useHandOver(sessionId)
  const what = items
    .map(item => (item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name))
    .join(', ')
  const isOpen = !tick || tick.undoUntil !== null
  const label = tick ? 'Undo' : 'Handed over'
  return (
    <div className="hand-over">
      <p className="register-note">
        {tick ? `Handed over ${timeOf(tick.at)}, ${tick.by}: ` : 'To hand over: '}
        <strong>{what}</strong>
      </p>
      {mayTick && isOpen && (
        <Button
          look="secondary"
          size="small"
          isBusy={isPending}
          aria-label={`${label}: ${what}, for ${name}`}
          onClick={() => mutate({ sessionId, number, isHandedOver: !tick })}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

const timeOf = (moment: string) => momentInLondon(new Date(moment)).slice(11, 16)
