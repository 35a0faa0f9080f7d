import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readVitalSigns, type VitalSign } from '#server/database/vital-signs.ts'
import type { Services } from '#server/services.ts'
import { inTime } from './in-time.ts'

/** What is looked up when somebody asks: each with the one label it has, if any, and what it says. */
const gauges: Record<VitalSign['name'], { label?: string; help: string }> = {
  maypole_database_up: { help: '1 when the database answered this request in time, else 0' },
  maypole_pool_in_use: { help: 'Connections to PostgreSQL at work' },
  maypole_pool_waiting: { help: 'Queries that wait for a connection to PostgreSQL' },
  maypole_beat_timestamp_seconds: { label: 'work', help: 'When repeated work was last well done' },
  maypole_jobs_due: { label: 'kind', help: 'Jobs that are due and not done' },
  maypole_jobs_due_age_seconds: { label: 'kind', help: 'For how long the oldest due job has been due' },
  maypole_jobs_failing: { label: 'kind', help: 'Jobs that failed at least once and are tried again' },
  maypole_mails_day: {
    label: 'state',
    help: 'Mails sent or refused in the last 24 hours, and all that wait',
  },
  maypole_payments_mismatched: { help: 'Payments that are not as we asked: people decide' },
  maypole_places_held: { help: 'Places held by orders that are not paid yet' },
}

const databaseMilliseconds = 2000

/**
 * `/metrics` for Prometheus, to whoever shows METRICS_TOKEN; without that setting nothing is counted. Labels are paths
 * of the contract, beginnings of our addresses, kinds and states: nobody's data, and never more of them.
 */
export function mountMetrics(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config
  if (!metricsToken) return
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'maypole_answers_total',
    help: 'Answers by call or beginning of the address, HTTP status and code of the envelope',
    labelNames: ['path', 'status', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'maypole_answer_seconds',
    help: 'How long answers took',
    labelNames: ['path'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  })
  const found = Object.entries(gauges).map(([name, { label, help }]) => ({
    name,
    label,
    gauge: new Gauge({ name, help, labelNames: label ? [label] : [], registers }),
  }))

  app.addHook('onResponse', (request, reply, done) => {
    const path = request.call?.path ?? beginningOf(request)
    answers.inc({ path, status: reply.statusCode, code: request.call?.code ?? '' })
    seconds.observe({ path }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isSame(request.headers.authorization, `Bearer ${metricsToken}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    }
    const signs = [...ownSigns(services), ...(await databaseSigns(services))]
    for (const { name, label, gauge } of found) {
      gauge.reset()
      for (const sign of signs) {
        if (sign.name === name) gauge.set(label ? { [label]: sign.label } : {}, sign.value)
      }
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** `/media/uploads/x.webp` is `/media`; a page is `/*`. */
const beginningOf = (request: FastifyRequest) => `/${request.routeOptions.url?.split('/')[1] ?? '*'}`

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string | undefined, wanted: string) =>
  timingSafeEqual(digest(given ?? ''), digest(wanted))

function ownSigns({ beats, poolState }: Services): VitalSign[] {
  const pool = poolState?.()
  return [
    ...[...beats].map(([label, { at }]) => ({
      name: 'maypole_beat_timestamp_seconds' as const,
      label,
      value: at.getTime() / 1000,
    })),
    ...(pool
      ? [
          { name: 'maypole_pool_in_use' as const, label: '', value: pool.inUse },
          { name: 'maypole_pool_waiting' as const, label: '', value: pool.waiting },
        ]
      : []),
  ]
}

async function databaseSigns({ db, clock }: Services): Promise<VitalSign[]> {
  const signs = await inTime(databaseMilliseconds, readVitalSigns(db, clock()))
  return [...(signs ?? []), { name: 'maypole_database_up', label: '', value: signs ? 1 : 0 }]
}
