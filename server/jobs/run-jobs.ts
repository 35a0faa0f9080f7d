import { sql } from 'kysely'
import { planKept } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import { hasOwnLane, type JobKind, type JobPayloads } from './job-kinds.ts'

/**
 * Handles one job, or `all` waiting jobs of a kind that a rush creates many of. `attempts` counts this attempt and
 * those whose process was killed. Long work calls `stopping.throwIfAborted()` where the next process can continue.
 */
type Handler<Payload = unknown> =
  | ((services: Services, payload: Payload, attempts: number, stopping?: AbortSignal) => Promise<unknown>)
  | { all: (services: Services, payloads: Payload[]) => Promise<unknown> }

export type JobHandlers = { [K in JobKind]: Handler<JobPayloads[K]> }

const leaseSeconds = 120
const batchSize = 20
const maxBackOffSeconds = 3_600
const pollMilliseconds = 1000

interface ClaimedJob {
  id: number
  kind: JobKind
  payload: unknown
  attempts: number
}

interface RunOptions {
  /** Aborted when the process stops. Jobs that have not begun, or stop early, are left to another process. */
  stopping?: AbortSignal
  /** Called after every successful poll of the table. */
  alive?: () => void
  /** How long a claim lasts unless it is renewed; shorter in tests. */
  leaseSeconds?: number
}

const laneOf = (kind: JobKind): JobKind | 'database' => (hasOwnLane(kind) ? kind : 'database')

/**
 * Runs every job that is due, and returns how many there were. Lanes do not wait for each other; the jobs of one lane
 * run in order. A kind without a handler is left to a newer server. Several processes share the table. Each claims its
 * own rows with `skip locked` and a lease that it renews. So jobs of a killed process are run again, and those of a
 * slow one are not.
 */
export async function runDueJobs(
  services: Services,
  handlers: JobHandlers,
  options: RunOptions = {},
): Promise<number> {
  const kinds = Object.keys(handlers) as JobKind[]
  const lanes = new Map<JobKind | 'database', Promise<void>>()
  const done: number[] = []
  let count = 0
  for (;;) {
    const free = options.stopping?.aborted ? [] : kinds.filter(kind => !lanes.has(laneOf(kind)))
    const jobs = await claimJobs(services, free, options, done)
    count += jobs.length
    options.alive?.()
    for (const [lane, jobsOfLane] of Map.groupBy(jobs, job => laneOf(job.kind))) {
      const work = runInOrder(services, handlers, jobsOfLane, options, done)
        // A rejection would be unhandled while claiming fails. Unfinished jobs are due again when their lease ends.
        .catch(error => services.log.error('jobs broken off', { job: lane, error }))
        .finally(() => lanes.delete(lane))
      lanes.set(lane, work)
    }
    if (jobs.length === batchSize || (lanes.size === 0 && done.length > 0)) continue
    if (lanes.size === 0) return count
    await Promise.race([...lanes.values(), pause(pollMilliseconds)])
  }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds).unref())

/**
 * Claims due jobs and marks those in `done` as done, in one statement. The due ids are an array, so that they are
 * searched once, not for every row of a table that was small when the statement was planned.
 */
async function claimJobs(
  { db, clock }: Services,
  kinds: JobKind[],
  options: RunOptions,
  done: number[],
): Promise<ClaimedJob[]> {
  if (kinds.length + done.length === 0) return []
  const now = clock()
  const written = [...done]
  const claimed = await sql<ClaimedJob>`${planKept}
    with done as (update jobs set done_at = ${now}, last_error = '' where id = any(${written}::bigint[]))
    update jobs set leased_until = ${leaseEnd(now, options)}, attempts = attempts + 1
    where id = any(array(
      select id from jobs
      where done_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
        and kind = any(${kinds}::text[]) and id <> all(${written}::bigint[])
      order by run_at, id limit ${batchSize} for update skip locked
    ))
    returning id, kind, payload, attempts`.execute(db)
  done.splice(0, written.length)
  return claimed.rows.sort((one, other) => one.id - other.id)
}

const leaseEnd = (now: Date, options: RunOptions) =>
  new Date(now.getTime() + (options.leaseSeconds ?? leaseSeconds) * 1000)

/** Runs the jobs of one lane in order. A job whose lease was lost belongs to another process and is not begun. */
async function runInOrder(
  services: Services,
  handlers: JobHandlers,
  jobs: ClaimedJob[],
  options: RunOptions,
  done: number[],
): Promise<void> {
  const { db, clock, log } = services
  let ownIds = jobs.map(job => job.id)
  const renew = async () => {
    // Renews jobs in `done` too, until the next claim has marked them: otherwise another process would run
    // them again.
    const held = [...ownIds, ...done]
    if (held.length === 0) return
    const now = clock()
    const renewed = await db
      .updateTable('jobs')
      .set({ leased_until: leaseEnd(now, options) })
      .where('id', 'in', held)
      .where('leased_until', '>', now)
      .where('done_at', 'is', null)
      .returning('id')
      .execute()
    const kept = new Set(renewed.map(job => job.id))
    ownIds = ownIds.filter(id => kept.has(id))
  }
  const renewing = setInterval(
    () => renew().catch(error => log.error('lease not renewed', { error })),
    ((options.leaseSeconds ?? leaseSeconds) * 1000) / 3,
  )
  try {
    const groups = groupJobs(jobs, handlers)
    for (let group = groups.shift(); group && !options.stopping?.aborted; group = groups.shift()) {
      const toRun = group.filter(({ id }) => ownIds.includes(id))
      const result = await runJobs(services, handlers, toRun, options.stopping)
      // If a group fails, each of its jobs is tried alone.
      if (result === 'failedTogether') groups.unshift(...toRun.map(job => [job]))
      else if (result !== 'stopped') {
        done.push(...result)
        ownIds = ownIds.filter(id => !group.some(job => job.id === id))
      }
    }
    if (ownIds.length > 0) {
      // A job that was not begun, or stopped early, has not used up a try.
      const untried = { leased_until: null, attempts: sql<number>`attempts - 1` }
      await db.updateTable('jobs').set(untried).where('id', 'in', ownIds).execute()
    }
  } finally {
    clearInterval(renewing)
  }
}

/** Groups consecutive jobs of a kind that is handled together; every other job is alone. */
function groupJobs(jobs: ClaimedJob[], handlers: JobHandlers): ClaimedJob[][] {
  const groups: ClaimedJob[][] = []
  for (const job of jobs) {
    const last = groups.at(-1)
    if ('all' in handlers[job.kind] && last?.[0]?.kind === job.kind) last.push(job)
    else groups.push([job])
  }
  return groups
}

/**
 * Runs jobs with their handler, and returns the ids of those that are done. A single job that fails is scheduled again.
 */
async function runJobs(
  services: Services,
  handlers: JobHandlers,
  jobs: ClaimedJob[],
  stopping?: AbortSignal,
): Promise<number[] | 'failedTogether' | 'stopped'> {
  const { db, clock, log } = services
  const [job] = jobs
  if (!job) return []
  try {
    const handler = handlers[job.kind] as Handler
    if ('all' in handler) {
      await handler.all(
        services,
        jobs.map(({ payload }) => payload),
      )
    } else await handler(services, job.payload, job.attempts, stopping)
    return jobs.map(({ id }) => id)
  } catch (error) {
    if (stopping?.aborted && error === stopping.reason) return 'stopped'
    if (jobs.length > 1) {
      log.error('jobs failed together', { job: job.kind, error })
      return 'failedTogether'
    }
    log.error('job failed', { job: job.kind, jobId: job.id, error })
    const wait = Math.min(2 ** job.attempts * 5, maxBackOffSeconds)
    await db
      .updateTable('jobs')
      .set({
        run_at: new Date(clock().getTime() + wait * 1000),
        leased_until: null,
        last_error: error instanceof Error ? error.name : 'error',
      })
      .where('id', '=', job.id)
      .execute()
    return []
  }
}
