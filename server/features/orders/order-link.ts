import { createHmac } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import { guestOrderLinkDays } from '#domain/limits.ts'
import type { Config } from '#server/config.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

/** The content of a link; its signature proves it. */
interface GuestOrderLink {
  orderNumber: string
  /** Milliseconds since 1970. */
  expires: string
  signature: string
}

const sign = ({ pepper }: Pick<Config, 'pepper'>, orderNumber: string, expires: string) =>
  createHmac('sha256', pepper).update(`guest order ${orderNumber} until ${expires}`).digest('base64url')

/** Returns the address under which somebody without an account finds their order for half a year. */
export function guestOrderAddress(
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  orderNumber: string,
  now: Date,
): string {
  const expires = String(now.getTime() + guestOrderLinkDays * dayMilliseconds)
  return `${config.publicUrl}/guest-order/${orderNumber}/${expires}/${sign(config, orderNumber, expires)}`
}

/** Whether we signed the link and it has not expired. */
export function isGoodLink(config: Pick<Config, 'pepper'>, link: GuestOrderLink, now: Date): boolean {
  const expected = sign(config, link.orderNumber, link.expires)
  return isSame(Buffer.from(link.signature), Buffer.from(expected)) && Number(link.expires) > now.getTime()
}

const linkForm = /^\/guest-order\/([\w-]+)\/(\d+)\/([\w-]+)$/

/** Returns the order number that a guest's address proves; undefined when it is invalid or expired. */
export function orderOfLink(config: Pick<Config, 'pepper'>, path: string, now: Date): string | undefined {
  const [, orderNumber = '', expires = '', signature = ''] = linkForm.exec(path) ?? []
  return isGoodLink(config, { orderNumber, expires, signature }, now) ? orderNumber : undefined
}
