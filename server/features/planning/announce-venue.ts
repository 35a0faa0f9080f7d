import { longDay, timeOfDay } from '#domain/format-dates.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import type { Services } from '#server/services.ts'
import { notifyHolders } from './notify-holders.ts'

/**
 * Tells every family with a place in a moved session its new venue (record 062). Does nothing if the session
 * was moved back.
 */
export async function announceVenue(
  services: Services,
  { sessionId, wasVenueId, version }: JobPayloads['session-elsewhere'],
): Promise<void> {
  const session = await services.db
    .selectFrom('sessions as s')
    .innerJoin('offering_types as t', 't.id', 's.offering_type_id')
    .innerJoin('offerings as o', 'o.id', 's.offering_id')
    .innerJoin('venues as v', 'v.id', 'o.venue_id')
    .innerJoin('venues as w', join => join.on('w.id', '=', wasVenueId))
    .select(['s.start_date', 's.start_time', classTitle.as('title'), 'v.name as venue', 'w.name as was'])
    .where('s.id', '=', sessionId)
    .where('o.venue_id', '<>', wasVenueId)
    .executeTakeFirst()
  if (!session) return
  const { title, start_date, start_time, venue, was } = session
  await notifyHolders(services, [sessionId], {
    wordsOf: ({ isSold }) => ({
      title: 'Your class is at another venue',
      opening: `${title} on ${longDay(start_date)}, ${timeOfDay(start_time)} is now at ${venue}, not at ${was}.`,
      closing: `${isSold ? 'Your place is kept. ' : ''}If that does not suit, please tell us.`,
      insteadOf: () => ({ where: was }),
    }),
    onceKey: `session-elsewhere-${sessionId}-${version}`,
  })
}
