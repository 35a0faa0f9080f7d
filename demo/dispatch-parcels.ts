import { dayMilliseconds } from '#domain/calendar.ts'
import { dispatchOrder } from '#server/features/shop/dispatch-order.ts'
import { readParcels } from '#server/features/shop/parcels.ts'
import type { Services } from '#server/services.ts'

/** Sends the parcels that were paid a day ago, as the demo's post room; returns how many. */
export async function dispatchParcels(services: Services): Promise<number> {
  const { clock, config } = services
  if (config.business !== 'demo') return 0
  const packed = clock().getTime() - dayMilliseconds
  const { parcels } = await readParcels(services)
  const due = parcels.filter(({ paidAt, isCollected }) => !isCollected && Date.parse(paidAt) <= packed)
  for (const { number } of due) await dispatchOrder(services, number)
  return due.length
}
