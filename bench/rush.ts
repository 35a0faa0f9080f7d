// Measures the minute in which a term opens: 2,500 families arrive within 60 seconds, while 10,000 open pages
// poll. It runs on one process and on two behind nginx, which is the system's own (`apt install nginx`;
// `--direct` does without). Run by `npm run bench:rush`; a smaller one by `node bench/rush.ts --families=250
// --seconds=20 --pages=500 --processes=1`.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { contract } from '#contract/contract.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { freePort } from '#testing/free-port.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import type { Arrival, ArrivalResult } from './arrive.ts'
import { auditAfter } from './audit-after.ts'
import { makeFamilies } from './make-families.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { share } from './shopper.ts'
import { startCards } from './start-cards.ts'
import { child, startProduct } from './start-product.ts'
import { startProxy } from './start-proxy.ts'
import { tellResults } from './tell-results.ts'
import { backendsOf, memoryOf, watch } from './watch-processes.ts'

const { values } = parseArgs({
  options: {
    families: { type: 'string', default: '2500' },
    seconds: { type: 'string', default: '60' },
    pages: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '1,2' },
    direct: { type: 'boolean' },
    record: { type: 'boolean' },
  },
})
const [families, seconds, tabs] = [values.families, values.seconds, values.pages].map(Number) as [
  number,
  number,
  number,
]
/** 500 of 2,500 families compete for 120 places. */
const scarce = Math.max(1, Math.round((12 * families) / 2500))
const competing = families / 5
const everySeconds = 5

const say = tellResults('rush')

async function rush(url: string, processes: number): Promise<boolean> {
  const name = processes === 1 ? 'one process' : `${processes} processes`
  // The families that arrive, and those whose pages are open already.
  const made = await makeFamilies(url, { families: families + tabs, sessions: 200, scarce })
  const cards = await startCards()
  const ports = Array.from({ length: processes }, (_, nth) => (nth === 0 ? cards.productPort : undefined))
  const proxyPort = values.direct ? undefined : await freePort()
  const publicUrl = proxyPort && `http://127.0.0.1:${proxyPort}`
  const products = await Promise.all(
    ports.map(port => startProduct(url, { cards, ...(port && { port }), ...(publicUrl && { publicUrl }) })),
  )
  const proxy = proxyPort === undefined ? undefined : await startProxy(proxyPort, products)
  const urls = publicUrl ? [publicUrl] : products.map(product => product.url)
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const [arriving, polling] = [child('./arrive.ts'), child('./open-tabs.ts')]
  const pids = products.map(product => product.process.pid as number)
  if (tabs > 0) {
    const headers = made.families
      .slice(families)
      .map(({ token }) => ({ 'content-type': 'application/json', token }))
    const path = `api/${contract.notifications.countUnread.path}`
    // Its pages stay open for as long as the last family may take.
    const given: Tabs = {
      url: `${urls[0]}/${path}`,
      bodies: ['{}'],
      headers,
      tabs,
      everySeconds,
      openingSeconds: 10,
      seconds: seconds + 30,
    }
    polling.send(given)
    await once(polling, 'message')
  }
  const polled = tabs > 0 ? once(polling, 'message').then(() => once(polling, 'message')) : undefined
  const usedSince = await watch({
    server: async () => pids,
    PostgreSQL: backendsOf(database.db),
    ...(proxy && { nginx: async () => proxy.pids() }),
    'the provider': async () => [cards.pid()],
    'the families': async () => [arriving.pid as number],
    ...(tabs > 0 && { 'the open pages': async () => [polling.pid as number] }),
  })
  const started = performance.now()
  const arrival: Arrival = {
    urls,
    families: made.families.slice(0, families),
    places: made.places,
    competing,
    scarce,
    seconds,
  }
  arriving.send(arrival)
  const [{ tally, seated }] = (await once(arriving, 'message')) as [ArrivalResult]
  const took = (performance.now() - started) / 1000
  const used = await usedSince()
  for (const [step, times] of Object.entries(tally.took)) {
    say(
      `${name}, ${step}`,
      `${times.length}, p50 ${share(times, 0.5).toFixed(0)} ms, p99 ${share(times, 0.99).toFixed(0)} ms`,
    )
  }
  const listed = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, times]) => `${times} ${what}`)
      .join('; ') || 'none'
  say(`${name}, lost`, listed(tally.lost))
  say(`${name}, refused`, listed(tally.refused))
  say(`${name}, asked to wait`, String(tally.waited))
  say(
    `${name}, families with a paid place`,
    `${seated.length} of ${families}, the last ${(
      share(
        seated.map(({ sinceFirst }) => sinceFirst),
        1,
      ) / 1000
    ).toFixed(0)} s after the first arrived; p99 of a family's own time ${(
      share(
        seated.map(({ own }) => own),
        0.99,
      ) / 1000
    ).toFixed(1)} s`,
  )
  say(
    `${name}, of one core`,
    Object.entries(used)
      .map(([part, spent]) => `${part} ${((spent / took) * 100).toFixed(0)} %`)
      .join(', '),
  )
  say(`${name}, memory after it`, `${pids.map(memoryOf).join(' and ')} MB`)
  if (polled) {
    const [held] = (await polled) as [TabsResult]
    say(
      `${name}, ${tabs} open pages`,
      `${held.pollsPerSecond.toFixed(0)} polls/s (ratio ${(held.pollsPerSecond / (tabs / everySeconds)).toFixed(2)} of what they ask for), ${listed(held.lost)} lost, ${held.skipped} skipped, p50 ${held.p50Milliseconds.toFixed(0)} ms, p99 ${held.p99Milliseconds.toFixed(0)} ms`,
    )
  } else polling.kill()
  const audit = await auditAfter(database.db)
  say(`${name}, audit after it`, audit.words)
  await database.close()
  await proxy?.stop()
  for (const product of products) await product.stop()
  await cards.close()
  return audit.isSound && Object.keys(tally.lost).length === 0 && seated.length === families
}

const postgres = await startPostgres([])
try {
  const results: boolean[] = []
  for (const processes of values.processes.split(',').map(Number)) {
    results.push(await rush(await newDatabase(postgres, 'bench_rush'), processes))
  }
  if (!results.every(Boolean)) process.exitCode = 1
} finally {
  await postgres.stop()
}
