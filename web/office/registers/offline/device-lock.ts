import { reduceToFirstNames } from './kept-registers.ts'

/**
 * Locks the downloaded registers while their member is away, if no server can say who holds the phone (decision O-117). The
 * passkey of the device opens it. A device without one keeps first names and marks alone.
 */
const seenKey = 'maypole.office.seen'
const passkeyKey = (staffId: number) => `maypole.office.passkey.${staffId}`
/** The passkey that was used last, until its member is known. */
const usedKey = 'maypole.office.passkey'
const awayMilliseconds = 5 * 60_000

const now = () => Date.now()
/** Whether nobody has looked at the office on this device for five minutes. A clock that was set back counts too. */
const wasAway = () => Math.abs(now() - Number(localStorage.getItem(seenKey) ?? 0)) > awayMilliseconds

let isLocked = wasAway()
const listeners = new Set<() => void>()

function setLocked(locked: boolean): void {
  if (locked === isLocked) return
  isLocked = locked
  for (const listener of listeners) listener()
}

export const deviceLock = {
  read: () => isLocked,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Records that the member is here. After an absence it locks instead, because a waking phone may call this first. */
export function noteSeen(): void {
  if (wasAway()) setLocked(true)
  else if (!isLocked) localStorage.setItem(seenKey, String(now()))
}

/** The server has answered this session, so its member may see everything again. */
export function openByServer(): void {
  localStorage.setItem(seenKey, String(now()))
  setLocked(false)
}

/** How long an answer of the server is waited for before the device locks. */
const patienceMilliseconds = 2_500

/** Locks after an absence, unless the server says at once that the member is still signed in. */
export async function lockIfAway(ask: () => Promise<unknown>): Promise<void> {
  if (!wasAway()) return noteSeen()
  const patience = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('no answer')), patienceMilliseconds)
  })
  try {
    if (!navigator.onLine) throw new Error('no connection')
    await Promise.race([ask(), patience])
    openByServer()
  } catch {
    setLocked(true)
  }
}

/**
 * Keeps only first names if the member has no passkey, which alone could open the registers again. Returns whether it
 * did.
 */
export async function lockWithoutPasskey(staffId: number): Promise<boolean> {
  if (!isLocked || passkeyOf(staffId)) return false
  await reduceToFirstNames()
  return true
}

/** Returns the id of a member's passkey on this device. */
export function passkeyOf(staffId: number): string | undefined {
  const used = localStorage.getItem(usedKey)
  if (used) {
    localStorage.setItem(passkeyKey(staffId), used)
    localStorage.removeItem(usedKey)
  }
  return localStorage.getItem(passkeyKey(staffId)) ?? undefined
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0))

/** The flag “user verified” in the answer of an authenticator. */
const verifiedFlag = 0x04

/** Asks the device for its passkey, which needs a finger, a face or the device's own code. Opens the downloaded registers. */
export async function openByPasskey(staffId: number): Promise<boolean> {
  const id = passkeyOf(staffId)
  if (!id) return false
  try {
    const answer = (await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rpId: location.hostname,
        allowCredentials: [{ type: 'public-key', id: bytesOf(id) }],
        userVerification: 'required',
      },
    })) as PublicKeyCredential | null
    const { authenticatorData } = (answer?.response ?? {}) as AuthenticatorAssertionResponse
    const flags = authenticatorData ? (new Uint8Array(authenticatorData)[32] ?? 0) : 0
    if (answer?.id !== id || !(flags & verifiedFlag)) return false
  } catch {
    return false
  }
  openByServer()
  return true
}
