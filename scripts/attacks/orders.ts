import { randomBytes } from 'node:crypto'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import { bookingRequest } from '#testing/make-family.ts'
import { makeOffering, makeSession } from '#testing/make-offering.ts'
import { inParallel, makePeople, outcomeOf, type Person, type Place, type Target, tally } from './target.ts'

/** Sends hooks for unpaid orders, signed in every wrong way. */
export async function forgedHooks(place: Place, rounds: number) {
  const [family] = await makePeople(place, 1)
  const session = await makeSession(place, await makeOffering(place))
  return async ({ address, apiFrom }: Target) => {
    const api = apiFrom(1, { token: family.token })
    const { orderNumber } = await api.orders.class.place(bookingRequest(family, session))
    const { url } = await api.payments.openCardPage({ orderNumber, device: 'web' })
    const page = { id: url.split('/').at(-1), object: 'checkout.session', payment_status: 'paid' }
    const seconds = () => Math.floor(Date.now() / 1000)
    const hex = () => randomBytes(32).toString('hex')
    const signatures = [
      () => `t=${seconds()},v1=${hex()}`,
      () => `t=${seconds()},v1=${hex()},v1=${hex()}`,
      () => `t=${seconds()},v0=${hex()}`,
      () => `t=${seconds() + 3600},v1=${hex()}`,
      () => `t=0,v1=`,
      () => `t=${seconds()},v1=${'0'.repeat(64)}`,
      () => hex(),
      () => '',
    ]
    const statuses = await inParallel(rounds, 16, async round => {
      const type = 'checkout.session.completed'
      const event = { id: `evt_${hex()}`, object: 'event', type, livemode: true, data: { object: page } }
      const { status } = await fetch(`${address}/hooks/stripe`, {
        method: 'POST',
        headers: { 'stripe-signature': signatures[round % signatures.length]?.() ?? '' },
        body: JSON.stringify(event),
      })
      return status
    })
    const { status } = await api.orders.class.details({ orderNumber })
    const taken = statuses.filter(answered => answered !== 400).length
    return { result: `${taken} taken, the order is ${status}`, holds: taken === 0 && status === 'pending' }
  }
}

/** Requests orders by guessed numbers, one of them real, as a stranger. */
export async function guessedOrders(place: Place, rounds: number) {
  const [owner, ...strangers] = await makePeople(place, 21)
  const session = await makeSession(place, await makeOffering(place))
  return async ({ apiFrom }: Target) => {
    const real = await apiFrom(1, { token: owner.token }).orders.class.place(bookingRequest(owner, session))
    const told = await inParallel(rounds, 4, round => {
      const orderNumber = round % 100 === 0 ? real.orderNumber : makeOrderNumber('2026-11-22')
      const { token } = strangers[round % strangers.length] as Person
      return outcomeOf(apiFrom(2, { token }).orders.class.details({ orderNumber }))
    })
    return { result: `answers: ${tally(told)}`, holds: new Set(told).size === 1 && told[0] !== undefined }
  }
}
