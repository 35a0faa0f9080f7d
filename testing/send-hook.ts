import type { TestApp } from './start-test-app.ts'

interface Signing {
  /** Of the provider's, when not said otherwise. */
  secret?: string
  signedAt?: Date
}

/** The signature that the card provider puts to a hook. */
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

/** A hook as the card provider would send it, or with a signature of one's own. */
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

/** What the card provider says of one of its pages. */
export const hookOf = (id: string, type: string, pageRef: string): string =>
  JSON.stringify({ id, object: 'event', type, data: { object: { id: pageRef, object: 'checkout.session' } } })
