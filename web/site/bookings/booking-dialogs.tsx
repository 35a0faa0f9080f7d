import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { useNavigate } from '#web/router.tsx'
import { readToken } from '#web/session.ts'
import type { SessionAction } from '#web/site/offerings/session-card.tsx'
import type { ClickedSession } from './booking-choice.ts'

const loadBooking = () => import('./booking-dialog.tsx')
const loadTrial = () => import('./trial-dialog.tsx')
const loadWaitingList = () => import('./waiting-list-dialog.tsx')
const loadDetails = () => import('#web/site/offerings/details-dialog.tsx')
const BookingDialog = lazy(() => loadBooking().then(file => ({ default: file.BookingDialog })))
const TrialDialog = lazy(() => loadTrial().then(file => ({ default: file.TrialDialog })))
const WaitingListDialog = lazy(() => loadWaitingList().then(file => ({ default: file.WaitingListDialog })))
const DetailsDialog = lazy(() => loadDetails().then(file => ({ default: file.DetailsDialog })))

/** Brings the dialogs' code, before one is asked for. */
export function fetchDialogs(): void {
  for (const load of [loadDetails, loadBooking, loadTrial, loadWaitingList]) load().catch(() => undefined)
}

type Ask = (action: SessionAction, session: ClickedSession) => void
type Mode = { name: 'none' } | { name: SessionAction; session: ClickedSession }

/**
 * `const [ask, dialogs] = useBookingDialogs(kind)`: render `dialogs`, then `ask('book', session)`. One is open at a
 * time, and closing it returns to none (spec 1 §4). Where guests may not book, a visitor is sent to log-in.
 */
export function useBookingDialogs(kind: OfferingKind): [ask: Ask, dialogs: ReactNode] {
  const navigate = useNavigate()
  const [mode, setMode] = useState<Mode>({ name: 'none' })
  const ask: Ask = (name, session) => {
    const isOpenToAll = name === 'details' || offeringKinds[kind].guestsMayBook
    if (isOpenToAll || readToken()) setMode({ name, session })
    else navigate('/login')
  }
  const close = () => setMode({ name: 'none' })
  return [ask, mode.name !== 'none' && <Suspense>{dialogOf(mode, kind, ask, close)}</Suspense>]
}

function dialogOf(mode: Exclude<Mode, { name: 'none' }>, kind: OfferingKind, ask: Ask, close: () => void) {
  const { name, session } = mode
  const given = { kind, session, onClose: close }
  if (name === 'details') return <DetailsDialog {...given} onBook={() => ask('book', session)} />
  if (name === 'trial') return <TrialDialog {...given} />
  if (name === 'waitingList') return <WaitingListDialog {...given} />
  return <BookingDialog {...given} />
}
