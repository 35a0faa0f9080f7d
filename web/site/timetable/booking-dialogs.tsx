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
    // Uses the newer answer for the week, which may have a place reserved for this account.
    // `isBookable` stays as it was, so that an open dialog does not change; the server refuses a
    // session that has begun.
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
    // Not `lazy`: with that, a failure to load would remove the page. A file of an earlier version
    // needs a reload.
    loadDialog().then(setFile, () => {
      setAsked(undefined)
      showHint('This could not be shown. Please load the page again')
    })
  }
  const openDialog: Ask = (name, session) => open({ name, session })
  useImperativeHandle(ask, () => openDialog)
  useResumedAction<SessionRequest>(week !== undefined, request => {
    const isOfWeek = week?.some(({ date }) => date === request.session.date)
    const session = find(request.session.id) ?? (isOfWeek ? undefined : request.session)
    // The session no longer exists.
    if (!session) return
    // Closing the dialog returns the focus to the session's card.
    document.querySelector<HTMLElement>(`#session-${session.id} button`)?.focus()
    // After a log-in, a place may turn out to be reserved for the family.
    const isFree = request.name === 'waitingList' && session.placesLeft > 0
    open({ ...request, name: isFree ? 'book' : request.name, session })
  })
  useEffect(() => {
    const seen = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const fetchAhead = () => {
      clearTimeout(timer)
      // Waits until the events pause, because loading would delay the press that began with them.
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
      onAsk={(name, other = session) => openDialog(name, other)}
    />
  )
}
