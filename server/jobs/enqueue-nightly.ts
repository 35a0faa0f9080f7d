import { addDays, momentInLondon, todayInLondon } from '#domain/calendar.ts'
import type { Services } from '#server/services.ts'
import { enqueue, type NightlyKind } from './enqueue.ts'

const patience = 5 * 60_000

/**
 * Writes the job of a kind that is done once a night, at a time of London's clock: whichever process looks first
 * writes it, and the others find it there. A night that nobody was up in is made good when somebody is; an audit then waits
 * five minutes, for what a start mends first, like orders that ran out meanwhile, is no find of its.
 */
export async function enqueueNightly(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: NightlyKind,
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
