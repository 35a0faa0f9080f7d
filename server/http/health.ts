import type { FastifyInstance } from 'fastify'
import { isCurrent, type Layout, readLayout } from '#server/database/migrate.ts'
import type { Services } from '#server/services.ts'
import { refused } from './answer-call.ts'
import { withTimeout } from './with-timeout.ts'

const databaseMilliseconds = 1000
const jobsMilliseconds = 60_000

/**
 * Mounts two addresses for monitoring. `/healthz` says that the process answers; if it fails, restart the process.
 * `/readyz` says that it can work, else 503 with the reason: send callers elsewhere until it can.
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  const layout = readLayout()
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady(services, layout)
    reply.header('cache-control', 'no-store')
    return reason ? reply.code(503).send(refused(503, reason).envelope) : reply.send({ status: 'ready' })
  })
}

async function whyNotReady(
  { db, clock, lastRuns, isBackingUp }: Services,
  layout: Layout,
): Promise<string | undefined> {
  if (isBackingUp?.()) return undefined
  const current = await withTimeout(databaseMilliseconds, isCurrent(db, layout))
  if (current === undefined) return 'The database does not answer within a second'
  if (!current) return 'The database is of a version that this server does not work with'
  const jobsSeen = lastRuns.get('jobs')?.at.getTime() ?? 0
  if (clock().getTime() - jobsSeen > jobsMilliseconds) return 'Background jobs have not run for a minute'
  return undefined
}
