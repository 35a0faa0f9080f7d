import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/services.ts'

/** Where the card page sends the parent back to (decision E-07). */
export async function mountPaymentReturn(_app: FastifyInstance, _services: Services): Promise<void> {}
