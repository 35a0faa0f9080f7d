import { renewStatistics } from './database/renew-statistics.ts'
import { lookAtBusiness } from './features/business/present-business.ts'
import { clearUploads } from './features/content/clear-uploads.ts'
import { lookForFailures } from './features/health/look-for-failures.ts'
import { expireOrders } from './features/orders/expire-orders.ts'
import { tellOfFirstOrder } from './features/orders/tell-of-first-order.ts'
import { reconcilePayments } from './features/payments/reconcile-payments.ts'
import { jobHandlers } from './job-handlers.ts'
import type { NightlyKind } from './jobs/enqueue.ts'
import { enqueueNightly } from './jobs/enqueue-nightly.ts'
import { type Beat, keepRunning } from './jobs/keep-running.ts'
import { runDueJobs } from './jobs/run-jobs.ts'
import type { Services } from './services.ts'

export interface Work {
  name: string
  everySeconds: number
  /** Work that goes on says `alive` from time to time. */
  run: (services: Services, stopping: AbortSignal, alive: () => void) => Promise<unknown>
}

/** Done again and again by every process; what must happen once is claimed in the database. */
const everyFewSeconds: Work[] = [
  {
    name: 'jobs',
    everySeconds: 1,
    run: (services, stopping, looked) => runDueJobs(services, jobHandlers, { stopping, looked }),
  },
  { name: 'expire-orders', everySeconds: 20, run: expireOrders },
  { name: 'reconcile-payments', everySeconds: 20, run: reconcilePayments },
  { name: 'look-at-business', everySeconds: 2, run: lookAtBusiness },
  { name: 'renew-statistics', everySeconds: 5, run: renewStatistics },
  { name: 'look-for-failures', everySeconds: 60, run: lookForFailures },
  { name: 'tell-of-first-order', everySeconds: 60, run: tellOfFirstOrder },
  { name: 'nights', everySeconds: 60, run: lookAtTheClock },
  { name: 'clear-uploads', everySeconds: 3600, run: clearUploads },
]

/** Done once a night by whichever process is first, at a time in London. */
const onceANight: { at: string; kind: NightlyKind }[] = [
  { at: '00:30', kind: 'complete-orders' },
  { at: '03:00', kind: 'clear-old-rows' },
  { at: '04:00', kind: 'audit' },
]

async function lookAtTheClock(services: Services): Promise<void> {
  for (const { at, kind } of onceANight) await enqueueNightly(services, kind, at)
}

/** Starts what a process does beside answering, as it stands above, and in demo mode `more`. `nudge` runs due jobs now. */
export function lookAfter(services: Services, more: Work[] = []): Beat {
  const { log, clock } = services
  const beats = new Map<string, Beat>()
  for (const { name, everySeconds, run } of [...everyFewSeconds, ...more]) {
    const alive = () => services.beats.set(name, { at: clock(), everySeconds })
    alive()
    const work = (stopping: AbortSignal) => run(services, stopping, alive).then(alive)
    beats.set(name, keepRunning(name, everySeconds * 1000, log, work))
  }
  // What became due while no process ran is looked at now.
  for (const beat of beats.values()) beat.nudge()
  return {
    nudge: () => beats.get('jobs')?.nudge(),
    stop: async () => {
      await Promise.all([...beats.values()].map(beat => beat.stop()))
    },
  }
}
