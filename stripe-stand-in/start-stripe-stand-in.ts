import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ApiCall, answerCall } from './api.ts'
import { type Faults, startDelivery, strikes } from './hooks.ts'
import { answerPage } from './hosted-page.ts'
import { openLedger } from './ledger.ts'
import { listen, readText } from './plain-http.ts'
import { failRefund } from './refunds.ts'
import { expireDueSessions } from './sessions.ts'
import { assembleStandIn } from './stand-in.ts'

export type StripeStandInOptions = {
  port: number
  folder: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string
  /** The name of the host that browsers reach it at. */
  publicHost?: string
  host?: string
  businessName?: string
  clock: () => Date
  faults?: Partial<Faults>
}

export type StripeStandIn = {
  url: string
  port: number
  faults: Faults
  deliverPendingHooks: () => Promise<void>
  /** Lets a refund fail that was made, and says so by a hook. */
  failRefund: (id: string) => void
  close: () => Promise<void>
}

const tickMilliseconds = 500
const noFaults: Faults = {
  dropHooks: 0,
  delayHooks: 0,
  delaySeconds: 0,
  duplicateHooks: 0,
  reorderHooks: 0,
  failCalls: 0,
  loseAnswers: 0,
}

/**
 * Starts the local card provider (decision E-08): of Stripe's API what we use, and what its tests ask, for the
 * unmodified SDK, the hosted page and its signed hooks. `clock` dates everything, the signatures too: a receiver whose own clock is set by a
 * test passes it to `constructEvent` as `receivedAt`. A busy port is exchanged for a free one.
 */
export async function startStripeStandIn(options: StripeStandInOptions): Promise<StripeStandIn> {
  const { secretKey, webhookSecret, clock, host = '127.0.0.1' } = options
  if (!secretKey.trim()) throw new Error('The card stand-in needs a secret key.')
  if (!webhookSecret.trim()) throw new Error('The card stand-in needs a webhook secret.')
  const now = () => Math.floor(clock().getTime() / 1000)
  const ledger = openLedger(options.folder, now())
  const faults = { ...noFaults, ...options.faults }
  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      warnOf(error)
      response.destroy()
    })
  })
  const port = await listen(server, options.port, host)
  const url = `http://${host}:${port}`
  const pageUrl = (sessionId: string) => `http://${options.publicHost ?? host}:${port}/pay/${sessionId}`
  const standIn = assembleStandIn({ ledger, faults, now, pageUrl })
  const delivery = startDelivery(standIn, options)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await readCall(request)
    const isApi = call.path.startsWith('/v1/')
    const { status, headers, body } = ledger.once(() => {
      expireDueSessions(standIn)
      return isApi
        ? answerCall(standIn, call, secretKey)
        : answerPage(standIn, call, options.businessName ?? 'Maypole')
    })
    delivery.deliverWhatIsReady()
    if (isApi && strikes(faults, 'loseAnswers')) return void response.destroy()
    response.writeHead(status, headers).end(body)
  }

  const tick = setInterval(() => {
    try {
      ledger.once(() => expireDueSessions(standIn))
      delivery.deliverWhatIsReady()
    } catch (error) {
      warnOf(error as Error)
    }
  }, tickMilliseconds).unref()

  return {
    url,
    port,
    faults,
    async deliverPendingHooks() {
      ledger.once(() => expireDueSessions(standIn))
      await delivery.deliver(true)
    },
    failRefund: id => ledger.once(() => failRefund(standIn, id)),
    async close() {
      clearInterval(tick)
      await delivery.stop()
      server.close()
      server.closeAllConnections()
      ledger.close()
    },
  }
}

/** A full disk ends no process: what could not be kept did not happen, and is not answered. */
const warnOf = (error: Error): void => process.emitWarning(error)

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const { method = 'GET', headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
  return {
    method,
    path: pathname,
    given: method === 'POST' ? new URLSearchParams(await readText(request)) : searchParams,
    key: /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
    idempotencyKey: headers['idempotency-key']?.toString(),
  }
}
