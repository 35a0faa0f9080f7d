import type { QueryClient } from '@tanstack/react-query'
import type { OfficeApi } from '#contract/office/client.ts'
import { endOfWorker, keptFiles } from '../../worker/release.ts'
import { leaveQueueOfOthers, queueOf } from '../queue-queries.ts'
import { deviceLock, lockIfAway, lockWithoutPasskey, noteSeen } from './device-lock.ts'
import { readKeys } from './device-store.ts'
import type { OnDevice } from './from-device.ts'
import { sweep } from './kept-registers.ts'
import { askIsStillIn, handInReadings } from './offline-queries.ts'
import { wipeDevice } from './wipe-device.ts'

const seenEvery = 15_000
const sendEvery = 60_000

interface TrustedPolicy {
  createScriptURL: (address: string) => string
}

/** Installs the service worker. If the server has none, removes it with everything that the device keeps. */
async function installWorker(): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers) return
  const address = workerAddress()
  const remove = async () => {
    const present = await workers.getRegistration('/office/')
    // Removes files and people here too, because a worker without its registration may never run its own clean-up.
    await present?.unregister()
    await Promise.all([removeFiles(), wipeDevice()])
  }
  if (!address) return remove()
  // A page stored on the device still names the worker. When a new worker reports the end, this page cleans up like one
  // that names none.
  workers.addEventListener('message', ({ data }) => {
    if (data !== endOfWorker) return
    workerElement()?.remove()
    void remove().catch(() => {})
  })
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy }
  }
  const policy = trustedTypes?.createPolicy('office-worker', { createScriptURL: () => address })
  const registration = await workers.register(policy?.createScriptURL(address) ?? address, {
    scope: '/office/',
    updateViaCache: 'none',
  })
  // The new worker may have reported the end before this page listened.
  registration.waiting?.postMessage('')
  // The browser looks for a new worker once a visit, and not again if there was no signal at that moment.
  const look = () => void registration.update().catch(() => {})
  look()
  window.addEventListener('online', look)
}

async function removeFiles(): Promise<void> {
  const names = (await caches.keys()).filter(name => name.startsWith(keptFiles))
  await Promise.all(names.map(name => caches.delete(name)))
}

const workerElement = () => document.querySelector<HTMLMetaElement>('meta[name=office-worker]')

/** Returns the address of the service worker; undefined if this server gives none. */
export const workerAddress = (): string | undefined => workerElement()?.content

let installing: Promise<void> | undefined

/**
 * Keeps a device ready for the time without a signal, until `stopped`: sends what waits, removes what is past its time, and
 * locks after an absence.
 */
export function workOffline(
  api: OfficeApi,
  queryClient: QueryClient,
  member: { id: number; fullName: string },
  stopped: AbortSignal,
): void {
  leaveQueueOfOthers(member.id)
  if (!('locks' in navigator) || !crypto.subtle) return
  const quietly = (work: () => Promise<unknown>) => void work().catch(() => {})
  quietly(() => {
    installing ??= installWorker()
    return installing
  })
  const send = async () => {
    if ((await readKeys('marks')).length > 0) await queueOf(api, member).flush()
    await handInReadings(api, member.id)
  }
  const lock = () => lockIfAway(() => askIsStillIn(api))
  const look = () => {
    if (document.visibilityState === 'hidden') return noteSeen()
    quietly(lock)
    quietly(sweep)
    quietly(send)
  }
  const askAgain = () => {
    const isOfDevice = (data: unknown) => (data as OnDevice | undefined)?.onDevice !== undefined
    void queryClient.invalidateQueries({ predicate: ({ state }) => isOfDevice(state.data) })
  }
  const isVisible = () => document.visibilityState === 'visible'
  look()
  const timers = [
    // A computer that wakes tells its pages nothing, so this looks at the clock too.
    setInterval(() => isVisible() && quietly(lock), seenEvery),
    setInterval(() => isVisible() && quietly(send), sendEvery),
  ]
  window.addEventListener('online', look, { signal: stopped })
  // TanStack Query takes a page that was opened without a signal as online, so it does not ask again by itself.
  window.addEventListener('online', askAgain, { signal: stopped })
  document.addEventListener('visibilitychange', look, { signal: stopped })
  let isReduced = false
  // What the device shows depends on the lock.
  const unsubscribe = deviceLock.subscribe(() => {
    askAgain()
    if (deviceLock.read())
      quietly(async () => {
        isReduced = (await lockWithoutPasskey(member.id)) || isReduced
      })
    else if (isReduced) {
      // What the lock has removed is downloaded again.
      isReduced = false
      void queryClient.invalidateQueries({ queryKey: ['along'] })
    }
  })
  stopped.addEventListener('abort', () => {
    timers.forEach(clearInterval)
    unsubscribe()
  })
}
