import type { TestApp } from './start-test-app.ts'

interface Signing {
  /** The signing secret; the provider's by default. */
  secret?: string
  signedAt?: Date
}

/** Returns the signature with which the card provider signs a hook. */
export const signatureOf = (
  { services, clock }: TestApp,
  payload: string,
  { secret = services.config.stripe?.webhookSecret ?? '', signedAt = clock.now() }: Signing = {},
): string =>
  services.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(signedAt.getTime() / 1000),
  })

/** Sends a hook as the card provider would, or with a given signature. */
export const sendHook = (
  app: TestApp,
  payload: string,
  { signature, ...signing }: Signing & { signature?: string } = {},
) =>
  app.http.inject({
    method: 'POST',
    url: '/hooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signature ?? signatureOf(app, payload, signing),
    },
    payload,
  })

/** Returns the body of a hook about one of the provider's card pages. */
export const hookOf = (id: string, type: string, pageRef: string): string =>
  JSON.stringify({ id, object: 'event', type, data: { object: { id: pageRef, object: 'checkout.session' } } })
