import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#server/config.ts'

/** Loaded with the first passkey, because its certificates would add a quarter of a second to the start. */
const library = () => import('@simplewebauthn/server')

/** Returns the host name and origin that passkeys belong to. */
const partyOf = ({ officeUrl }: Config) => ({
  expectedOrigin: officeUrl,
  expectedRPID: new URL(officeUrl).hostname,
  requireUserVerification: true,
})

/** A stored passkey. */
export interface KeptPasskey {
  credential_id: Uint8Array
  public_key: Uint8Array
  sign_count: number
}

/** Returns the browser's options for a new passkey; `known` are the passkeys that the device already has. */
export async function askForPasskey(
  config: Config,
  given: { business: string; email: string; fullName: string; known: Uint8Array[] },
): Promise<{ challenge: string; options: string }> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: given.business,
    rpID: partyOf(config).expectedRPID,
    userName: given.email,
    userDisplayName: given.fullName,
    excludeCredentials: given.known.map(id => ({ id: inText(id) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge: options.challenge, options: JSON.stringify(options) }
}

/**
 * Returns the new passkey that answers the challenge; undefined for an invalid answer, or one without user
 * verification.
 */
export async function readNewPasskey(
  config: Config,
  challenge: string,
  given: string,
): Promise<(KeptPasskey & { transports: string[] }) | undefined> {
  const response = parsed<RegistrationResponseJSON>(given)
  if (!response || !challenge) return undefined
  const { verifyRegistrationResponse } = await library()
  const answer = await ifSound(() =>
    verifyRegistrationResponse({ response, expectedChallenge: challenge, ...partyOf(config) }),
  )
  if (!answer?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = answer.registrationInfo.credential
  return { credential_id: inBytes(id), public_key: Buffer.from(publicKey), sign_count: counter, transports }
}

/** Returns the browser's options to sign in with any passkey for this host. */
export async function askWhoItIs(config: Config): Promise<{ challenge: string; options: string }> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(config).expectedRPID,
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: JSON.stringify(options) }
}

/** Returns the id of the passkey in an answer; undefined for an invalid answer. */
export function passkeyNamed(given: string): Buffer | undefined {
  const { id } = parsed<AuthenticationResponseJSON>(given) ?? {}
  return typeof id === 'string' ? inBytes(id) : undefined
}

/** Returns the passkey's new count if it answers the challenge with user verification; otherwise undefined. */
export async function checkPasskey(
  config: Config,
  challenge: string,
  given: string,
  { credential_id, public_key, sign_count }: KeptPasskey,
): Promise<number | undefined> {
  const response = parsed<AuthenticationResponseJSON>(given)
  if (!response || !challenge) return undefined
  const { verifyAuthenticationResponse } = await library()
  const answer = await ifSound(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      credential: { id: inText(credential_id), publicKey: Uint8Array.from(public_key), counter: sign_count },
      ...partyOf(config),
    }),
  )
  return answer?.verified ? answer.authenticationInfo.newCounter : undefined
}

const inText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const inBytes = (text: string) => Buffer.from(text, 'base64url')

function parsed<T>(json: string): T | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined where the library throws: wrong origin or challenge, or a count that goes backwards. */
async function ifSound<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
