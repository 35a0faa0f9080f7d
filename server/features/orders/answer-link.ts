import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

/** The parts of the link by which a family answers a new time. The signature proves that we wrote it. */
export interface AnswerLink {
  /** The id in `session_changes` of the date's change. */
  changeId: string
  orderNumber: string
  signature: string
}

const sign = ({ pepper }: Pick<Config, 'pepper'>, changeId: string, orderNumber: string) =>
  createHmac('sha256', pepper).update(`answer ${changeId} of order ${orderNumber}`).digest('base64url')

/** Returns the address at which a family answers a new time without signing in. */
export function answerAddress(
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  changeId: number,
  orderNumber: string,
): string {
  return `${config.publicUrl}/answer/${changeId}/${orderNumber}/${sign(config, String(changeId), orderNumber)}`
}

/** Whether we signed the link. */
export function isOwnAnswerLink(config: Pick<Config, 'pepper'>, link: AnswerLink): boolean {
  const expected = sign(config, link.changeId, link.orderNumber)
  return isSame(Buffer.from(link.signature), Buffer.from(expected))
}
