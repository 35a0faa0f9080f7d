import './hand-overs.css'
import { useQuery } from '@tanstack/react-query'
import type { HandOver } from '#contract/office/parcels.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { handOversQuery, type ShownRegister, useHandOver } from './register-queries.ts'

/**
 * Returns what the families of a date collect there. It comes with the register, so that no row moves, and is polled
 * while there is a signal.
 */
export function useHandOvers({
  id,
  onDevice,
  cancelled,
  handOvers,
}: Pick<ShownRegister, 'id' | 'onDevice' | 'cancelled' | 'handOvers'>): readonly HandOver[] {
  const enabled = !onDevice && !cancelled
  return useQuery({ ...handOversQuery(useOfficeApi(), id), enabled }).data ?? handOvers
}

interface HandOversProps {
  all: readonly HandOver[]
  sessionId: number
  bookingId: number
  name: string
  /** Whether nobody can tick it now. */
  hasNoSignal: boolean
}

/** The products that a child's family collects at this date. */
export function HandOvers({ all, sessionId, bookingId, name, hasNoSignal }: HandOversProps) {
  const mayTick = useMay('register.mark')
  return all
    .filter(({ bookingIds }) => bookingIds.includes(bookingId))
    .map(order => <Line key={order.number} {...{ order, name, mayTick, sessionId, hasNoSignal }} />)
}

interface LineProps {
  order: HandOver
  name: string
  sessionId: number
  mayTick: boolean
  hasNoSignal: boolean
}

function Line({ order: { number, items, tick }, name, sessionId, mayTick, hasNoSignal }: LineProps) {
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
          disabled={hasNoSignal}
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
