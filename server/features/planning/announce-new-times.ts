import { longDay, longMoment, timeOfDay } from '#domain/wording.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { JobPayloads } from '#server/jobs/enqueue.ts'
import type { Services } from '#server/services.ts'
import { tellHolders } from './tell-holders.ts'

/**
 * Tells every family with a place in sessions that have new times, an order once of all of its own, and until when they may
 * say that it does not suit (decision O-18); nobody of what has been put back meanwhile.
 */
export async function announceNewTimes(
  services: Services,
  { changeIds }: JobPayloads['sessions-moved'],
): Promise<void> {
  const changes = await services.db
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
    .where('n.id', 'in', changeIds)
    .whereRef('s.starts_at', '<>', 'n.was_starts_at')
    .orderBy('n.answer_until', 'desc')
    .execute()
  await tellHolders(
    services,
    changes.map(({ id }) => id),
    {
      wordsOf({ sessionIds }) {
        const [change, ...others] = changes.filter(({ id }) => sessionIds.includes(id))
        if (!change) throw new Error('there is no change to tell')
        const until = longMoment(change.answer_until)
        const answer = 'we will find you another date.'
        if (others.length > 0) {
          return {
            title: 'Your classes have new times',
            opening: 'Some of your dates have changed. They are now:',
            closing: `If one of them does not suit, and has not begun, tell us by ${until} and ${answer}`,
          }
        }
        const when = `${longDay(change.start_date)}, ${timeOfDay(change.start_time)}`
        return {
          title: 'Your class has a new time',
          opening: `${change.title} at ${change.venue} is now on ${when}.`,
          closing: `If that does not suit, tell us by ${until} and ${answer}`,
        }
      },
      onceKey: `session-moved-${changeIds[0]}`,
    },
  )
}
