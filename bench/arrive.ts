// A child process of a benchmark: families arrive within some seconds, each with its own browser on a slow
// network. Each wants a place and pays for it.
import { setTimeout as pause } from 'node:timers/promises'
import * as addresses from '#contract/addresses.ts'
import { addDays, mondayOf, todayInLondon } from '#domain/calendar.ts'
import { type Family, type Place, password } from './make-families.ts'
import { emptyTally, openShopper, type Tally } from './shopper.ts'

export interface Arrival {
  /** The addresses of the servers. Families are spread over them, and each keeps to its own. */
  urls: string[]
  families: Family[]
  /** The first `competing` families try to book the first `scarce` places. */
  places: Place[]
  competing: number
  scarce: number
  seconds: number
}
export interface ArrivalResult {
  tally: Tally
  /** For each family that paid for a place: the milliseconds since it arrived, and since the first family did. */
  seated: { own: number; sinceFirst: number }[]
}

/**
 * The delay of the network; `thought` is the time to think. Both depend only on the family, so that runs
 * compare.
 */
const roundTrip = (nth: number) => 60 + (nth % 7) * 20
const thought = (nth: number, step: number) => 400 + ((nth * 7 + step * 13) % 11) * 160

process.once('message', async (arrival: Arrival) => {
  const { urls, families, places, competing, scarce, seconds } = arrival
  const tally = emptyTally()
  const seated: ArrivalResult['seated'] = []
  const opened = performance.now()
  const monday = mondayOf(todayInLondon(new Date()))
  const isSmall = (nth: number) => (nth * 7919) % families.length < competing

  async function come(family: Family, nth: number): Promise<void> {
    await pause((nth / families.length) * seconds * 1000)
    const arrived = performance.now()
    const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
    const shopper = openShopper(urls[nth % urls.length] as string, address, tally)
    let step = 0
    const think = () => pause(roundTrip(nth) + thought(nth, step++))
    try {
      await shopper.open(addresses.ofKind.class.timetable())
      await think()
      if (nth % 2 === 0) {
        const { token } = await shopper.step('sign in', () =>
          shopper.api.accounts.signIn({ email: family.email, password }),
        )
        shopper.signInWith(token)
      } else shopper.signInWith(family.token)
      for (const weeks of [0, 1]) {
        const startDate = addDays(monday, weeks * 7)
        const week = { startDate, endDate: addDays(startDate, 6) }
        await shopper.step('a week', () => shopper.api.offerings.class.timetable(week))
        await think()
      }
      const others = places.slice(scarce)
      const open = others[nth % others.length] as Place
      const chosen = isSmall(nth) ? [places[nth % scarce] as Place, open] : [open]
      for (const place of chosen) {
        // A family that is refused a scarce place takes another one.
        const isSeated = await shopper.buy({ ...place, childId: family.childId }, 2).then(
          () => true,
          () => false,
        )
        if (!isSeated) continue
        const now = performance.now()
        seated.push({ own: now - arrived, sinceFirst: now - opened })
        break
      }
    } catch {
      // The failed step is in the tally.
    }
    shopper.close()
  }
  await Promise.all(families.map(come))
  const result: ArrivalResult = { tally, seated }
  process.send?.(result, () => process.exit(0))
})
