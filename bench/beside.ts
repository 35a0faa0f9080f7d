// What one caller in a loop costs others: how long theirs take, asked as steadily, alone and beside the loop. Run by
// `npm run bench:beside`; a short one by `node bench/beside.ts --seconds=3`.
import { parseArgs } from 'node:util'
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { startPostgres } from '#testing/start-postgres.ts'
import { makeFamilies, password } from './make-families.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { child, newDatabase, startProduct } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, record: { type: 'boolean' } },
})
const seconds = Number(values.seconds)
/** Each of the others asks as often; how many they are says how many calls that is a second. */
const everySeconds = 4
/** Calls that the loop has under way at once. */
const atOnce = 16

const say = tellResults('beside')
const startDate = addDays(mondayOf(todayInLondon(new Date())), 7)
/** Weeks that nobody else asks for: filters that leave nothing out. */
const weekOf = (minute: number) => {
  const startTime = `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  return JSON.stringify(
    contract.offerings.class.timetable.input.encode({ startDate, endDate: addDays(startDate, 6), startTime }),
  )
}
const logInOf = ({ email }: { email: string }) =>
  JSON.stringify(contract.accounts.signIn.input.encode({ email, password }))
const headersOf = (network: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': network })
const upTo = (length: number) => Array.from({ length }, (_, nth) => nth)

function keepAsking(given: Omit<Tabs, 'openingSeconds' | 'seconds'>): Promise<TabsResult> {
  const asking = child('./open-tabs.ts')
  asking.send({ ...given, openingSeconds: everySeconds, seconds })
  return new Promise((resolve, reject) => {
    asking.on('message', said => typeof said === 'object' && resolve(said as TabsResult))
    asking.once('exit', code => code !== 0 && reject(new Error('a caller failed; see above')))
  })
}

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_beside')
  const { families } = await makeFamilies(url, { families: 21, sessions: 400 })
  const product = await startProduct(url)
  const logIns = families.map(logInOf)
  for (const { name, path, bodies, loop } of [
    {
      name: 'weeks',
      path: contract.offerings.class.timetable.path,
      bodies: upTo(200).map(weekOf),
      loop: upTo(100).map(nth => weekOf(200 + nth)),
    },
    {
      name: 'log-ins',
      path: contract.accounts.signIn.path,
      bodies: logIns.slice(1),
      loop: logIns.slice(0, 1),
    },
  ]) {
    const asked = { url: `${product.url}/api/${path}` }
    const theirs = {
      ...asked,
      bodies,
      headers: bodies.map((_, nth) => headersOf(`10.0.0.${nth + 1}`)),
      tabs: bodies.length,
      everySeconds,
    }
    // Each of its callers asks again when it is answered.
    const looping = {
      ...asked,
      bodies: loop,
      headers: [headersOf('10.1.0.1')],
      tabs: atOnce,
      everySeconds: 0.001,
    }
    const alone = await keepAsking(theirs)
    const [beside, looped] = await Promise.all([keepAsking(theirs), keepAsking(looping)])
    const told = ({ p50Milliseconds: p50, p99Milliseconds: p99 }: TabsResult) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    const lost = JSON.stringify({ ...alone.lost, ...beside.lost })
    say(`${name} of others, alone`, told(alone))
    say(
      `${name} of others, beside the loop`,
      `${told(beside)} (ratio ${(beside.p99Milliseconds / alone.p99Milliseconds).toFixed(2)} of p99 alone; aim 1.10), lost ${lost}`,
    )
    say(
      `${name} of the loop`,
      `${looped.pollsPerSecond.toFixed(0)} a second, not answered ${JSON.stringify(looped.lost)}`,
    )
  }
  await product.stop()
} finally {
  await postgres.stop()
}
