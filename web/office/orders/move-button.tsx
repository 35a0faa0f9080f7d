import { lazy, Suspense, useState } from 'react'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../office-session.ts'
import type { MovedPlace } from './moved-place.ts'

/** Loaded at the first press: registers stay small. */
const MovePanel = lazy(() => import('./move-place.tsx').then(file => ({ default: file.MovePanel })))

/** A button that moves a paid place to another date, until its own begins. */
export function MovePlace({ place }: { place: MovedPlace }) {
  const today = useToday()
  const now = useNowInLondon()
  const mayMove = useMay('booking.make')
  const [isOpen, setOpen] = useState(false)
  const { who, date, startTime, state } = place
  if (!mayMove || state !== 'confirmed' || `${date} ${startTime}` <= now) return null
  return (
    <>
      <Button
        size="small"
        look="secondary"
        aria-label={`Move ${who}’s place, ${spokenDate(date, today)}, ${startTime}`}
        onClick={() => setOpen(true)}
      >
        Move
      </Button>
      {isOpen && (
        <Suspense>
          <MovePanel place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
