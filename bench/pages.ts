// Measures a visitor's first page: pages as browsers ask for them, against a bare HTTP server that answers
// the same bytes; in production, and as the demo with its own business. Run by `npm run bench:pages`, after
// `npm run build`.
import * as addresses from '#contract/addresses.ts'
import { mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { compareWithBare, fromManyNetworks } from './compare-with-bare.ts'
import { seedTimetable } from './seed-timetable.ts'
import { startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const say = tellResults('pages')
const postgres = await startPostgres([])
try {
  const asked = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }
  const headers = fromManyNetworks(asked)
  for (const isDemo of [false, true]) {
    const url = await newDatabase(postgres, 'bench_pages')
    if (!isDemo) {
      const database = connectToPostgres(url, { poolSize: 1 })
      await seedTimetable(database, mondayOf(todayInLondon(new Date())), false)
      await database.close()
    }
    const product = await startProduct(url, { isDemo })
    for (const [name, path] of [
      ['home page', addresses.home()],
      ['timetable page', addresses.ofKind.class.timetable()],
    ] as const) {
      await compareWithBare(say, isDemo ? `${name} of the demo` : name, { url: product.url + path, headers })
    }
    await product.stop()
  }
} finally {
  await postgres.stop()
}
