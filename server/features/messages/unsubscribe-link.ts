import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { isSame } from '#server/features/accounts/tokens.ts'

/** The parts of the link that ends offers. The signature proves that we wrote it. */
export interface UnsubscribeLink {
  /** The id in `message_recipients`. */
  recipientId: string
  signature: string
}

const sign = ({ pepper }: Pick<Config, 'pepper'>, recipientId: string) =>
  createHmac('sha256', pepper).update(`unsubscribe recipient ${recipientId}`).digest('base64url')

/** Returns the address at which a recipient of offers ends them without signing in. It never expires. */
export const unsubscribeAddress = (
  config: Pick<Config, 'pepper' | 'publicUrl'>,
  recipientId: number,
): string => `${config.publicUrl}/unsubscribe/${recipientId}/${sign(config, String(recipientId))}`

/** Returns the recipient whose link this is; undefined if we did not sign it. */
export function recipientOfLink(
  config: Pick<Config, 'pepper'>,
  { recipientId, signature }: UnsubscribeLink,
): number | undefined {
  const isOwn =
    /^\d{1,15}$/.test(recipientId) && isSame(Buffer.from(signature), Buffer.from(sign(config, recipientId)))
  return isOwn ? Number(recipientId) : undefined
}
