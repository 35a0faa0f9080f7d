import './hand-overs.css'
import { useQuery } from '@tanstack/react-query'
import type { HandOver } from '#contract/office/parcels.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { handOversQuery, type ShownRegister, useHandOver } from './register-queries.ts'

/** Returns what the families of a date collect there. Without a signal, and for a cancelled date, it is nothing. */
export function useHandOvers({
  id,
  onDevice,
  cancelled,
}: Pick<ShownRegister, 'id' | 'onDevice' | 'cancelled'>): readonly HandOver[] {
  return useQuery({ ...handOversQuery(useOfficeApi(), id), enabled: !onDevice && !cancelled }).data ?? nothing
}
const nothing: HandOver[] = []

interface HandOversProps {
  all: readonly HandOver[]
  sessionId: number
  bookingId: number
  name: string
}

/** The products that a child's family collects at this date. */
export function HandOvers({ all, sessionId, bookingId, name }: HandOversProps) {
  const mayTick = useMay('register.mark')
  return all
    .filter(({ bookingIds }) => bookingIds.includes(bookingId))
    .map(order => <Line key={order.number} {...{ order, name, mayTick, sessionId }} />)
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
