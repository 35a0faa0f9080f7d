import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'

/** The card provider's hooks (decision E-07). */
export async function mountStripeHook(_app: FastifyInstance, _services: Services): Promise<void> {}
