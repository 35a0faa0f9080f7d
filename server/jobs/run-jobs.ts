import { sql } from 'kysely'
import { planKept } from '#server/database/connect.ts'
import type { Services } from '#server/services.ts'
import type { JobKind, JobPayloads } from './enqueue.ts'

/**
 * Of `all` that follow each other: a kind of which many wait in a rush. `attempts` counts this one too, and those whose
 * process was killed. What lasts breaks off with `stopping.throwIfAborted()`, where the next process can go on.
 */
type Handler<Payload = unknown> =
  | ((services: Services, payload: Payload, attempts: number, stopping?: AbortSignal) => Promise<unknown>)
  | { all: (services: Services, payloads: Payload[]) => Promise<unknown> }

export type JobHandlers = { [K in JobKind]: Handler<JobPayloads[K]> }

const leaseSeconds = 120
const atOnce = 20
const longestBackOffSeconds = 3_600
const lookAgainMilliseconds = 1000

interface ClaimedJob {
  id: number
  kind: JobKind
  payload: unknown
  attempts: number
}

interface Running {
  /** Set when the process ends: what has not begun, or breaks off, is left to another one. */
  stopping?: AbortSignal
  /** Told of every look at the table that was answered. */
  looked?: () => void
  /** How long a claim lasts without a sign of life; shorter in tests. */
  leaseSeconds?: number
}

/**
 * What asks somebody outside may hang, an import is long, and for a code somebody waits: these kinds wait behind no
 * other. What the database alone does keeps its order.
 */
const withOwnLane = new Set<JobKind>([
  'mail-code',
  'send-mail',
  'send-urgent-mail',
  'close-card-page',
  'refund-payment',
  'remove-picture',
  'import-lines',
])
const laneOf = (kind: JobKind): JobKind | 'database' => (withOwnLane.has(kind) ? kind : 'database')

/**
 * Runs every job that is due, and returns how many there were. Lanes do not wait for each other; the jobs of one lane
 * are run in turn. A kind without a handler is a newer server's, and left to it. Several processes share the table: each
 * claims its own rows with `skip locked` and a lease that it renews while it works, so that a killed process loses
 * nothing and a slow one repeats nothing.
 */
export async function runDueJobs(
  services: Services,
  handlers: JobHandlers,
  running: Running = {},
): Promise<number> {
  const kinds = Object.keys(handlers) as JobKind[]
  const atWork = new Map<JobKind | 'database', Promise<void>>()
  const done: number[] = []
  let ran = 0
  for (;;) {
    const free = running.stopping?.aborted ? [] : kinds.filter(kind => !atWork.has(laneOf(kind)))
    const jobs = await claimJobs(services, free, running, done)
    ran += jobs.length
    running.looked?.()
    for (const [lane, ofLane] of Map.groupBy(jobs, job => laneOf(job.kind))) {
      const work = runInTurn(services, handlers, ofLane, running, done)
        // Nobody waits for a lane when claiming fails, too; what it left undone is due again when its lease ends.
        .catch(error => services.log.error('jobs broken off', { job: lane, error }))
        .finally(() => atWork.delete(lane))
      atWork.set(lane, work)
    }
    if (jobs.length === atOnce || (atWork.size === 0 && done.length > 0)) continue
    if (atWork.size === 0) return ran
    await Promise.race([...atWork.values(), pause(lookAgainMilliseconds)])
  }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds).unref())

/**
 * Claims what is due, and in the same statement writes down what is `done`. As an array, what is due is looked for once,
 * and not again for every row of a table that was small when this was planned.
 */
async function claimJobs(
  { db, clock }: Services,
  kinds: JobKind[],
  running: Running,
  done: number[],
): Promise<ClaimedJob[]> {
  if (kinds.length + done.length === 0) return []
  const now = clock()
  const told = [...done]
  const claimed = await sql<ClaimedJob>`${planKept}
    with done as (update jobs set done_at = ${now}, last_error = '' where id = any(${told}::bigint[]))
    update jobs set leased_until = ${leaseEnd(now, running)}, attempts = attempts + 1
    where id = any(array(
      select id from jobs
      where done_at is null and run_at <= ${now} and (leased_until is null or leased_until <= ${now})
        and kind = any(${kinds}::text[]) and id <> all(${told}::bigint[])
      order by run_at, id limit ${atOnce} for update skip locked
    ))
    returning id, kind, payload, attempts`.execute(db)
  done.splice(0, told.length)
  return claimed.rows.sort((one, other) => one.id - other.id)
}

const leaseEnd = (now: Date, running: Running) =>
  new Date(now.getTime() + (running.leaseSeconds ?? leaseSeconds) * 1000)

/** One job after the other. A job whose lease was lost meanwhile belongs to another process, and is not begun. */
async function runInTurn(
  services: Services,
  handlers: JobHandlers,
  jobs: ClaimedJob[],
  running: Running,
  done: number[],
): Promise<void> {
  const { db, clock, log } = services
  let own = jobs.map(job => job.id)
  const renew = async () => {
    if (own.length === 0) return
    const now = clock()
    const kept = await db
      .updateTable('jobs')
      .set({ leased_until: leaseEnd(now, running) })
      .where('id', 'in', own)
      .where('leased_until', '>', now)
      .where('done_at', 'is', null)
      .returning('id')
      .execute()
    own = kept.map(job => job.id)
  }
  const renewing = setInterval(
    () => renew().catch(error => log.error('lease not renewed', { error })),
    ((running.leaseSeconds ?? leaseSeconds) * 1000) / 3,
  )
  try {
    const rows = doneInOneGo(jobs, handlers)
    for (let inARow = rows.shift(); inARow && !running.stopping?.aborted; inARow = rows.shift()) {
      const begun = inARow.filter(({ id }) => own.includes(id))
      const ended = await runJobs(services, handlers, begun, running.stopping)
      // Of several that fail together each is tried alone.
      if (ended === 'failed together') rows.unshift(...begun.map(job => [job]))
      else if (ended !== 'broken off') {
        done.push(...ended)
        own = own.filter(id => !inARow.some(job => job.id === id))
      }
    }
    if (own.length > 0) {
      // What was not begun, or broke off, has used up no try.
      const untried = { leased_until: null, attempts: sql<number>`attempts - 1` }
      await db.updateTable('jobs').set(untried).where('id', 'in', own).execute()
    }
  } finally {
    clearInterval(renewing)
  }
}

/** Those of a kind that is done together where they follow each other; every other one by itself. */
function doneInOneGo(jobs: ClaimedJob[], handlers: JobHandlers): ClaimedJob[][] {
  const rows: ClaimedJob[][] = []
  for (const job of jobs) {
    const last = rows.at(-1)
    if ('all' in handlers[job.kind] && last?.[0]?.kind === job.kind) last.push(job)
    else rows.push([job])
  }
  return rows
}

/** Which of them are done; what fails alone is tried again later. */
async function runJobs(
  services: Services,
  handlers: JobHandlers,
  jobs: ClaimedJob[],
  stopping?: AbortSignal,
): Promise<number[] | 'failed together' | 'broken off'> {
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
    if (stopping?.aborted && error === stopping.reason) return 'broken off'
    if (jobs.length > 1) {
      log.error('jobs failed together', { job: job.kind, error })
      return 'failed together'
    }
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
    return []
  }
}
