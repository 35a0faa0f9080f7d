import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import type { Faults } from '#stripe-stand-in/hooks.ts'
import { listen, readText } from '#stripe-stand-in/plain-http.ts'
import { startStripeStandIn } from '#stripe-stand-in/start-stripe-stand-in.ts'

export const secretKey = 'sk_test_maypole'
export const webhookSecret = 'whsec_maypole'
export const opening = new Date('2026-03-02T09:00:00Z')

/** Starts a stand-in with a settable clock, a receiver that checks each hook as a shop does, and the unmodified SDK. */
export async function startCardProvider({ faults }: { faults?: Partial<Faults> } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const clock = { now: opening }
  const passSeconds = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  const receiver = await startReceiver(() => clock.now.getTime())
  const start = async (port = 0) => {
    const standIn = await startStripeStandIn({
      port,
      folder,
      secretKey,
      webhookSecret,
      webhookUrl: receiver.url,
      businessName: 'Ribbons & Rhymes',
      clock: () => clock.now,
      faults,
    })
    onTestFinished(() => standIn.close())
    return { standIn, stripe: sdk(standIn.port) }
  }
  return { ...(await start()), start, folder, receiver, passSeconds }
}

export function sdk(port: number, key = secretKey): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

async function startReceiver(now: () => number) {
  const received: Stripe.Event[] = []
  const sealed: { raw: string; signature: string }[] = []
  const behaviour = { status: 200 }
  const { webhooks } = sdk(1)
  const server = createServer(async (request, response) => {
    const raw = await readText(request)
    const signature = request.headers['stripe-signature']?.toString() ?? ''
    sealed.push({ raw, signature })
    received.push(webhooks.constructEvent(raw, signature, webhookSecret, 300, undefined, now()))
    response.writeHead(behaviour.status).end()
  })
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${port}/hooks/stripe`, received, sealed, behaviour }
}

export function twoClasses(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  const price = (name: string, unit_amount: number) => ({
    currency: 'gbp',
    unit_amount,
    product_data: { name },
  })
  return {
    mode: 'payment',
    client_reference_id: 'MP-7Q4K-2M9X',
    customer_email: 'parent@example.test',
    metadata: { order: 'MP-7Q4K-2M9X' },
    line_items: [
      { quantity: 2, price_data: price('Tiny Dancers <Mon>', 1250) },
      { quantity: 1, price_data: price('Little Stars', 900) },
    ],
    success_url: 'https://shop.example.test/home/paySuccess?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example.test/home/payFail?order=1#top',
    ...changes,
  }
}

/** Presses one of the page's buttons as a browser without JavaScript does. */
export async function press(pageUrl: string | null, outcome: 'pay' | 'payLess' | 'fail' | 'cancel') {
  const response = await fetch(pageUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location') }
}

export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw new Error('The call was expected to be refused by the provider.')
}
