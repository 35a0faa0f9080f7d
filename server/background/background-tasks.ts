import { lookAtCardAccount } from '#server/cards/card-account.ts'
import { renewStatistics } from '#server/database/renew-statistics.ts'
import { lookAtBusiness } from '#server/features/business/present-business.ts'
import { clearUploads } from '#server/features/content/clear-uploads.ts'
import { reportFailures } from '#server/features/health/report-failures.ts'
import { orderAutomaticMails } from '#server/features/messages/order-automatic-mails.ts'
import { expireOrders } from '#server/features/orders/expire-orders.ts'
import { notifyFirstOrder } from '#server/features/orders/notify-first-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { reconcileRefunds } from '#server/features/payments/reconcile-refunds.ts'
import { reconcileDisputes } from '#server/features/payments/sync-disputes.ts'
import { enqueueNightly } from '#server/jobs/enqueue-nightly.ts'
import { nightlyJobs } from '#server/jobs/job-kinds.ts'
import { type BackgroundTask, keepRunning, type RunningTask } from '#server/jobs/keep-running.ts'
import { runDueJobs } from '#server/jobs/run-jobs.ts'
import { lookAtMailServer } from '#server/mail/mail-server.ts'
import type { Services } from '#server/services.ts'
import { jobHandlers } from './job-handlers.ts'

/** Tasks that every process repeats. Work that must happen once is claimed in the database. */
const everyProcess: BackgroundTask[] = [
  {
    name: 'jobs',
    everySeconds: 1,
    run: (services, stopping, alive) => runDueJobs(services, jobHandlers, { stopping, alive }),
  },
  { name: 'expire-orders', everySeconds: 20, run: expireOrders },
  { name: 'reconcile-payments', everySeconds: 20, run: reconcilePayments },
  { name: 'reconcile-disputes', everySeconds: 3600, run: reconcileDisputes },
  { name: 'reconcile-refunds', everySeconds: 600, run: reconcileRefunds },
  { name: 'look-at-business', everySeconds: 2, run: lookAtBusiness },
  { name: 'look-at-card-account', everySeconds: 5, run: lookAtCardAccount },
  { name: 'look-at-mail-server', everySeconds: 5, run: lookAtMailServer },
  { name: 'renew-statistics', everySeconds: 5, run: renewStatistics },
  { name: 'look-for-failures', everySeconds: 60, run: reportFailures },
  { name: 'tell-of-first-order', everySeconds: 60, run: notifyFirstOrder },
  { name: 'nights', everySeconds: 60, run: enqueueNightlyJobs },
  { name: 'automatic-mails', everySeconds: 60, run: orderAutomaticMails },
  { name: 'clear-uploads', everySeconds: 3600, run: clearUploads },
]

/** Writes each nightly job once, in the process that comes first. */
async function enqueueNightlyJobs(services: Services): Promise<void> {
  for (const { at, kind } of nightlyJobs) await enqueueNightly(services, kind, at)
}

/** Starts the background tasks of a process, and in demo mode those in `more`. `nudge` runs due jobs now. */
export function startBackgroundTasks(services: Services, more: BackgroundTask[] = []): RunningTask {
  const { log, clock } = services
  const tasks = new Map<string, RunningTask>()
  for (const { name, everySeconds, run } of [...everyProcess, ...more]) {
    const alive = () => services.lastRuns.set(name, { at: clock(), everySeconds })
    alive()
    const work = (stopping: AbortSignal) => run(services, stopping, alive).then(alive)
    tasks.set(name, keepRunning(name, everySeconds * 1000, log, work))
  }
  // Runs at once what became due while no process ran.
  for (const task of tasks.values()) task.nudge()
  return {
    nudge: () => tasks.get('jobs')?.nudge(),
    stop: async () => {
      await Promise.all([...tasks.values()].map(task => task.stop()))
    },
  }
}
