// A child process of a benchmark: each buyer makes one whole purchase after another.
import { Agent } from 'node:http'
import type { Family, Place } from './make-families.ts'
import { count, emptyTally, openShopper, type Tally } from './shopper.ts'

export interface Buyers {
  url: string
  families: Family[]
  places: Place[]
  buyers: number
  seconds: number
  /** How many purchases the families have made before. */
  begun: number
}
export interface BuyersResult {
  tally: Tally
  purchasesPerSecond: number
  begun: number
}

process.once('message', async ({ url, families, places, buyers, seconds, begun: before }: Buyers) => {
  const tally = emptyTally()
  const agent = new Agent({ keepAlive: true, maxSockets: buyers })
  let begun = before
  let done = 0
  const started = performance.now()
  const ends = started + seconds * 1000
  async function buyOn() {
    while (performance.now() < ends) {
      const nth = begun++
      const { token, childId } = families[nth % families.length] as Family
      // A family that comes again gets another session.
      const place = places[(nth + Math.floor(nth / families.length)) % places.length] as Place
      const shopper = openShopper(
        url,
        `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
        tally,
        agent,
      )
      shopper.signInWith(token)
      const bought = await shopper
        .step('purchase', () => shopper.buy({ ...place, childId }))
        .then(
          () => true,
          () => false,
        )
      if (bought) done += 1
      else count(tally.lost, 'purchase')
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyOn))
  agent.destroy()
  const purchasesPerSecond = (done * 1000) / (performance.now() - started)
  const result: BuyersResult = { tally, purchasesPerSecond, begun }
  process.send?.(result, () => process.exit(0))
})
