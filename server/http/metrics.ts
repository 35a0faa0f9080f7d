import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { gauges, readVitalSigns, type VitalSign } from '#server/database/vital-signs.ts'
import type { Services } from '#server/services.ts'
import { withTimeout } from './with-timeout.ts'

const databaseMilliseconds = 2000

/**
 * Mounts `/metrics` for Prometheus, protected by METRICS_TOKEN; without it nothing is counted. Labels are
 * contract paths, beginnings of our addresses, kinds and states: never personal data, and never an unbounded
 * number.
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
  const found = Object.entries<{ label?: string; help: string }>(gauges).map(([name, { label, help }]) => ({
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

/** Shortens the address: `/media/uploads/x.webp` is `/media`; a page is `/*`. */
const beginningOf = (request: FastifyRequest) => `/${request.routeOptions.url?.split('/')[1] ?? '*'}`

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string | undefined, wanted: string) =>
  timingSafeEqual(digest(given ?? ''), digest(wanted))

function ownSigns({ lastRuns, poolState }: Services): VitalSign[] {
  const pool = poolState?.()
  return [
    ...[...lastRuns].map(([label, { at }]) => ({
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
  const signs = await withTimeout(databaseMilliseconds, readVitalSigns(db, clock()))
  return [...(signs ?? []), { name: 'maypole_database_up', label: '', value: signs ? 1 : 0 }]
}
