// Measures a whole purchase, from its price to the paid order: 1 and 32 buyers, with the practice card
// provider in its own process, against a bare HTTP server that gets as many requests. Run by `npm run
// bench:purchase`, with other numbers by `BUYERS=16 SECONDS=15 npm run bench:purchase`.
import { once } from 'node:events'
import { connectToPostgres } from '#server/database/connect.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { auditAfter } from './audit-after.ts'
import type { Buyers, BuyersResult } from './buy.ts'
import { measure } from './compare-with-bare.ts'
import { makeFamilies } from './make-families.ts'
import { share } from './shopper.ts'
import { startCards } from './start-cards.ts'
import { child, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'
import { backendsOf, memoryOf, watch } from './watch-processes.ts'

const buyers = Number(process.env.BUYERS ?? 32)
const seconds = Number(process.env.SECONDS ?? 20)
/** The requests of a purchase: preview, submit, card page, return to the site, order. */
const requestsOfPurchase = 5

const say = tellResults('purchase')

async function buy(given: Buyers, parts: Parameters<typeof watch>[0]) {
  const process = child('./buy.ts')
  const usedSince = await watch({ ...parts, 'the buyers': async () => [process.pid as number] })
  process.send(given)
  const [result] = (await once(process, 'message')) as [BuyersResult]
  return { ...result, used: await usedSince() }
}

function tellCost(name: string, { tally, used }: Awaited<ReturnType<typeof buy>>) {
  const done = tally.took.purchase?.length ?? 0
  const each = Object.entries(used).map(([part, spent]) => `${part} ${((spent * 1000) / done).toFixed(1)}`)
  say(`${name}, ms of processor a purchase`, each.join(', '))
  const lost = Object.entries({ ...tally.lost, ...tally.refused })
  if (lost.length > 0) say(`${name}, lost`, lost.map(([why, times]) => `${times} ${why}`).join('; '))
  return lost.length === 0
}

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_purchase')
  const made = await makeFamilies(url, { families: 20_000, sessions: 400 })
  const cards = await startCards()
  const product = await startProduct(url, { port: cards.productPort, cards })
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const parts = {
    server: async () => [product.process.pid as number],
    PostgreSQL: backendsOf(database.db),
    'the provider': async () => [cards.pid()],
  }
  say('memory before', `${memoryOf(product.process.pid as number)} MB`)
  const given = { url: product.url, ...made, seconds }
  const warm = await buy({ ...given, buyers: 4, seconds: 5, begun: 0 }, parts)
  const alone = await buy({ ...given, buyers: 1, seconds: seconds / 2, begun: warm.begun }, parts)
  const many = await buy({ ...given, buyers, begun: alone.begun }, parts)
  say('memory after', `${memoryOf(product.process.pid as number)} MB`)
  const bare = child('./bare-server.ts')
  bare.send({ body: Buffer.alloc(1500, 32), headers: { 'content-type': 'application/json' } })
  const [port] = (await once(bare, 'message')) as [number]
  const body = JSON.stringify({ wish: 'x'.repeat(120) })
  const load = {
    url: `http://127.0.0.1:${port}/`,
    bodies: [body],
    headers: [{}],
    connections: buyers,
    seconds: 4,
  }
  const ceiling = (await measure(load)).callsPerSecond / requestsOfPurchase
  bare.kill()

  const steps = ['preview', 'submit', 'card page', 'coming back', 'order']
  const typical = (name: string) => share(alone.tally.took[name] ?? [], 0.5)
  say(
    'one purchase alone',
    `${steps.map(name => `${name} ${typical(name).toFixed(1)}`).join(', ')} ms; together ${steps.reduce((sum, name) => sum + typical(name), 0).toFixed(1)} ms, of which the provider answers a part`,
  )
  const isWhole = [tellCost('one buyer', alone), tellCost(`${buyers} buyers`, many)].every(Boolean)
  const took = many.tally.took.purchase ?? []
  say(
    `${buyers} buyers`,
    `${many.purchasesPerSecond.toFixed(1)} purchases/s (ratio ${(many.purchasesPerSecond / ceiling).toFixed(3)} of a bare server's ${ceiling.toFixed(0)}), p50 ${share(took, 0.5).toFixed(0)} ms, p99 ${share(took, 0.99).toFixed(0)} ms`,
  )
  const audit = await auditAfter(database.db)
  say('audit after it', audit.words)
  await database.close()
  await product.stop()
  await cards.close()
  if (!isWhole || !audit.isSound) process.exitCode = 1
} finally {
  await postgres.stop()
}
