import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { mySignIn } from '#contract/office/addresses.ts'
import type { RegisterRow } from '#contract/office/registers.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { useMe } from '../../office-session.ts'
import { deviceLock, openByPasskey, passkeyOf } from './device-lock.ts'
import type { OnDevice } from './from-device.ts'
import { dropReadings, holdBack, keepReading, letGo } from './kept-readings.ts'
import { useTakenAlong } from './offline-queries.ts'

const offerKey = 'maypole.office.passkey-offered'
const canMakePasskey = () => typeof PublicKeyCredential === 'function'

/** Whether only first names may be shown, because the member was away and no server could say who is here. */
export const useIsLocked = () => useSyncExternalStore(deviceLock.subscribe, deviceLock.read)

/** Says that a page shows downloaded registers, and what opens the rest. Downloads registers on its pages. */
export function OfflineNotice({ onDevice }: OnDevice) {
  useTakenAlong()
  const isLocked = useIsLocked()
  if (!onDevice || onDevice.isAhead) return null
  return (
    <section aria-label="No signal" className="register-closed stack gap-s no-print">
      <p role="status">
        No signal. This is what this device took along at{' '}
        {momentInLondon(new Date(onDevice.takenAt)).slice(11)}. Marks are kept and sent later.
      </p>
      {isLocked && <Locked />}
    </section>
  )
}

function Locked() {
  const me = useMe()
  const [isRefused, setRefused] = useState(false)
  if (me && passkeyOf(me.id)) {
    return (
      <>
        <p>Only first names are shown, because you were away for more than 5 minutes.</p>
        <p>
          <Button look="secondary" onClick={async () => setRefused(!(await openByPasskey(me.id)))}>
            Show everything with the passkey
          </Button>
        </p>
        {isRefused && <p role="alert">No passkey was used. Try again</p>}
      </>
    )
  }
  return (
    <p>
      Only first names are shown, because you were away for more than 5 minutes. Notes, surnames and contacts
      appear again once you are signed in with a signal. A passkey on this device would take them along.
    </p>
  )
}

/** Offers once to make a passkey, at the end of the list of registers, where nothing moves because of it. */
export function PasskeyOffer() {
  const me = useMe()
  const taken = useTakenAlong()
  const [isOffered, setOffered] = useState(() => localStorage.getItem(offerKey) === null)
  if (!isOffered || !taken?.count || !me || me.isDemo || !canMakePasskey() || passkeyOf(me.id)) return null
  const close = () => {
    localStorage.setItem(offerKey, '1')
    setOffered(false)
  }
  return (
    <section aria-label="Without a signal" className="register-closed stack gap-s above-l">
      <p>
        <strong>Add a passkey to this phone to take notes along.</strong> Without a signal, and after 5
        minutes away, this device shows first names alone until you use its passkey.
      </p>
      <p className="row gap-s">
        <LinkButton to={mySignIn()} look="secondary" onClick={close}>
          Add a passkey
        </LinkButton>
        <Button look="quiet" onClick={close}>
          Not now
        </Button>
      </p>
    </section>
  )
}

/** Keeps for the log that notes were shown without a signal, once for each register that is opened. */
export function useLogsReading({
  id: sessionId,
  rows,
  notesShown,
  onDevice,
}: { id: number; rows: readonly RegisterRow[]; notesShown: boolean } & OnDevice): void {
  const me = useMe()
  const isShown = onDevice !== undefined && !onDevice.isLocked && notesShown
  const isAhead = onDevice?.isAhead === true
  const isAnswered = onDevice === undefined
  const early = useRef<{ id: string; kept: Promise<unknown> }>(undefined)
  // A later id is of later questions to the server: what is shown since the page was opened stays one reading.
  const latest = useRef(onDevice?.reading)
  latest.current = onDevice?.reading
  const childIds = rows.flatMap(({ childId, medical }) => (childId && medical !== null ? [childId] : []))
  const children = childIds.join()
  useEffect(() => {
    if (!isShown || !me || children === '') return
    const reading = {
      ...{ id: latest.current ?? crypto.randomUUID(), sessionId },
      readAt: new Date().toISOString(),
    }
    holdBack(reading.id)
    const childIds = children.split(',').map(Number)
    early.current = { id: reading.id, kept: keepReading(me.id, { ...reading, childIds }).catch(() => {}) }
    return () => void letGo(reading.id)
  }, [isShown, me, sessionId, children])
  useEffect(() => {
    if (isAhead || !early.current) return
    const { id, kept } = early.current
    if (isAnswered) {
      // The server has logged its own answer.
      early.current = undefined
      void kept.then(() => dropReadings([id])).catch(() => {})
    } else {
      early.current = undefined
      letGo(id)
    }
  }, [isAhead, isAnswered])
}
