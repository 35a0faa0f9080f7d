import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#server/config.ts'

/** Taken in with the first passkey: its certificates cost a start a quarter of a second. */
const library = () => import('@simplewebauthn/server')

/** Passkeys belong to a host name, and answer to one origin. */
const partyOf = ({ officeUrl }: Config) => ({
  expectedOrigin: officeUrl,
  expectedRPID: new URL(officeUrl).hostname,
  requireUserVerification: true,
})

/** A passkey as it is kept. */
export interface KeptPasskey {
  credential_id: Uint8Array
  public_key: Uint8Array
  sign_count: number
}

/** What the browser is asked for a new passkey; `known` are those that the device need not make again. */
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

/** The new passkey that answers the challenge; undefined when what came is none, or does not verify its person. */
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

/** What the browser is asked for any passkey that it has for this host. */
export async function askWhoItIs(config: Config): Promise<{ challenge: string; options: string }> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(config).expectedRPID,
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: JSON.stringify(options) }
}

/** Which passkey an answer says it is of; undefined when it is no answer. */
export function passkeyNamed(given: string): Buffer | undefined {
  const { id } = parsed<AuthenticationResponseJSON>(given) ?? {}
  return typeof id === 'string' ? inBytes(id) : undefined
}

/** The passkey's new count when it answers the challenge, with its person verified; undefined when it does not. */
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

/** The library throws at whatever does not fit: another origin, another challenge, a count that runs back. */
async function ifSound<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}
