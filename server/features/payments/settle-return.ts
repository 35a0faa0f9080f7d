import { fetchCardSession, isCardTrouble } from '#server/cards/card-provider.ts'
import { batched } from '#server/database/batched.ts'
import { isPaid, settlePayment } from '#server/features/orders/settle-payment.ts'
import { countTry } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { findReturningOrder, isPaidFor } from './queries.ts'

interface Return {
  outcome: 'paid' | 'unpaid' | 'unknown'
  isGuests?: boolean
}

const questionsAMinute = 30

/**
 * Asks the provider about a card page, once for all concurrent callers; undefined if it was asked too often
 * about this page. The provider's rate limit is shared, so one customer in a loop gets only a share of it,
 * and a reload does not wait for a hanging answer.
 */
const askProvider = batched(
  async (services: Services, refs: string[]) => {
    const [ref = ''] = refs
    const asked = await countTry(services.db, { key: `card-return:${ref}`, perMinutes: 1 }, services.clock())
    if (asked > questionsAMinute) return refs.map(() => undefined)
    const settlement = await settlePayment(services, await fetchCardSession(services, ref))
    return refs.map(() => settlement)
  },
  { keyOf: ref => ref, maxConcurrent: 2 },
)

/**
 * Returns the result for a customer who just came back from the card page. The provider is asked before
 * anybody is thanked (decision E-07). The result is `unknown` if it cannot be asked, was asked too often, or
 * staff have to decide.
 */
export async function settleReturn(services: Services, orderNumber: string): Promise<Return> {
  const { db, log } = services
  const order = await findReturningOrder(db, orderNumber)
  if (!order) return { outcome: 'unpaid' }
  const isGuests = order.accountId === null
  if (isPaidFor(order)) return { outcome: 'paid', isGuests }
  if (order.page?.status === 'mismatched') return { outcome: 'unknown' }
  if (!order.page?.ref) return { outcome: 'unpaid' }
  try {
    const settlement = await askProvider(services, order.page.ref)
    if (settlement === 'confirmed') return { outcome: 'paid', isGuests }
    if (settlement === undefined || settlement === 'mismatch') return { outcome: 'unknown' }
    // A hook was quicker, or the money is being refunded: the order's state tells which.
    return isPaid(settlement) ? await settleReturn(services, orderNumber) : { outcome: 'unpaid' }
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    log.error('returning customer could not be answered', { error })
    return { outcome: 'unknown' }
  }
}
