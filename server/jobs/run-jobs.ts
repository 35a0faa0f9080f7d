import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import type { JobKind, JobPayloads } from './enqueue.ts'

export type JobHandlers = {
  [K in JobKind]: (services: Services, payload: JobPayloads[K]) => Promise<void>
}

const leaseSeconds = 120
const atOnce = 20
const longestBackOffSeconds = 3_600

interface ClaimedJob {
  id: number
  kind: JobKind
  payload: unknown
  attempts: number
}

/**
 * Runs every job that is due, and returns how many there were. Several processes share the table:
 * each claims its own rows with `skip locked` and a lease, so a killed process loses nothing.
 */
export async function runDueJobs(services: Services, handlers: JobHandlers): Promise<number> {
  let ran = 0
  for (;;) {
    const jobs = await claimJobs(services)
    if (jobs.length === 0) return ran
    for (const job of jobs) await runJob(services, handlers, job)
    ran += jobs.length
  }
}

async function claimJobs({ db, clock }: Services): Promise<ClaimedJob[]> {
  const now = clock()
  const leasedUntil = new Date(now.getTime() + leaseSeconds * 1000)
  const claimed = await sql<ClaimedJob>`
    update jobs set leased_until = ${leasedUntil}, attempts = attempts + 1
    where id in (
      select id from jobs
      where done_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by run_at, id limit ${atOnce} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  return claimed.rows.sort((one, other) => one.id - other.id)
}

async function runJob(services: Services, handlers: JobHandlers, job: ClaimedJob): Promise<void> {
  const { db, clock, log } = services
  try {
    const handle = handlers[job.kind] as (services: Services, payload: unknown) => Promise<void>
    await handle(services, job.payload)
    await db.updateTable('jobs').set({ done_at: clock(), last_error: '' }).where('id', '=', job.id).execute()
  } catch (error) {
    log.error('job failed', { job: job.kind, jobId: job.id, error })
    const wait = Math.min(2 ** job.attempts * 5, longestBackOffSeconds)
    await db
      .updateTable('jobs')
      .set({
        run_at: new Date(clock().getTime() + wait * 1000),
        leased_until: null,
        last_error: error instanceof Error ? error.name : 'error',
      })
      .where('id', '=', job.id)
      .execute()
  }
}
