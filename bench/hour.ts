// Checks whether the processes' memory grows during an hour of steady, light load. Families arrive, look
// round, log in and buy, other pages poll, and somebody at the desk looks for families. Run by `npm run
// bench:hour`; a shorter one by `node bench/hour.ts --minutes=2`.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Envelope } from '#contract/client.ts'
import { contract } from '#contract/contract.ts'
import { makeOfficeApi } from '#contract/office/client.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { makeStaff } from '#testing/office-client.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import type { Arrival, ArrivalResult } from './arrive.ts'
import { auditAfter } from './audit-after.ts'
import { median } from './compare-with-bare.ts'
import { makeFamilies } from './make-families.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { share } from './shopper.ts'
import { startCards } from './start-cards.ts'
import { child, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'
import { backendsOf, memoryOf, watch } from './watch-processes.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, record: { type: 'boolean' } },
})
const minutes = Number(values.minutes)
const seconds = minutes * 60
/** Each buyer loads a page with its scripts and two weeks, previews twice and buys; every second one logs in. */
const arrivingPerSecond = 2
const tabs = 500
const everySeconds = 5
const searchingEverySeconds = 10
/** The length of a part of the run. Each part gets a line, and the first is compared with the last. */
const tenMinutes = Math.max(1, Math.floor(minutes / 6))

const say = tellResults('hour')

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_hour')
  const arrivals = seconds * arrivingPerSecond
  const made = await makeFamilies(url, { families: arrivals + tabs, sessions: 400 })
  const cards = await startCards()
  const product = await startProduct(url, { port: cards.productPort, cards })
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const { token } = await makeStaff({ db: database.db, clock: { now: () => new Date() } })
  const office = makeOfficeApi(async (path, body) => {
    const headers = {
      'content-type': 'application/json',
      'x-office': '1',
      origin: product.url,
      cookie: `office=${token}`,
    }
    const asked = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await fetch(`${product.url}/api/${path}`, asked)).json()) as Envelope
  })
  const [arriving, polling] = [child('./arrive.ts'), child('./open-tabs.ts')]
  const parts = {
    server: async () => [product.process.pid as number],
    PostgreSQL: backendsOf(database.db),
    'the provider': async () => [cards.pid()],
  }
  const memory: Record<string, number[]> = {}
  const look = async () => {
    for (const [part, pids] of Object.entries(parts)) {
      const held = (await pids()).reduce((sum, pid) => sum + memoryOf(pid), 0)
      memory[part] = [...(memory[part] ?? []), held]
    }
    return Object.entries(memory)
      .map(([part, held]) => `${part} ${held.at(-1)} MB`)
      .join(', ')
  }
  say('before', await look())
  // Connections to PostgreSQL close within the hour, and what they used is then no longer known.
  const usedSince = await watch({
    server: parts.server,
    'the provider': parts['the provider'],
    'the load': async () => [arriving.pid as number, polling.pid as number],
  })
  const headers = made.families
    .slice(arrivals)
    .map(({ token }) => ({ 'content-type': 'application/json', token }))
  const polls: Tabs = {
    url: `${product.url}/api/${contract.notifications.countUnread.path}`,
    bodies: ['{}'],
    headers,
    tabs,
    everySeconds,
    openingSeconds: everySeconds,
    seconds: seconds - everySeconds,
  }
  polling.send(polls)
  const arrival: Arrival = {
    urls: [product.url],
    families: made.families.slice(0, arrivals),
    places: made.places,
    competing: 0,
    scarce: 0,
    seconds,
  }
  arriving.send(arrival)
  const arrived = once(arriving, 'message') as Promise<[ArrivalResult]>
  const polled = new Promise<TabsResult>(resolve =>
    polling.on('message', said => typeof said === 'object' && resolve(said as TabsResult)),
  )
  const searches: number[] = []
  const began = performance.now()
  for (let minute = 1; minute <= minutes; minute++) {
    for (let at = searchingEverySeconds; at <= 60; at += searchingEverySeconds) {
      await pause(began + ((minute - 1) * 60 + at) * 1000 - performance.now())
      const from = performance.now()
      await office.families.search({ words: `Shah ${minute * at}` })
      searches.push(performance.now() - from)
    }
    const told = await look()
    if (minute % tenMinutes === 0) say(`after ${minute} minutes`, told)
    else process.stdout.write(`after ${minute} minutes: ${told}\n`)
  }
  const [{ tally, seated }] = await arrived
  const { p99Milliseconds, lost } = await polled
  const used = await usedSince()
  for (const [part, [, ...held]] of Object.entries(memory)) {
    const [first, last] = [median(held.slice(0, tenMinutes)), median(held.slice(-tenMinutes))]
    say(
      `${part}, the first and the last ${tenMinutes} minutes`,
      `${first} and ${last} MB (ratio ${(last / first).toFixed(2)}), most ${Math.max(...held)} MB`,
    )
  }
  const p99Of = (step: string) => `${step} ${share(tally.took[step] ?? [], 0.99).toFixed(0)} ms`
  say(
    'what it was asked, p99',
    `${[...['page', 'a week', 'sign in', 'submit'].map(p99Of), `a search in the office ${share(searches, 0.99).toFixed(0)} ms`].join(', ')}, a poll ${p99Milliseconds.toFixed(0)} ms`,
  )
  say('families with a paid place', `${seated.length} of ${arrivals}`)
  const without = { ...tally.lost, ...tally.refused, ...lost }
  say('lost or refused', JSON.stringify(without))
  say(
    'of one core',
    Object.entries(used)
      .map(([part, spent]) => `${part} ${((spent / seconds) * 100).toFixed(0)} %`)
      .join(', '),
  )
  const audit = await auditAfter(database.db)
  say('audit after it', audit.words)
  await database.close()
  await product.stop()
  await cards.close()
  if (!audit.isSound || seated.length < arrivals) process.exitCode = 1
} finally {
  await postgres.stop()
}
