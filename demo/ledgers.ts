import { addDays } from '#domain/calendar.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoFamily } from './people.ts'

/** The points that the parent's account shows in demo mode. */
const parentPoints = 120

/** A ledger row before it has ids. */
export interface Entry {
  family: DemoFamily
  delta: number
  balanceAfter: number
  reason: 'pack' | 'booking' | 'purchase' | 'adjustment'
  order: DemoOrder | null
  memo: string
  createdAt: string
}

type Change = Omit<Entry, 'balanceAfter'>

/**
 * The credit and point ledgers of all orders, oldest first: a pack adds credits, a booking spends them, and each
 * whole pound paid by card earns a point (decision E-27). Expected money earns them once it is received.
 */
export function ledgersOf(
  orders: DemoOrder[],
  parent: DemoFamily,
  today: string,
): { credits: Entry[]; points: Entry[] } {
  const credits = orders.flatMap(order => creditChange(order))
  const points = orders.flatMap(order => pointChange(order))
  return { credits: balanced(credits), points: balanced([...points, teaTowel(points, parent, today)]) }
}

function creditChange(order: DemoOrder): Change[] {
  const { family, pack, creditsUsed, placedAt } = order
  if (!family) return []
  const entry = { family, order, memo: '', createdAt: placedAt }
  if (pack) return [{ ...entry, delta: pack.credits, reason: 'pack', memo: pack.name }]
  return creditsUsed > 0 && order.status !== 'cancelled'
    ? [{ ...entry, delta: -creditsUsed, reason: 'booking' }]
    : []
}

function pointChange(order: DemoOrder): Change[] {
  const { family, totalPence, payLater, placedAt } = order
  const delta = Math.floor(totalPence / 100)
  const isPaid = order.status === 'paid' || order.status === 'completed'
  return family && isPaid && !payLater && delta > 0
    ? [{ family, delta, reason: 'purchase', order, memo: '', createdAt: placedAt }]
    : []
}

/** Returns an entry that brings the parent's points to the promised number: a tea towel for points. */
function teaTowel(points: Change[], parent: DemoFamily, today: string): Change {
  const earned = points
    .filter(({ family }) => family === parent)
    .reduce((total, { delta }) => total + delta, 0)
  return {
    family: parent,
    delta: parentPoints - earned,
    reason: 'adjustment',
    order: null,
    memo: 'Swapped for a Conker & Kite tea towel',
    createdAt: `${addDays(today, -1)}T15:10:00Z`,
  }
}

function balanced(changes: Change[]): Entry[] {
  const balances = new Map<DemoFamily, number>()
  return changes
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .map(change => {
      const balanceAfter = (balances.get(change.family) ?? 0) + change.delta
      balances.set(change.family, balanceAfter)
      return { ...change, balanceAfter }
    })
}
