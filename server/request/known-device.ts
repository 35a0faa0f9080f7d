import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'

/**
 * The accounts that a browser has logged in to, as one signed token each in a cookie. It grants no access, and only
 * distinguishes the owner's device from a stranger's.
 */
export interface Device {
  tokens: readonly string[]
}

/** The network and the device from which somebody logs in. */
export interface Origin {
  ip: string
  device: Device
}

const cookieName = 'maypole-device'
const maxTokens = 5
/** The longest time that browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/** The account that a device token belongs to. A new password or address makes earlier tokens invalid. */
export interface TokenOwner {
  email: string
  passwordHash: string
}

const tokenOf = ({ pepper }: Config, { email, passwordHash }: TokenOwner) =>
  createHmac('sha256', pepper).update(`device:${email}:${passwordHash}`).digest('base64url')

/** Whether the account knows the device. An address without an account knows none. */
export const isKnown = (config: Config, device: Device, owner: TokenOwner | undefined): boolean =>
  owner !== undefined && device.tokens.includes(tokenOf(config, owner))

/** Makes the device known to this account. If the cookie is full, the account remembered longest ago is dropped. */
export function rememberDevice(config: Config, device: Device, owner: TokenOwner): void {
  const token = tokenOf(config, owner)
  device.tokens = [token, ...device.tokens.filter(other => other !== token)].slice(0, maxTokens)
}

const tokensInCookies = new RegExp(`(?:^|; )${cookieName}=([\\w.-]{1,400})(?:;|$)`)

/** Reads the device from the `cookie` header. */
export function readDevice(cookies: string | undefined): Device {
  const [, tokens = ''] = tokensInCookies.exec(cookies ?? '') ?? []
  return { tokens: tokens.split('.').filter(Boolean).slice(0, maxTokens) }
}

/** The calls that check whether a device is known: those of accounts, and those that send a code. */
const areas = { parents: ['user/', 'ems/'], staff: ['Office/'] }

/**
 * Returns the `set-cookie` headers with a device's tokens, one for each path that needs them. Scripts cannot
 * read them.
 */
export function deviceCookies(
  { publicUrl, apiBase }: Config,
  { tokens }: Device,
  of: keyof typeof areas,
): string[] {
  return areas[of].map(area => {
    const { protocol, pathname } = new URL(apiBase + area, publicUrl)
    const attributes = [`Path=${pathname}`, `Max-Age=${keptSeconds}`, 'HttpOnly', 'SameSite=Strict']
    if (protocol === 'https:') attributes.push('Secure')
    return [`${cookieName}=${tokens.join('.')}`, ...attributes].join('; ')
  })
}
