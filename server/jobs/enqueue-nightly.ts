import { addDays, momentInLondon, todayInLondon } from '#domain/calendar.ts'
import type { Services } from '#server/services.ts'
import { enqueue, type NightlyKind } from './enqueue.ts'

/**
 * Writes the job of a kind that is done once a night, at a time of London's clock: whichever process looks first
 * writes it, and the others find it there. A night that nobody was up in is made good when somebody is.
 */
export async function enqueueNightly(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: NightlyKind,
  at: string,
): Promise<void> {
  const now = clock()
  const today = todayInLondon(now)
  const night = momentInLondon(now) >= `${today} ${at}` ? today : addDays(today, -1)
  await enqueue(db, kind, {}, now, `${kind}-${night}`)
}
