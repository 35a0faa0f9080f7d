import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'

/**
 * What a browser shows of the accounts that were logged in to with it: a mark for each, in a cookie. It opens nothing;
 * it only tells the owner's own device from a stranger's.
 */
export interface Device {
  marks: readonly string[]
}

/** From where somebody logs in. */
export interface Origin {
  ip: string
  device: Device
}

const cookieName = 'maypole-device'
const mostMarks = 5
/** The longest that browsers keep a cookie. */
const keptSeconds = 400 * 24 * 60 * 60

/** Whose mark it is. With another password, or another address, the marks of before are nobody's. */
export interface MarkOwner {
  email: string
  passwordHash: string
}

const markOf = ({ pepper }: Config, { email, passwordHash }: MarkOwner) =>
  createHmac('sha256', pepper).update(`device:${email}:${passwordHash}`).digest('base64url')

/** Whether the device is known to the account; no device is to an address without one. */
export const isKnown = (config: Config, device: Device, owner: MarkOwner | undefined): boolean =>
  owner !== undefined && device.marks.includes(markOf(config, owner))

/** From the next log-in on the device is known to this account; the account marked longest ago makes room. */
export function rememberDevice(config: Config, device: Device, owner: MarkOwner): void {
  const mark = markOf(config, owner)
  device.marks = [mark, ...device.marks.filter(other => other !== mark)].slice(0, mostMarks)
}

const marksInCookies = new RegExp(`(?:^|; )${cookieName}=([\\w.-]{1,400})(?:;|$)`)

/** Reads the device from the `cookie` header. */
export function readDevice(cookies: string | undefined): Device {
  const [, marks = ''] = marksInCookies.exec(cookies ?? '') ?? []
  return { marks: marks.split('.').filter(Boolean).slice(0, mostMarks) }
}

/** The calls that ask whether a device is known: those of accounts, and those that send a code. */
const areas = { parents: ['user/', 'ems/'], staff: ['Office/'] }

/** The `set-cookie` headers that a device keeps its marks by, one for each area of calls that is sent them. No script reads them. */
export function deviceCookies(
  { publicUrl, apiBase }: Config,
  { marks }: Device,
  of: keyof typeof areas,
): string[] {
  return areas[of].map(area => {
    const { protocol, pathname } = new URL(apiBase + area, publicUrl)
    const attributes = [`Path=${pathname}`, `Max-Age=${keptSeconds}`, 'HttpOnly', 'SameSite=Strict']
    if (protocol === 'https:') attributes.push('Secure')
    return [`${cookieName}=${marks.join('.')}`, ...attributes].join('; ')
  })
}
