// Measures a snow day: one press cancels nine dates with eighty places of sixty families, while parents look
// at the timetable and at their own bookings. Run by `npm run bench:snow-day`. The minute of Undo is ended by
// hand.
import { contract } from '#contract/contract.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { connectToPostgres } from '#server/database/connect.ts'
import { findViolations } from '#testing/find-violations.ts'
import { openSnowSite } from '#testing/kill-snow-day.ts'
import { migrateOpened, servicesOfDatabase } from '#testing/services-of-database.ts'
import {
  bookSnowDay,
  compareSnowDay,
  endUndo,
  openOfficeAt,
  pressSnowDay,
  untilSnowIsSettled,
} from '#testing/snow-day.ts'
import { endServer } from '#testing/spawn-server.ts'
import { newDatabase, startPostgres } from '#testing/start-postgres.ts'
import { median } from './compare-with-bare.ts'
import type { Tabs, TabsResult } from './open-tabs.ts'
import { child } from './start-product.ts'
import { tellResults } from './tell-results.ts'

const turns = 3
/** Parents call every 4 seconds and are measured for 10, which covers the whole settlement. */
const [everySeconds, seconds] = [4, 10]
const lookingAtWeeks = 200

const say = tellResults('snow-day')
const upTo = (length: number) => Array.from({ length }, (_, nth) => nth)
const startDate = addDays(mondayOf(todayInLondon(new Date())), 7)
/** A request for a week that no other caller shares. Its filter leaves no session out. */
const weekOf = (minute: number) => {
  const startTime = `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  return JSON.stringify(
    contract.offerings.class.timetable.input.encode({ startDate, endDate: addDays(startDate, 6), startTime }),
  )
}
const headersOf = (network: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': network })

/** Keeps calling until the time is over; runs `whenOpened` once all callers have begun. */
function keepAsking(
  given: Pick<Tabs, 'url' | 'bodies' | 'headers' | 'tabs'>,
  whenOpened?: () => void,
): Promise<TabsResult> {
  const asking = child('./open-tabs.ts')
  asking.send({ openingSeconds: everySeconds, everySeconds, seconds, ...given })
  return new Promise((resolve, reject) => {
    asking.on('message', said => {
      if (said === 'opened') whenOpened?.()
      if (typeof said === 'object') resolve(said as TabsResult)
    })
    asking.once('exit', code => code !== 0 && reject(new Error('a caller failed; see above')))
  })
}

const postgres = await startPostgres([])
try {
  const url = await newDatabase(postgres, 'bench_snow_day')
  const database = connectToPostgres(url, { poolSize: 4, answerWithin: 0 })
  const { db } = database
  await migrateOpened(database)
  const site = await openSnowSite(url, db)
  const { address, people } = site
  const server = await site.start()
  const place = servicesOfDatabase(db)
  const weeks = {
    url: `${address}/api/${contract.offerings.class.timetable.path}`,
    bodies: upTo(lookingAtWeeks).map(weekOf),
    headers: upTo(lookingAtWeeks).map(nth => headersOf(`10.0.0.${nth + 1}`)),
    tabs: lookingAtWeeks,
  }
  const bookings = {
    url: `${address}/api/${contract.ownBookings.upNext.path}`,
    bodies: ['{}'],
    headers: people.map(({ token }, nth) => ({ ...headersOf(`10.1.0.${nth + 1}`), token })),
    tabs: people.length,
  }
  const pressed: number[] = []
  const settled: number[] = []
  const felt: Record<'alone' | 'beside', TabsResult[]> = { alone: [], beside: [] }
  const differs: string[] = []
  for (let turn = 0; turn < turns; turn++) {
    const sessions = await bookSnowDay(place, { address, people, inDays: 30 + turn })
    felt.alone.push(...(await Promise.all([weeks, bookings].map(load => keepAsking(load)))))
    const { id, tookMilliseconds } = await pressSnowDay(await openOfficeAt(address, place), sessions)
    pressed.push(tookMilliseconds)
    const settling = Promise.withResolvers<void>()
    const settle = async () => {
      const began = performance.now()
      await endUndo(db, id)
      await untilSnowIsSettled(db, id)
      settled.push((performance.now() - began) / 1000)
    }
    const beside = [
      keepAsking(weeks, () => settle().then(settling.resolve, settling.reject)),
      keepAsking(bookings),
    ]
    felt.beside.push(...(await Promise.all(beside)))
    await settling.promise
    differs.push(...(await compareSnowDay(db, id, site)))
  }
  const p99 = (of: TabsResult[]) =>
    `${median(of.map(one => one.p99Milliseconds)).toFixed(1)} ms, longest ${Math.max(...of.map(one => one.p99Milliseconds)).toFixed(1)} ms`
  const lost = Object.assign({}, ...[...felt.alone, ...felt.beside].map(one => one.lost))
  say('press, as the office waits for it', `${pressed.map(one => one.toFixed(0)).join(', ')} ms (aim 100)`)
  say(
    'settled, told and money back after Undo',
    `${settled.map(one => one.toFixed(1)).join(', ')} s (aim 60)`,
  )
  say('p99 of parents, alone', p99(felt.alone))
  say('p99 of parents, beside it', `${p99(felt.beside)} (aim 250), lost ${JSON.stringify(lost)}`)
  const broken = [...differs, ...(await findViolations(db, new Date())).map(({ rule }) => rule)]
  say('places, pence, credits and mails', broken.join('; ') || 'each once; every invariant holds')
  await endServer(server)
  await site.close()
  await database.close()
  if (broken.length > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
