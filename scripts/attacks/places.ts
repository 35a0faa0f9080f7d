import { randomInt } from 'node:crypto'
import { seededChance } from '#demo/seeded-chance.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { type MadeSession, makeOffering, makeSession } from '#testing/make-offering.ts'
import { changeRows } from '#testing/rows.ts'
import { makePeople, outcomeOf, type Person, type Place, type Target } from './target.ts'

/** Lets two hundred families request the ten places of a session at once. */
export async function rushForPlaces(place: Place, rounds: number) {
  const families = await makePeople(place, 200)
  const offering = await makeOffering(place)
  const sessions: MadeSession[] = []
  for (let made = 0; made < rounds; made++)
    sessions.push(await makeSession(place, offering, { pricePence: 0, credits: 0 }))
  return async ({ apiFrom }: Target) => {
    const sold = new Set<number>()
    for (const session of sessions) {
      const book = (family: Person, network: number) =>
        outcomeOf(
          apiFrom(network, { token: family.token }).orders.class.place(bookingRequest(family, session)),
        )
      const answers = await Promise.all(families.map(book))
      sold.add(answers.filter(answer => answer === undefined).length)
    }
    return { result: `sold of ten places: ${[...sold].join(', ')}`, holds: [...sold].join() === '10' }
  }
}

/** Books and cancels at random in eight businesses side by side, and compares each step with a small model. */
export async function stepsOfModel(place: Place, rounds: number) {
  const seed = randomInt(1_000_000)
  const worlds = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const families = await makePeople(place, 6, 2)
      for (const { accountId } of families)
        await changeRows(place.db, 'accounts', { id: accountId }, { unpaid_at_most: 30_000 })
      const offering = await makeOffering(place)
      const capacities = [1, 2, 3, 5]
      const sessions = []
      for (const capacity of capacities)
        sessions.push({ ...(await makeSession(place, offering, { capacity, credits: 0 })), capacity })
      return { families, sessions }
    }),
  )
  return async ({ apiFrom }: Target) => {
    const surprises: string[] = []
    const live = async ({ families, sessions }: (typeof worlds)[number], world: number) => {
      const chance = seededChance(seed, world)
      const one = <T>(of: readonly T[]) => of[chance.whole(0, of.length - 1)] as T
      let held: { family: Person; session: unknown; childIds: number[]; orderNumber: string }[] = []
      for (let step = 0; step < rounds / worlds.length; step++) {
        const family = one(families)
        const { class: orders } = apiFrom(world, { token: family.token }).orders
        if (held.length > 0 && chance.next() < 0.45) {
          // Anybody may try, but only the order's owner succeeds.
          const order = one(held)
          const told = await outcomeOf(orders.cancel({ orderNumber: order.orderNumber }))
          if ((told === undefined) !== (order.family === family)) surprises.push(`cancel: ${told}`)
          if (order.family === family) held = held.filter(other => other !== order)
          continue
        }
        const session = one(sessions)
        const childIds = chance.next() < 0.5 ? family.childIds : [one(family.childIds)]
        const there = held.filter(order => order.session === session)
        const taken = there.flatMap(order => order.childIds)
        const isFree =
          taken.length + childIds.length <= session.capacity && !childIds.some(id => taken.includes(id))
        const repeated = there.find(
          order => order.family === family && order.childIds.join() === childIds.join(),
        )
        let orderNumber = ''
        const told = await outcomeOf(
          orders.place(bookingRequest({ ...family, childIds }, session)).then(order => {
            orderNumber = order.orderNumber
          }),
        )
        if (told === undefined && isFree) held.push({ family, session, childIds, orderNumber })
        else if (told === undefined ? orderNumber !== repeated?.orderNumber : isFree)
          surprises.push(`place: ${told ?? 'sold'}`)
      }
    }
    await Promise.all(worlds.map(live))
    const first = surprises[0] ? ` (seed ${seed}; ${surprises[0]})` : ''
    return { result: `${surprises.length} steps not as foretold${first}`, holds: surprises.length === 0 }
  }
}
