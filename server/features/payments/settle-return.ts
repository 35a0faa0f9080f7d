import { fetchCardSession, isCardTrouble } from '#server/cards/card-provider.ts'
import { askTogether } from '#server/database/ask-together.ts'
import { countTry } from '#server/features/accounts/allow-rate.ts'
import { isPaid, settlePayment } from '#server/features/orders/settle-payment.ts'
import type { Services } from '#server/services.ts'
import { findReturningOrder, isPaidFor } from './queries.ts'

interface Return {
  outcome: 'paid' | 'unpaid' | 'unknown'
  isGuests?: boolean
}

const questionsAMinute = 30

/**
 * What the provider says of a card page, for all who ask together; undefined when it was asked too often of this one.
 * What it lets us ask is everybody's: whoever comes back in a loop has a share of it, and a reload does not stand behind
 * an answer that hangs.
 */
const askProvider = askTogether(
  async (services: Services, refs: string[]) => {
    const [ref = ''] = refs
    const asked = await countTry(services.db, { key: `card-return:${ref}`, perMinutes: 1 }, services.clock())
    if (asked > questionsAMinute) return refs.map(() => undefined)
    const settlement = await settlePayment(services, await fetchCardSession(services, ref))
    return refs.map(() => settlement)
  },
  { keyOf: ref => ref, atOnce: 2 },
)

/**
 * What became of an order whose customer just came back from the card page; the provider is asked before anybody
 * is thanked (decision E-07). `unknown` while it cannot be asked, or was too often, or what it said is for people to look at.
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
    // A hook was quicker, or the money goes back: how the order stands now tells which.
    return isPaid(settlement) ? await settleReturn(services, orderNumber) : { outcome: 'unpaid' }
  } catch (error) {
    if (!isCardTrouble(error)) throw error
    log.error('returning customer could not be answered', { error })
    return { outcome: 'unknown' }
  }
}
