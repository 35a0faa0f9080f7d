import { OfficeRefusal } from '#domain/office/office-refusal.ts'

/** Whether this browser supports passkeys; over plain http to another machine it does not. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Has the browser create a passkey with the server's options. */
export const makePasskey = (options: string): Promise<string> =>
  ceremony(browser => browser.startRegistration({ optionsJSON: JSON.parse(options) }))

/** Has the browser answer with one of its passkeys. */
export const answerWithPasskey = (options: string): Promise<string> =>
  ceremony(browser => browser.startAuthentication({ optionsJSON: JSON.parse(options) }))

/** Whether the request was cancelled, even before the browser was asked. */
let isLeft = false

let tellAnswered = () => {}

/** Starts waiting for a passkey; calls `onAnswered` when the device has answered and the server begins to check. */
export function awaitPasskey(onAnswered: () => void): void {
  isLeft = false
  tellAnswered = onAnswered
}

/** Cancels the browser's request, as its own window would. */
export async function leavePasskey(): Promise<void> {
  isLeft = true
  ;(await import('@simplewebauthn/browser')).WebAuthnAbortService.cancelCeremony()
}

/** Remembers a passkey that this device itself holds, because it opens registers without a signal. */
function noteOwnPasskey({
  id,
  authenticatorAttachment,
}: {
  id: string
  authenticatorAttachment?: string
}): void {
  if (authenticatorAttachment === 'platform') localStorage.setItem('maypole.office.passkey', id)
}

type Library = typeof import('@simplewebauthn/browser')

/** Runs a passkey ceremony; every failure or cancellation returns no passkey. */
async function ceremony(
  begin: (browser: Library) => Promise<{ id: string; authenticatorAttachment?: string }>,
): Promise<string> {
  const browser = await import('@simplewebauthn/browser')
  try {
    if (isLeft) throw new Error('left before the browser was asked')
    const given = await begin(browser)
    const answer = JSON.stringify(given)
    if (isLeft) throw new Error('left while the browser answered')
    noteOwnPasskey(given)
    tellAnswered()
    return answer
  } catch {
    throw new OfficeRefusal('No passkey was used. Try again, or choose another way')
  }
}
