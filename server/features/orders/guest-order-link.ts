import { createHmac } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import type { Config } from '#server/config.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

const daysValid = 180

/** What a link says about itself; the signature makes it good. */
interface GuestOrderLink {
  orderNumber: string
  /** Milliseconds since 1970. */
  expires: string
  signature: string
}

const sign = ({ pepper }: Pick<Config, 'pepper'>, orderNumber: string, expires: string) =>
  createHmac('sha256', pepper).update(`guest order ${orderNumber} until ${expires}`).digest('base64url')

/** The address under which somebody without an account finds their order for half a year. */
export function guestOrderAddress(
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  orderNumber: string,
  now: Date,
): string {
  const expires = String(now.getTime() + daysValid * dayMilliseconds)
  return `${config.publicUrl}/guest-order/${orderNumber}/${expires}/${sign(config, orderNumber, expires)}`
}

/** Whether we signed the link and it has not run out. */
export function isGoodLink(config: Pick<Config, 'pepper'>, link: GuestOrderLink, now: Date): boolean {
  const expected = sign(config, link.orderNumber, link.expires)
  return isSame(Buffer.from(link.signature), Buffer.from(expected)) && Number(link.expires) > now.getTime()
}

const linkForm = /^\/guest-order\/([\w-]+)\/(\d+)\/([\w-]+)$/

/** The order number that a guest's address proves; undefined when it is none of ours, or has run out. */
export function orderOfLink(config: Pick<Config, 'pepper'>, path: string, now: Date): string | undefined {
  const [, orderNumber = '', expires = '', signature = ''] = linkForm.exec(path) ?? []
  return isGoodLink(config, { orderNumber, expires, signature }, now) ? orderNumber : undefined
}
