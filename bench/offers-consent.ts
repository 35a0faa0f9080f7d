// Sends offers to 100,000 generated families and subscribers with random consents, withdrawals and unsubscriptions,
// and compares who is written to with who agreed. Run by `npm run bench:offers`. `OFFER_SEED`
// replays a run; after `OFFER_MINUTES` no further round begins.
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { readConfig } from '#server/config.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { unknownBusiness } from '#server/features/business/present-business.ts'
import type { Services } from '#server/services.ts'
import { playOfferCases } from '#testing/offer-cases.ts'
import { makeStaff } from '#testing/office-client.ts'
import { migrateOpened, servicesOfDatabase } from '#testing/services-of-database.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { tellResults } from './tell-results.ts'

const say = tellResults('offers')
const cases = Number(process.env.OFFER_CASES ?? 100_000)
const seed = process.env.OFFER_SEED ?? String(randomInt(1_000_000))
const minutes = Number(process.env.OFFER_MINUTES ?? 24 * 60)
const postgres = await startPostgres()
try {
  const database = connectToPostgres(await newDatabase(postgres, 'bench_offers'), {
    poolSize: 8,
    answerWithin: 0,
  })
  const { db } = database
  await migrateOpened(database)
  const place = servicesOfDatabase(db)
  const { staffId } = await makeStaff(place, { role: 'owner' })
  const services = {
    ...{ db, clock: () => new Date(), business: unknownBusiness() },
    config: readConfig({ DATA_DIR: tmpdir() }, () => Buffer.alloc(32, 7)),
    jobWaiting: () => {},
  } as unknown as Services
  const began = performance.now()
  const { addresses, events, written, sent, withdrawn, differs } = await playOfferCases(services, {
    ...{ staffId, cases, seed, until: Date.now() + minutes * 60_000 },
  })
  const number = (count: number) => count.toLocaleString('en-GB')
  say('addresses, each with random answers', `${number(addresses)} (seed ${seed})`)
  say('yeses, noes, subscriptions and unsubscriptions', number(events))
  say('offers written, and then sent', `${number(written)}, ${number(sent)}`)
  say('not sent, because consent ended after it was written', number(withdrawn))
  say('written to without consent, or left out with it', differs.length === 0 ? '0' : differs.join('; '))
  say('took', `${((performance.now() - began) / 60_000).toFixed(1)} min`)
  await database.close()
  if (differs.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
