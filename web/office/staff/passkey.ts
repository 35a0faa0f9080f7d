import { OfficeRefusal } from '#domain/office/office-refusal.ts'

/** Whether this browser knows passkeys at all; over plain http to another machine it does not. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Has the browser make a passkey for what the server asked. */
export const makePasskey = (options: string): Promise<string> =>
  ceremony(browser => browser.startRegistration({ optionsJSON: JSON.parse(options) }))

/** Has the browser answer with one of its passkeys. */
export const answerWithPasskey = (options: string): Promise<string> =>
  ceremony(browser => browser.startAuthentication({ optionsJSON: JSON.parse(options) }))

/** Whether what is under way was left, be it before the browser was asked. */
let isLeft = false

let tellAnswered = () => {}

/** A passkey is waited for from now on; `onAnswered` once the device has given it, and the server looks at it. */
export function awaitPasskey(onAnswered: () => void): void {
  isLeft = false
  tellAnswered = onAnswered
}

/** Ends what the browser waits for, as if it had been left in the browser's own window. */
export async function leavePasskey(): Promise<void> {
  isLeft = true
  ;(await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony()
}

type Library = typeof import('@simplewebauthn/browser')

/** Whatever ends it, be it that the person left it, has the same end: no passkey came. */
async function ceremony(begin: (browser: Library) => Promise<object>): Promise<string> {
  const browser = await import('@simplewebauthn/browser')
  try {
    if (isLeft) throw new Error('left before the browser was asked')
    const answer = JSON.stringify(await begin(browser))
    if (isLeft) throw new Error('left while the browser answered')
    tellAnswered()
    return answer
  } catch {
    throw new OfficeRefusal('No passkey was used. Try again, or choose another way')
  }
}
