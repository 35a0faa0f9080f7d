import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { HookEvent, Ledger, PendingHook } from './ledger.ts'

/**
 * Counters of faults that count down with each fault. A test can set them at any time, with `Infinity` for always. Hook
 * faults apply to the next hooks. Reordered hooks wait until that many exist and are then sent in reverse; setting the
 * counter to 0 sends those still waiting.
 */
export type Faults = {
  dropHooks: number
  delayHooks: number
  delaySeconds: number
  duplicateHooks: number
  reorderHooks: number
  /** Refunds that wait because the account's balance is too low. */
  lackBalance: number
  /** Refunds that the provider refuses. */
  refuseRefunds: number
  /** Calls answered by 500 before any work is done. */
  failCalls: number
  /** Calls whose work is done and stored, but whose answer never arrives. */
  loseAnswers: number
}

/** The parts of the stand-in that hooks need. */
type HookParts = { ledger: Ledger; faults: Faults; now: () => number }

type Delivery = { webhookUrl: string; webhookSecret: string }

const maxBackOffSeconds = 5 * 60
const givesUpAfter = 72 * 60 * 60

export function queueHook({ ledger, faults, now }: HookParts, event: HookEvent): void {
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
  fault: Exclude<keyof Faults, 'reorderHooks' | 'delaySeconds'>,
): boolean {
  if (faults[fault] <= 0) return false
  faults[fault] -= 1
  return true
}

/** Sends pending hooks one after another in the background. A refused hook is sent again after growing delays. */
export function startDelivery({ ledger, faults, now }: HookParts, { webhookUrl, webhookSecret }: Delivery) {
  const closing = new AbortController()
  const agent = new Agent({ keepAlive: true })
  let running = Promise.resolve()
  let isNextWaiting = false

  async function deliverReady(includeRetries: boolean) {
    if (faults.reorderHooks > 0 && ledger.hooks.count() < faults.reorderHooks) return
    const batch = ledger.hooks.ready(now(), includeRetries)
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
    const nextAttemptAt = now() + Math.min(2 ** hook.attempts, maxBackOffSeconds)
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

  // With `fetch` a sale would take an eighth longer.
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

  const deliver = (includeRetries: boolean) => {
    isNextWaiting = true
    running = running
      .then(() => {
        isNextWaiting = false
        return deliverReady(includeRetries)
      })
      .catch(error => process.emitWarning(error))
    return running
  }

  return {
    /** Delivers every pending hook without a delay, including those that wait for another try. */
    deliver,
    deliverWhatIsReady: () => {
      // A delivery that waits also takes the hooks that have become ready meanwhile.
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
