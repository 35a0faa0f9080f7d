import { wipePeople } from './device-store.ts'

/**
 * Removes all people from this device: nobody is signed in any more. Marks and readings that are not sent yet stay, sealed,
 * until their member hands them in.
 */
export async function wipeDevice(): Promise<void> {
  if (typeof indexedDB === 'undefined') return
  await navigator.locks.request('maypole-office-people', () => wipePeople())
}
