import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { HookEvent, PendingHook } from './ledger.ts'
import type { StandIn } from './stand-in.ts'

/**
 * Counters that count down as they strike; a test sets them at any time, `Infinity` for always. The hooks meant are
 * the next that arise. Reordered ones wait until that many have arisen and go out last first; setting the counter
 * to 0 lets go of those still waiting.
 */
export type Faults = {
  dropHooks: number
  delayHooks: number
  delaySeconds: number
  duplicateHooks: number
  reorderHooks: number
  /** Calls answered by 500 before any work is done. */
  failCalls: number
  /** Calls whose work is done and kept, but whose answer never arrives. */
  loseAnswers: number
}

type Delivery = { webhookUrl: string; webhookSecret: string }

const longestBackOff = 5 * 60
const givesUpAfter = 72 * 60 * 60

export function queueHook({ ledger, faults, now }: StandIn, event: HookEvent): void {
  if (strikes(faults, 'dropHooks')) return
  const hook: PendingHook = {
    eventId: event.id,
    copies: strikes(faults, 'duplicateHooks') ? 2 : 1,
    attempts: 0,
    notBefore: strikes(faults, 'delayHooks') ? now() + faults.delaySeconds : 0,
    nextAttemptAt: 0,
  }
  ledger.hooks.put(event.id, hook)
}

export function strikes(
  faults: Faults,
  fault: 'dropHooks' | 'delayHooks' | 'duplicateHooks' | 'failCalls' | 'loseAnswers',
): boolean {
  if (faults[fault] <= 0) return false
  faults[fault] -= 1
  return true
}

/** Sends pending hooks one after another, in the background; what is refused comes again later and later. */
export function startDelivery(standIn: StandIn, { webhookUrl, webhookSecret }: Delivery) {
  const { ledger, faults, now } = standIn
  const closing = new AbortController()
  const agent = new Agent({ keepAlive: true })
  let running = Promise.resolve()
  let isNextWaiting = false

  async function deliverReady(atOnce: boolean) {
    if (faults.reorderHooks > 0 && ledger.hooks.count() < faults.reorderHooks) return
    const batch = ledger.hooks.ready(now(), atOnce)
    if (faults.reorderHooks > 0) batch.reverse()
    faults.reorderHooks = 0
    for (const hook of batch) {
      if (closing.signal.aborted) return
      await attempt(hook)
    }
  }

  async function attempt(hook: PendingHook) {
    const event = ledger.events.get(hook.eventId)
    const taken = event && (await Promise.all(Array.from({ length: hook.copies }, () => tell(event))))
    if (closing.signal.aborted) return
    if (!event || taken?.every(accepted => accepted) || now() - event.created > givesUpAfter) {
      return ledger.hooks.remove(hook.eventId)
    }
    const nextAttemptAt = now() + Math.min(2 ** hook.attempts, longestBackOff)
    ledger.hooks.put(hook.eventId, { ...hook, attempts: hook.attempts + 1, nextAttemptAt })
  }

  function tell(event: HookEvent): Promise<boolean> {
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    return post(payload, {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': signature(payload, webhookSecret, now()),
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    })
  }

  // `fetch` would cost a sale an eighth more.
  function post(payload: string, headers: Record<string, string>): Promise<boolean> {
    return new Promise(done => {
      const refused = () => done(false)
      const { signal } = closing
      const sent = request(webhookUrl, { method: 'POST', agent, headers, signal }, response => {
        const { statusCode = 0 } = response.resume().on('error', refused)
        response.once('end', () => done(statusCode >= 200 && statusCode < 300))
      })
      sent.setTimeout(10_000, () => sent.destroy()).on('error', refused)
      sent.end(payload)
    })
  }

  const deliver = (atOnce: boolean) => {
    isNextWaiting = true
    running = running
      .then(() => {
        isNextWaiting = false
        return deliverReady(atOnce)
      })
      .catch(error => process.emitWarning(error))
    return running
  }

  return {
    /** Every pending hook that no delay holds back, those waiting for another try included. */
    deliver,
    deliverWhatIsReady: () => {
      // Whichever waits takes what has become ready meanwhile with it.
      if (!isNextWaiting && ledger.hooks.isAnyReady(now())) void deliver(false)
    },
    stop: () => {
      closing.abort()
      agent.destroy()
      return running
    },
  }
}

function signature(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}
