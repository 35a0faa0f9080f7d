import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as addresses from '#contract/addresses.ts'
import { type Api, type Envelope, makeApi } from '#contract/client.ts'
import { Refusal } from '#domain/refusal.ts'

/** Counts the results of each kind of step, over all shoppers. */
export interface Tally {
  took: Record<string, number[]>
  /** Steps that failed, counted by step and error. */
  lost: Record<string, number>
  /** The number of requests that were repeated because the server was busy. */
  refused: Record<string, number>
  /** The number of busy answers after which the request was repeated. */
  waited: number
}
export const emptyTally = (): Tally => ({ took: {}, lost: {}, refused: {}, waited: 0 })

export interface BookingChoice {
  offeringId: number
  sessionId: number
  childId: number
}
const orderOf = ({ offeringId, sessionId, childId }: BookingChoice) => ({
  offeringId,
  sessionIds: [sessionId],
  attendees: { who: 'children' as const, childIds: [childId] },
  discountCode: '',
})
interface Asked {
  path: string
  method?: string
  body?: string
  headers?: Record<string, string> | undefined
}
interface Got {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export const count = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1
}
/** How often a call is tried, as in `web/api.ts`. After that the page says that the site is busy. */
const triesOfCall = 4
/**
 * How often a page is tried. A busy page reloads itself without end, but a visitor gives up after this many.
 */
const triesOfPage = 20

/** Simulates a visitor's browser: it has its own connections, and repeats a request when the server asks for it. */
export function openShopper(
  base: string,
  ip: string,
  tally: Tally,
  agent = new Agent({ keepAlive: true, maxSockets: 6 }),
) {
  let token = ''

  function ask({ path, method = 'GET', body, headers }: Asked): Promise<Got> {
    return new Promise((resolve, reject) => {
      const url = new URL(path, base)
      const sent = { 'x-forwarded-for': ip, 'accept-encoding': 'br', ...headers }
      const outgoing = request(url, { method, agent, headers: sent }, answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      })
      outgoing.once('error', reject)
      outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('no answer in a minute')))
      outgoing.end(body)
    })
  }

  async function askUntilAnswered(asked: Asked, maxTries: number): Promise<Got> {
    for (let tries = 1; ; tries++) {
      const got = await ask(asked)
      const seconds = Number(got.headers['retry-after'])
      if (got.status !== 503 || !(seconds > 0) || tries === maxTries) return got
      tally.waited += 1
      await pause(seconds * 1000)
    }
  }

  const api: Api = makeApi(() => async (path, body) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity', token }
    const asked = { path: `/api/${path}`, method: 'POST', body: JSON.stringify(body), headers }
    const got = await askUntilAnswered(asked, triesOfCall)
    if (got.status !== 200 && got.status !== 401) throw new Error(`HTTP ${got.status}`)
    return JSON.parse(got.text) as Envelope
  })

  /** Does a step, and records its time or its error. The error is thrown again. */
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    try {
      const answer = await work()
      const took = tally.took[name] ?? []
      tally.took[name] = took
      took.push(performance.now() - started)
      return answer
    } catch (error) {
      if (error instanceof Refusal) count(tally.refused, `${name}: ${error.message}`)
      else count(tally.lost, `${name}: ${(error as { code?: string }).code ?? (error as Error).message}`)
      throw error
    }
  }

  async function page(path: string, wanted: number, headers?: Record<string, string>): Promise<Got> {
    const got = await askUntilAnswered({ path, headers }, triesOfPage)
    if (got.status !== wanted) throw new Error(`HTTP ${got.status}`)
    return got
  }

  const submit = (choice: BookingChoice) => step('submit', () => api.orders.class.place(orderOf(choice)))

  return {
    api,
    step,
    submit,
    signInWith: (given: string) => {
      token = given
    },
    /** Loads a page and all scripts that it references. */
    open: async (path: string) => {
      // Uncompressed, so that its scripts can be found.
      const { text } = await step('page', () => page(path, 200, { 'accept-encoding': 'identity' }))
      const scripts = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(
        ([, file]) => file as string,
      )
      await step('scripts', () => Promise.all([...new Set(scripts)].map(file => page(file, 200))))
    },
    /** Buys a place, from the first price to the paid order. */
    buy: async (choice: BookingChoice, previews = 1) => {
      for (let looked = 0; looked < previews; looked++)
        await step('preview', () => api.orders.class.preview(orderOf(choice)))
      const { orderNumber } = await submit(choice)
      const { url } = await step('card page', () => api.payments.openCardPage({ orderNumber, device: 'web' }))
      const back = await step('at the provider', async () => {
        await page(url, 200)
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const pressed = await ask({ path: url, method: 'POST', body: 'outcome=pay', headers })
        if (!pressed.headers.location) throw new Error(`HTTP ${pressed.status}`)
        return pressed.headers.location
      })
      const { headers } = await step('coming back', () => page(back, 303))
      if (!headers.location?.startsWith(addresses.paymentSucceeded.path)) throw new Error('not thanked')
      const order = await step('order', () => api.orders.class.details({ orderNumber }))
      if (order.status !== 'paid') count(tally.lost, `order: ${order.status}`)
    },
    close: () => agent.destroy(),
  }
}
export type Shopper = ReturnType<typeof openShopper>

/** Returns a percentile: the time within which this share of the steps was done. */
export function share(took: number[], part: number): number {
  const sorted = took.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
