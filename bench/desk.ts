// Measures what a phone call at the desk waits for, with 50,000 families: each office call over HTTP, from
// the search to the booked place. Run by `npm run bench:desk`.
import { connectToPostgres } from '#server/database/connect.ts'
import { servicesOfDatabase } from '#testing/services-of-database.ts'
import { openOfficeAt } from '#testing/snow-day.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { auditAfter } from './audit-after.ts'
import { type Family, makeFamilies, type Place } from './make-families.ts'
import { startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const phoneCalls = 200
/** The longest that each call, and the family's page, may take. */
const [maxMilliseconds, maxOfPage] = [300, 250]

const say = tellResults('desk')
const p95 = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] as number

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_desk')
  const { families, places } = await makeFamilies(url, { families: 50_000, sessions: 400 })
  const product = await startProduct(url)
  const database = connectToPostgres(url, { poolSize: 1, answerWithin: 0 })
  const office = await openOfficeAt(product.url, servicesOfDatabase(database.db))
  const took: Record<string, number[]> = {}
  const timed = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const from = performance.now()
    const answer = await call()
    took[name] = [...(took[name] ?? []), performance.now() - from]
    return answer
  }
  for (let nth = 0; nth < phoneCalls; nth++) {
    // Families with distant ids, so that none is on a database page that was read before.
    const { token, childId } = families[(nth * 241) % families.length] as Family
    const { offeringId, sessionId } = places[nth % places.length] as Place
    // A family's token and its surname end with its number.
    const accountId = Number(token.split('-')[1])
    await timed('search', () => office.families.search({ words: `priya shah ${accountId}` }))
    await timed('family page', () => office.families.get({ id: accountId }))
    await timed('classes', () => office.deskBookings.classes({ words: 'type' }))
    const wanted = { accountId, offeringId, childIds: [childId], sessionIds: [sessionId], isTrial: false }
    const { price } = await timed('preview', () =>
      office.deskBookings.preview({ ...wanted, pay: 'desk' as const }),
    )
    await timed('book', () =>
      office.deskBookings.place({
        ...{ ...wanted, raises: [], pay: 'desk', method: 'cash', reference: '' },
        expected: { totalPence: price.totalPence, creditsUsed: price.creditsUsed },
      }),
    )
  }
  for (const [name, values] of Object.entries(took)) {
    const aim = name === 'family page' ? maxOfPage : maxMilliseconds
    say(`${name}, p95`, `${p95(values).toFixed(0)} ms of ${aim}`)
    if (p95(values) > aim) process.exitCode = 1
  }
  await product.stop()
  const { isSound, words } = await auditAfter(database.db)
  say('audit', words)
  if (!isSound) process.exitCode = 1
  await database.close()
} finally {
  await postgres.stop()
}
