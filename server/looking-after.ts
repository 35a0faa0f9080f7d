import { clearUploads } from './features/content/clear-uploads.ts'
import { expireOrders } from './features/orders/expire-orders.ts'
import { reconcilePayments } from './features/payments/reconcile-payments.ts'
import { completeOrders } from './features/shop/complete-orders.ts'
import { jobHandlers } from './job-handlers.ts'
import { clearOldRows } from './jobs/clear-old-rows.ts'
import { type Beat, keepRunning } from './jobs/keep-running.ts'
import { runDueJobs } from './jobs/run-jobs.ts'
import type { Services } from './services.ts'

const second = 1000

/**
 * Starts what one process does beside answering: due jobs, unpaid orders, payments, tidying. Every process may do
 * so; what must happen once is claimed in the database. `nudge` runs due jobs now.
 */
export function lookAfter(services: Services): Beat {
  const { config, log } = services
  const jobs = keepRunning('jobs', second, log, stopping => runDueJobs(services, jobHandlers, { stopping }))
  const beats = [
    jobs,
    keepRunning('expire-orders', 20 * second, log, () => expireOrders(services)),
    keepRunning('reconcile-payments', 20 * second, log, () => reconcilePayments(services)),
    keepRunning('complete-orders', 600 * second, log, () => completeOrders(services)),
    keepRunning('clear-uploads', 3600 * second, log, () => clearUploads(services)),
    keepRunning('clear-old-rows', 3600 * second, log, () => clearOldRows(services)),
  ]
  if (config.isDemo) {
    beats.push(
      keepRunning('dispatch-parcels', 60 * second, log, async () => {
        const { dispatchParcels } = await import('#demo/dispatch-parcels.ts')
        await dispatchParcels(services)
      }),
    )
  }
  // What became due while no process ran is looked at now.
  for (const beat of beats) beat.nudge()
  return {
    nudge: jobs.nudge,
    stop: async () => {
      await Promise.all(beats.map(beat => beat.stop()))
    },
  }
}
