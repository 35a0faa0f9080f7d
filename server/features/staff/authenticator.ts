import { Secret, TOTP } from 'otpauth'

const period = 30

const totp = (key: string, label = '') =>
  new TOTP({ issuer: 'Maypole', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(key) })

/** Creates a key for an authenticator app, as people type it: 160 bits in base 32. */
export const newAuthenticatorKey = (): string => new Secret({ size: 20 }).base32

/** Returns the address in the QR code for the app. `business` and `email` name the app's entry. */
export const authenticatorAddress = (key: string, business: string, email: string): string => {
  const made = totp(key, email)
  made.issuer = business
  return made.toString()
}

/** Whether a code can be an authenticator's: six digits, with spaces anywhere. Recovery codes are longer. */
export const isAuthenticatorCode = (code: string): boolean => /^\d{6}$/.test(code.replace(/\s/g, ''))

/**
 * Returns the time step of a code: the previous, current or next one. Undefined if none matches or the step was used
 * before, so that a code read over a shoulder is useless (spec 3 §9).
 */
export function stepOfCode(key: string, code: string, lastStep: number, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totp(key).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return undefined
  const step = Math.floor(now.getTime() / 1000 / period) + delta
  return step > lastStep ? step : undefined
}
