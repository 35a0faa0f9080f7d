import type { FastifyReply } from 'fastify'
import { sentences } from '#domain/sentences.ts'
import { opensIn } from '#server/features/business/let-in.ts'
import type { Services } from '#server/services.ts'
import { html } from './markup.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

/** What visitors see of a business that has not opened yet (spec 3 §2, decision O-47). */
export function sendWaitingPage(reply: FastifyReply, services: Services): Promise<FastifyReply> {
  reply.code(503).header('retry-after', opensIn).header('cache-control', 'no-store')
  return sendPlainPage(
    reply,
    services,
    services.business.name || 'Welcome',
    site => html`<p>${sentences.notOpenYet}</p>
${waysToReach(site)}`,
  )
}
