import { todayInLondon } from '#domain/calendar.ts'
import { longMoment } from '#domain/format-dates.ts'
import type { Db } from '#server/database/connect.ts'
import { notifyStaff } from '#server/features/staff/notify-staff.ts'
import { wordsOfJob } from '#server/jobs/job-kinds.ts'
import type { LastRun, Services } from '#server/services.ts'
import { workWords } from './work-words.ts'

const stillMinutes = 30
/**
 * How many tries count as failing. The wait doubles each time, so the job has failed for twenty minutes by
 * then.
 */
const manyTries = 8

/**
 * Reports problems that need a person, each once a day: a task of this process that is half an hour late, and jobs that
 * keep failing (spec 3 §2.13).
 */
export async function reportFailures({
  db,
  clock,
  lastRuns,
}: Pick<Services, 'db' | 'clock' | 'lastRuns'>): Promise<void> {
  const now = clock()
  for (const [name, lastRun] of lastRuns) {
    if (!standsStill(lastRun, now)) continue
    await tellOfFailure(
      db,
      `work-${name}`,
      `The background job “${workWords[name] ?? name}” has not run since ${longMoment(lastRun.at)}`,
      now,
    )
  }
  const failing = await db
    .selectFrom('jobs')
    .select('kind')
    .distinct()
    .where('done_at', 'is', null)
    .where('last_error', '<>', '')
    .where('attempts', '>=', manyTries)
    .orderBy('kind')
    .execute()
  for (const { kind } of failing) {
    await tellOfFailure(db, `job-${kind}`, `The background job “${wordsOfJob(kind)}” keeps failing`, now)
  }
}

/** Whether a task of this process last succeeded longer ago than its interval and half an hour. */
export const standsStill = ({ at, everySeconds }: LastRun, now: Date): boolean =>
  now.getTime() - at.getTime() > (stillMinutes * 60 + everySeconds) * 1000

/** Mails the staff who chose it that something fails, at most once a day for each failure. */
export const tellOfFailure = (tx: Db, what: string, words: string, now: Date): Promise<void> =>
  notifyStaff(tx, { wish: 'failure', event: `${what}-${todayInLondon(now)}`, words }, now)
