import type { FastifyInstance } from 'fastify'
import { handleHook, openHook } from '#server/features/payments/handle-hook.ts'
import type { Services } from '#server/services.ts'

/**
 * Receives the card provider's hooks (decision E-07): 400 for an invalid signature, 200 for everything that is stored.
 */
export function mountStripeHook(app: FastifyInstance, services: Services): void {
  app.post('/hooks/stripe', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { 'stripe-signature': signature } = request.headers
    const isWhole = typeof request.body === 'string' && typeof signature === 'string'
    const event = isWhole ? openHook(services, request.body as string, signature as string) : undefined
    if (!event) return reply.code(400).send({ received: false })
    await handleHook(services, event)
    return reply.send({ received: true })
  })
}
