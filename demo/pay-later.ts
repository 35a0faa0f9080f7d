import { addDays, mondayOf } from '#domain/calendar.ts'
import { offeringKinds } from '#domain/offering-kinds.ts'
import type { DemoOrder } from './demo-orders.ts'

/** How three families pay later, and how many days before this week they booked. The first is late. */
const later = [
  { payLater: 'voucher', daysBefore: 30 },
  { payLater: 'childcare', daysBefore: 12 },
  { payLater: 'childcare', daysBefore: 9 },
] as const

/** Lets three families pay later, from a childcare account or by voucher: one order each for their children. */
export function payLater(orders: DemoOrder[], today: string): DemoOrder[] {
  const chosen = orders.filter(
    ({ kind, family, creditsUsed, totalPence }, at) =>
      kind !== 'pack' &&
      kind !== 'product' &&
      offeringKinds[kind].attendees === 'children' &&
      family &&
      creditsUsed === 0 &&
      totalPence > 2000 &&
      totalPence < 12_000 &&
      orders.findIndex(other => other.family === family) === at,
  )
  // Apart from each other, because orders of one class stand together.
  const apart = Math.floor(chosen.length / later.length)
  return orders.map(order => {
    const how = later[chosen.indexOf(order) / apart]
    if (!how) return order
    const placedOn = addDays(mondayOf(today), -how.daysBefore)
    return { ...order, payLater: how.payLater, placedAt: `${placedOn}T20:15:00Z` }
  })
}
