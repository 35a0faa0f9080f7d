import type { FastifyInstance } from 'fastify'
import { writeCalendar } from '#domain/icalendar.ts'
import { readFeed } from '#server/features/calendar-feed/queries.ts'
import type { Services } from '#server/services.ts'
import { takeTurns } from '#server/take-turns.ts'
import { callerOf } from './take-turn-of-caller.ts'

const secretForm = /^[A-Za-z0-9_-]{43}$/
/** Calendar programmes ask at the same full hour; none of them waits for its answer before a screen. */
const takeTurn = takeTurns({ atOnce: 2, mostWaiting: 100, longestSeconds: 5 })

/** A family's bookings for their calendar programme; whoever has the address may read it, nobody may guess it. */
export function mountCalendarFeed(
  app: FastifyInstance,
  { db, config, clock, takeTurnOfCaller }: Services,
): void {
  const host = new URL(config.publicUrl).hostname
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const secret = /^(.*)\.ics$/.exec(request.params.file)?.[1] ?? ''
    const bookings = secretForm.test(secret)
      ? await takeTurnOfCaller(callerOf(request), () => takeTurn(() => readFeed(db, secret)))
      : undefined
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (!bookings)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such calendar.\n')
    return reply
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar({ name: 'My bookings', host, now: clock(), bookings }))
  })
}
