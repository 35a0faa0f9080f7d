import { momentInLondon } from '#domain/calendar.ts'
import { longDay, longMoment, timeOfDay } from '#domain/format-dates.ts'
import { classTitle } from '#server/features/offerings/session-sql.ts'
import { answerAddress } from '#server/features/orders/answer-link.ts'
import type { JobPayloads } from '#server/jobs/job-kinds.ts'
import type { Services } from '#server/services.ts'
import { notifyHolders } from './notify-holders.ts'

/**
 * Notifies every family with a place in rescheduled sessions, once per order, of the new time and until when
 * it may refuse (decision O-18). Sessions that were moved back meanwhile are left out.
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
      'n.id as changeId',
      's.start_date',
      's.start_time',
      'n.answer_until',
      'n.was_starts_at',
      classTitle.as('title'),
      'v.name as venue',
    ])
    .where('n.id', 'in', changeIds)
    .whereRef('s.starts_at', '<>', 'n.was_starts_at')
    .orderBy('n.answer_until', 'desc')
    .execute()
  await notifyHolders(
    services,
    changes.map(({ id }) => id),
    {
      wordsOf({ sessionIds, isSold, orderNumber }) {
        const ofOrder = changes.filter(({ id }) => sessionIds.includes(id))
        const [change, ...others] = ofOrder
        if (!change) throw new Error('there is no change to tell')
        const until = longMoment(change.answer_until)
        const answer = isSold
          ? `you can move to another date or get your money back until ${until}, with the link in our mail.`
          : `tell us by ${until} and we will find you another date.`
        const insteadOf = (sessionId: number) => {
          const of = ofOrder.find(({ id }) => id === sessionId)
          return of && { when: wasOn(of) }
        }
        const linkTo = ({ changeId }: typeof change) =>
          `Move or get your money back: ${answerAddress(services.config, changeId, orderNumber)}`
        if (others.length > 0) {
          return {
            title: 'Your classes have new times',
            opening: 'Some of your dates have changed. They are now:',
            insteadOf,
            closing: `If one of them does not suit, and has not begun, ${answer}`,
            links: isSold ? ofOrder.map(each => `${whenOf(each)}: ${linkTo(each)}`) : [],
          }
        }
        return {
          title: 'Your class has a new time',
          opening: `${change.title} at ${change.venue} is now on ${whenOf(change)}. It was on ${wasOn(change)}.`,
          insteadOf,
          closing: `If that does not suit, ${answer}`,
          links: isSold ? [linkTo(change)] : [],
        }
      },
      onceKey: `session-moved-${changeIds[0]}`,
    },
  )
}

const whenOf = ({ start_date: day, start_time: time }: { start_date: string; start_time: string }) =>
  `${longDay(day)}, ${timeOfDay(time)}`

/** Says when a date was before its change: 'Tuesday 8 December 2026, 10:00'. */
function wasOn({ was_starts_at: at }: { was_starts_at: Date }): string {
  const [day = '', time = ''] = momentInLondon(at).split(' ')
  return whenOf({ start_date: day, start_time: time })
}
