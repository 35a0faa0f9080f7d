import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as addresses from '#contract/addresses.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { keepPendingAction, useResumedAction } from '#web/navigation/pending-action.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { readToken } from '#web/session.ts'
import type { ClickedSession, SessionAction } from '#web/site/offerings/session-card.tsx'
import type { Week } from '#web/site/offerings/timetable-query.ts'
import { showHint } from '#web/ui/messages.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { whenIdle } from '#web/when-idle.ts'
import type { SessionRequest } from './session-dialog.tsx'

const loadDialog = () => import('./session-dialog.tsx')

/**
 * Events that show that somebody uses the page and may open a dialog, so that its code is loaded then and not at first.
 */
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'scroll']
const quietMilliseconds = 500

type Ask = (action: SessionAction, session: ClickedSession) => void

/**
 * `const [ask, dialogs] = useBookingDialogs(kind, week)`: render `dialogs`, then `ask('book', session)`. One is open at
 * a time, and closing it returns to none (spec 1 §4). If guests may not book, a visitor is sent to log-in, and finds
 * the dialog open afterwards, once the `week` has loaded. `ask` stays the same, and opening a dialog does not render
 * the caller again, which contains a whole timetable.
 */
export function useBookingDialogs(kind: OfferingKind, week: Week | undefined): [Ask, dialogs: ReactNode] {
  const current = useRef<Ask>(null)
  const ask = useCallback<Ask>((...asked) => current.current?.(...asked), [])
  return [ask, <BookingDialogs key={kind} kind={kind} week={week} ask={current} />]
}

interface BookingDialogsProps {
  kind: OfferingKind
  week: Week | undefined
  ask: Ref<Ask>
}

function BookingDialogs({ kind, week, ask }: BookingDialogsProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<SessionRequest & { before: ClickedSession | undefined }>()
  const [file, setFile] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  const find = (id: number | undefined) =>
    week?.flatMap(({ sessions }) => sessions).find(session => session.id === id)
  const present = find(asked?.session.id)
  const session = useMemo(
    // As a later answer for the week has it: a place that is kept for this account is in none for a visitor. What begins
    // meanwhile is refused by the server: a dialog that is open stays what it was.
    () =>
      asked && {
        ...asked.session,
        ...(present !== asked.before && present),
        isBookable: asked.session.isBookable,
      },
    [asked, present],
  )
  const open = (request: SessionRequest) => {
    const isOpenToAll =
      request.name === 'details' || request.session.isBookable === false || offeringKinds[kind].guestsMayBook
    if (!isOpenToAll && !readToken()) {
      keepPendingAction(request)
      return navigate(addresses.logIn())
    }
    setAsked({ ...request, before: find(request.session.id) })
    // Not by `lazy`: what does not come would take the page away. A file of a former version comes with a reload alone.
    loadDialog().then(setFile, () => {
      setAsked(undefined)
      showHint('This could not be shown. Please load the page again')
    })
  }
  const openAnew: Ask = (name, session) => open({ name, session })
  useImperativeHandle(ask, () => openAnew)
  useResumedAction<SessionRequest>(week !== undefined, request => {
    const isOfWeek = week?.some(({ date }) => date === request.session.date)
    const session = find(request.session.id) ?? (isOfWeek ? undefined : request.session)
    // It is no longer there.
    if (!session) return
    // Closing the dialog leads to where it would have led from.
    document.querySelector<HTMLElement>(`#session-${session.id} button`)?.focus()
    // Behind the log-in a place may turn out to be kept for them.
    const isFree = request.name === 'waitingList' && session.placesLeft > 0
    open({ ...request, name: isFree ? 'book' : request.name, session })
  })
  useEffect(() => {
    const seen = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const fetchAhead = () => {
      clearTimeout(timer)
      // Between two signs: running it would hold up the press that began with the first one.
      timer = setTimeout(() => {
        seen.abort()
        whenIdle(() => loadDialog().catch(() => undefined))
      }, quietMilliseconds)
    }
    for (const sign of signsOfLife) {
      window.addEventListener(sign, fetchAhead, { signal: seen.signal, passive: true })
    }
    return () => {
      seen.abort()
      clearTimeout(timer)
    }
  }, [])
  if (!asked || !session) return null
  if (!file) return <ProgressLine isLoading />
  return (
    <file.SessionDialog
      request={asked}
      session={session}
      kind={kind}
      onClose={() => setAsked(undefined)}
      onAsk={(name, other = session) => openAnew(name, other)}
    />
  )
}
