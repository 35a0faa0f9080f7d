import { Refusal } from '#domain/refusal.ts'
import { openByServer } from './device-lock.ts'

/** How long a register waits for a bad network before it shows what the device has. */
const patienceMilliseconds = 3_000

/**
 * Asks the server. Without a connection, or without an answer in three seconds, returns what `find` finds on the device. A
 * refusal is an answer. An answer that comes later goes to `onLate`.
 */
export async function orFromDevice<T>(
  ask: () => Promise<T>,
  find: () => Promise<T | undefined>,
  onLate: (answer: T) => void,
): Promise<T> {
  const findSafely = () => find().catch(() => undefined)
  if (!navigator.onLine) {
    const found = await findSafely()
    if (found !== undefined) return found
  }
  const asked = ask().then(answer => {
    openByServer()
    return { answer }
  })
  const patience = new Promise<undefined>(resolve => {
    setTimeout(() => resolve(undefined), patienceMilliseconds)
  })
  try {
    const first = await Promise.race([asked, patience])
    if (first) return first.answer
  } catch (error) {
    const found = error instanceof Refusal ? undefined : await findSafely()
    if (found === undefined) throw error
    return found
  }
  // It may still fail while the device is read.
  asked.catch(() => {})
  const found = await findSafely()
  if (found === undefined) return (await asked).answer
  asked.then(({ answer }) => setTimeout(() => onLate(answer))).catch(() => {})
  return found
}

/**
 * Set on an answer that comes from the device: when it was downloaded, whether only first names are shown, whether
 * the server's answer is still awaited, and of a register the id of the reading.
 */
export interface OnDevice {
  onDevice?: { takenAt: string; isLocked: boolean; isAhead?: boolean; reading?: string }
}
