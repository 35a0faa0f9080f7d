import { createHmac } from 'node:crypto'
import { dayMilliseconds } from '#domain/calendar.ts'
import { orderLinkDays } from '#domain/limits.ts'
import type { Config } from '#server/config.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

/** The parts of a link to a page of an order. The signature proves that we wrote it. */
export interface OrderLink {
  orderNumber: string
  /** Milliseconds since 1970. */
  expires: string
  signature: string
}

/** The pages of an order behind signed links. A link to one page never opens the other. */
const pages = { 'guest-order': 'guest order', pay: 'payment of order' }
type Page = keyof typeof pages

const sign = ({ pepper }: Pick<Config, 'pepper'>, page: Page, orderNumber: string, expires: string) =>
  createHmac('sha256', pepper).update(`${pages[page]} ${orderNumber} until ${expires}`).digest('base64url')

const addressOf = (
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  page: Page,
  orderNumber: string,
  now: Date,
) => {
  const expires = String(now.getTime() + orderLinkDays * dayMilliseconds)
  return `${config.publicUrl}/${page}/${orderNumber}/${expires}/${sign(config, page, orderNumber, expires)}`
}

/** Returns the address under which somebody without an account finds their order for half a year. */
export const guestOrderAddress = (
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  orderNumber: string,
  now: Date,
): string => addressOf(config, 'guest-order', orderNumber, now)

/** Returns the address under which anybody who has it can pay an order without signing in (decision O-52). */
export const paymentAddress = (
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  orderNumber: string,
  now: Date,
): string => addressOf(config, 'pay', orderNumber, now)

/** Whether we signed the link for this page, and it has not expired. */
export function isGoodLink(config: Pick<Config, 'pepper'>, page: Page, link: OrderLink, now: Date): boolean {
  const expected = sign(config, page, link.orderNumber, link.expires)
  return isSame(Buffer.from(link.signature), Buffer.from(expected)) && Number(link.expires) > now.getTime()
}

const linkForm = /^\/([\w-]+)\/([\w-]+)\/(\d+)\/([\w-]+)$/

/** Returns the order number that the path of a signed address proves; undefined when it is invalid or expired. */
export function orderOfLink(
  config: Pick<Config, 'pepper'>,
  page: Page,
  path: string,
  now: Date,
): string | undefined {
  const [, of, orderNumber = '', expires = '', signature = ''] = linkForm.exec(path) ?? []
  return of === page && isGoodLink(config, page, { orderNumber, expires, signature }, now)
    ? orderNumber
    : undefined
}
