import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DayMarks, MarkToSend, ShownMark } from '#contract/office/registers.ts'
import { type HeldMark, type MarkState, newestMarks, placeOfMark } from '#domain/office/marks.ts'
import { useOfficeApi } from '../office-api.ts'
import { useMe } from '../office-session.ts'
import { marksWithFirstNames } from './offline/first-names.ts'
import { useIsLocked } from './offline/offline-notice.tsx'
import { queueOf } from './queue-queries.ts'
import { dayMarksQuery, type ShownRegister } from './register-queries.ts'

/** Returns the marks as they may be shown: with first names only while the device is locked. */
const marksShown = (day: DayMarks, isLocked: boolean): DayMarks => (isLocked ? marksWithFirstNames(day) : day)

const nobody = { id: 0, fullName: '' }

/** Returns the queue of marks and what is not sent yet. Sends again when the connection or the reader comes back. */
export function useMarkQueue() {
  const queue = queueOf(useOfficeApi(), useMe() ?? nobody)
  const state = useSyncExternalStore(queue.subscribe, queue.read)
  useEffect(() => {
    const flush = () => void queue.flush()
    flush()
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [queue])
  const hasUnkept = state.unkept.size > 0
  useEffect(() => {
    if (!hasUnkept) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasUnkept])
  return { queue, ...state }
}

/** Whether the marks that wait on this device are loaded. Until then, a register would show them as missing. */
export function useIsQueueRead(): boolean {
  const queue = queueOf(useOfficeApi(), useMe() ?? nobody)
  return useSyncExternalStore(queue.subscribe, () => queue.read().isRead)
}

export interface Place {
  bookingId?: number
  walkIn?: NonNullable<MarkToSend['walkIn']>
}
export type Held = HeldMark<ShownMark>
export type PressMark = (place: Place, state: MarkState, collectedBy?: string) => void

export const keyOfPlace = ({ bookingId, walkIn }: Place): string =>
  placeOfMark({ bookingId: bookingId ?? null, walkInId: walkIn?.id ?? null })

/**
 * Returns the marks of a register's day: those of the server, which are polled, and those of this device that it may
 * not have yet. A function of domain/ decides which mark counts, here and on the server, so that all devices agree in
 * the end.
 */
export function useMarks({ id: sessionId, day, ...register }: ShownRegister) {
  const me = useMe()
  const { queue, marks: own, unsent, unkept, isFailing } = useMarkQueue()
  const marks = useQuery(dayMarksQuery(useOfficeApi(), { sessionId, day }, register))
  const isLocked = useIsLocked()
  // The register may be the newer one: what the device has is shown before the server's answer.
  const newest = marks.data && marks.data.now >= register.now ? marks.data : register
  const polled = marksShown(newest, isLocked)
  const isOld = register.onDevice !== undefined && !marks.isFetchedAfterMount
  useEffect(() => {
    // A register from the device has an old server time.
    if (!isOld) queue.setServerTime(polled.now)
  }, [queue, polled.now, isOld])
  const queryClient = useQueryClient()
  const others = String(polled.bookingIds) !== String(register.bookingIds)
  // Somebody has booked or cancelled since: the register is read again, once for each change.
  useEffect(() => {
    if (others) void queryClient.refetchQueries({ queryKey: ['register', sessionId, day] })
  }, [others, queryClient, sessionId, day])

  const mine = own.filter(mark => mark.sessionId === sessionId && mark.day === day)
  const { held, said } = useMemo(() => {
    const asShown = mine.map(
      (mark): ShownMark => ({
        ...{
          id: mark.id,
          state: mark.state,
          collectedBy: isLocked ? '' : mark.collectedBy,
          markedAt: mark.markedAt,
        },
        ...{ bookingId: mark.bookingId ?? null, walkInId: mark.walkIn?.id ?? null },
        ...{ byId: me?.id ?? 0, by: me?.fullName ?? '' },
      }),
    )
    const safe = asShown.filter(({ id }) => !unkept.has(id))
    return {
      held: newestMarks([...asShown, ...polled.marks]),
      said: newestMarks([...safe, ...polled.marks]),
    }
  }, [mine, polled.marks, me, isLocked, unkept])
  const ownWalkIns = mine.flatMap(({ walkIn }) => (walkIn ? [{ ...walkIn, by: me?.fullName ?? '' }] : []))
  const allWalkIns = [...new Map([...polled.walkIns, ...ownWalkIns].map(one => [one.id, one])).values()]
  const { walkIns } = marksShown({ ...polled, walkIns: allWalkIns }, isLocked)
  const press: PressMark = (place, state, collectedBy = '') =>
    queue.add({ sessionId, day, ...place, state, collectedBy }, held.get(keyOfPlace(place))?.mark.markedAt)
  return {
    held,
    /** The marks that are said in words, with time and name: those on the disk or at the server (record 288). */
    said,
    press,
    /** Walk-ins that were taken off again are left out. */
    walkIns: walkIns.filter(({ id }) => (held.get(id)?.mark.state ?? 'none') !== 'none'),
    strays: polled.strays,
    notes: polled.notes,
    incidents: polled.incidents,
    unsent,
    isFailing,
  }
}
