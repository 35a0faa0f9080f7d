import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ApiCall, answerCall } from './api.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { type Faults, startDelivery, strikes } from './hooks.ts'
import { answerPage } from './hosted-page.ts'
import { openLedger } from './ledger.ts'
import { listen, readText } from './plain-http.ts'
import { failRefund, refundInDashboard, topUpBalance } from './refunds.ts'
import { expireDueSessions } from './sessions.ts'
import { assembleStandIn } from './stand-in.ts'

export type StripeStandInOptions = {
  port: number
  folder: string
  secretKey: string
  webhookSecret: string
  webhookUrl: string
  /** The host name under which browsers reach it. */
  publicHost?: string
  host?: string
  businessName?: string
  accountId?: string
  clock: () => Date
  faults?: Partial<Faults>
}

export type StripeStandIn = {
  url: string
  port: number
  faults: Faults
  deliverPendingHooks: () => Promise<void>
  /** Fails a refund that was made, and sends its hook. */
  failRefund: (id: string) => void
  /** Fills the balance: waiting refunds are paid, and hooks are sent. */
  topUpBalance: () => void
  /** Makes a refund as in the provider's dashboard, and sends its hook. */
  refundInDashboard: (paymentIntent: string, amount: number) => void
  /** Opens a customer's dispute of a payment, and sends its hook. */
  openDispute: (paymentIntent: string) => void
  /** Closes the open dispute of a payment with the bank's decision. */
  closeDispute: (paymentIntent: string, status: 'won' | 'lost') => void
  close: () => Promise<void>
}

const tickMilliseconds = 500
const noFaults: Faults = {
  dropHooks: 0,
  delayHooks: 0,
  delaySeconds: 0,
  duplicateHooks: 0,
  reorderHooks: 0,
  lackBalance: 0,
  refuseRefunds: 0,
  failCalls: 0,
  loseAnswers: 0,
}

/**
 * Starts the local card provider (decision E-08): the parts of Stripe's API that we and its tests use, for the
 * unmodified SDK, the hosted page and its signed hooks. `clock` dates everything, the signatures too; a receiver with
 * another clock passes it to `constructEvent` as `receivedAt`. A busy port is replaced by a free one.
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
  const { accountId = 'acct_practice', businessName = 'Maypole' } = options
  const account = { id: accountId, name: businessName }
  const standIn = assembleStandIn({
    ...{ ledger, faults, lacking: new Set(), now, pageUrl, account, webhookSecret },
  })
  const delivery = startDelivery(standIn, options)

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const call = await readCall(request)
    const isApi = call.path.startsWith('/v1/')
    const { status, headers, body } = ledger.once(() => {
      expireDueSessions(standIn)
      return isApi ? answerCall(standIn, call, secretKey) : answerPage(standIn, call, businessName)
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
    topUpBalance: () => ledger.once(() => topUpBalance(standIn)),
    refundInDashboard: (paymentIntent, amount) =>
      ledger.once(() => refundInDashboard(standIn, paymentIntent, amount)),
    openDispute: paymentIntent => ledger.once(() => openDispute(standIn, paymentIntent)),
    closeDispute: (paymentIntent, status) =>
      ledger.once(() => {
        const [dispute] = ledger.disputes.newest({ payment_intent: [paymentIntent] }, 1)
        if (dispute) closeDispute(standIn, dispute.id, status)
      }),
    async close() {
      clearInterval(tick)
      await delivery.stop()
      server.close()
      server.closeAllConnections()
      ledger.close()
    },
  }
}

/** Warns instead of ending the process when the disk is full. The call that failed has no effect and no answer. */
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
