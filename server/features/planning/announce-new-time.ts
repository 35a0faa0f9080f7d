import { longDay, longMoment, timeOfDay } from '#domain/wording.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { Services } from '#server/services.ts'
import { tellHolders } from './tell-holders.ts'

/**
 * Tells every family with a place in a session that it has a new time, and until when they may say that it does not suit
 * (decision O-18); nobody where it has been put back meanwhile.
 */
export async function announceNewTime(services: Services, { changeId }: { changeId: number }): Promise<void> {
  const change = await services.db
    .selectFrom('session_changes as n')
    .innerJoin('sessions as s', 's.id', 'n.session_id')
    .innerJoin('offering_types as t', 't.id', 's.offering_type_id')
    .innerJoin('offerings as o', 'o.id', 's.offering_id')
    .innerJoin('venues as v', 'v.id', 'o.venue_id')
    .select([
      's.id',
      's.start_date',
      's.start_time',
      'n.answer_until',
      classTitle.as('title'),
      'v.name as venue',
    ])
    .where('n.id', '=', changeId)
    .whereRef('s.starts_at', '<>', 'n.was_starts_at')
    .executeTakeFirst()
  if (!change) return
  const when = `${longDay(change.start_date)}, ${timeOfDay(change.start_time)}`
  await tellHolders(services, change.id, {
    title: 'Your class has a new time',
    bodyOf: () => [
      `${change.title} at ${change.venue} is now on ${when}.`,
      `If that does not suit, tell us by ${longMoment(change.answer_until)}: we will move you or give your money back.`,
    ],
    onceKey: `session-moved-${changeId}`,
  })
}
