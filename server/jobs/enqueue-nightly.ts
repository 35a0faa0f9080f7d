import { addDays, momentInLondon, todayInLondon } from '#domain/calendar.ts'
import type { Services } from '#server/services.ts'
import { enqueue } from './enqueue.ts'
import type { JobKind } from './job-kinds.ts'

const patience = 5 * 60_000

/**
 * Writes a nightly job at a time in London: the first process that looks writes it, and the others find it. A missed
 * night is made up for at the next start. The audit then waits five minutes, so that it does not report problems that
 * start-up is about to repair, such as expired orders.
 */
export async function enqueueNightly(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: JobKind,
  at: string,
): Promise<void> {
  const now = clock()
  const today = todayInLondon(now)
  const isOver = (by: Date) => momentInLondon(by) >= `${today} ${at}`
  const night = isOver(now) ? today : addDays(today, -1)
  const isLate = night !== today || isOver(new Date(now.getTime() - patience))
  const due = kind === 'audit' && isLate ? new Date(now.getTime() + patience) : now
  await enqueue(db, kind, {}, due, `${kind}-${night}`)
}
