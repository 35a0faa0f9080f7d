import type { FastifyInstance } from 'fastify'
import { writeCalendar } from '#domain/icalendar.ts'
import { createLimiter } from '#server/create-limiter.ts'
import { readFeed } from '#server/features/calendar-feed/queries.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'

const secretForm = /^[A-Za-z0-9_-]{43}$/
/** Limits the calls, because calendar programs ask at the same full hours and nobody waits at a screen. */
const limit = createLimiter({ maxConcurrent: 2, maxWaiting: 100, maxSeconds: 5 })

/**
 * Serves a family's bookings to their calendar program. Anyone with the address can read them, but it cannot be
 * guessed.
 */
export function mountCalendarFeed(app: FastifyInstance, { db, config, clock, limitCaller }: Services): void {
  const host = new URL(config.publicUrl).hostname
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const secret = /^(.*)\.ics$/.exec(request.params.file)?.[1] ?? ''
    const bookings = secretForm.test(secret)
      ? await limitCaller(callerOf(request), () => limit(() => readFeed(db, secret)))
      : undefined
    reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
    if (!bookings)
      return reply.code(404).type('text/plain; charset=utf-8').send('There is no such calendar.\n')
    return reply
      .type('text/calendar; charset=utf-8')
      .send(writeCalendar({ name: 'My bookings', host, now: clock(), bookings }))
  })
}
