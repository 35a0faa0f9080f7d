import { todayInLondon } from '#domain/calendar.ts'
import { longMoment } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'
import { tellStaff } from '#server/features/staff/tell-staff.ts'
import type { JobKind } from '#server/jobs/enqueue.ts'
import type { LastDone, Services } from '#server/services.ts'
import { jobWords, workWords } from './job-words.ts'

const stillMinutes = 30
/** A job waits twice as long after each try: by then it has failed for twenty minutes. */
const manyTries = 8

/**
 * Tells of what does not mend itself, once a day each: work of this process that has stood still for half an hour beyond
 * its pace, and jobs that fail again and again (spec 3 §2.13).
 */
export async function lookForFailures({
  db,
  clock,
  beats,
}: Pick<Services, 'db' | 'clock' | 'beats'>): Promise<void> {
  const now = clock()
  for (const [name, beat] of beats) {
    if (!standsStill(beat, now)) continue
    await tellOfFailure(
      db,
      `work-${name}`,
      `“${workWords[name] ?? name}” has stood still since ${longMoment(beat.at)}`,
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
    await tellOfFailure(
      db,
      `job-${kind}`,
      `“${jobWords[kind as JobKind] ?? kind}” fails again and again`,
      now,
    )
  }
}

/** Whether work of this process was last well done half an hour longer ago than it should have been. */
export const standsStill = ({ at, everySeconds }: LastDone, now: Date): boolean =>
  now.getTime() - at.getTime() > (stillMinutes * 60 + everySeconds) * 1000

/** Tells whoever wishes it that something fails; of one thing once a day. */
export const tellOfFailure = (tx: Db, what: string, words: string, now: Date): Promise<void> =>
  tellStaff(tx, { wish: 'failure', event: `${what}-${todayInLondon(now)}`, words }, now)
