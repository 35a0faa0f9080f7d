import { fetchCardSession, isCardTrouble } from '#server/cards/card-provider.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { findUnsettledPage } from '#server/features/orders/unsettled-page.ts'
import type { Services } from '#server/services.ts'
import { findOrderToPay } from './queries.ts'

/**
 * What became of an order whose customer just came back from the card page; the provider is asked before anybody
 * is thanked (decision E-07). `unknown` while it cannot be asked, or what it said is for people to look at.
 */
export async function settleReturn(
  services: Services,
  orderNumber: string,
): Promise<'paid' | 'unpaid' | 'unknown'> {
  const { db, log } = services
  const order = await findOrderToPay(db, orderNumber)
  if (!order) return 'unpaid'
  const page = await findUnsettledPage(db, order.id)
  if (page?.status === 'created' && page.provider_ref) {
    try {
      await settlePayment(services, await fetchCardSession(services, page.provider_ref))
    } catch (error) {
      if (!isCardTrouble(error)) throw error
      log.error('returning customer could not be answered', { error })
      return 'unknown'
    }
  }
  const settled = await findOrderToPay(db, orderNumber)
  if (settled?.status === 'paid' || settled?.status === 'completed') return 'paid'
  return (await findUnsettledPage(db, order.id))?.status === 'mismatched' ? 'unknown' : 'unpaid'
}
