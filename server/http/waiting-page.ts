import type { FastifyReply } from 'fastify'
import { sentences } from '#domain/sentences.ts'
import { opensIn } from '#server/features/business/preview-access.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

/** Sends the page that visitors see before the business opens (spec 3 §2, decision O-47). */
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
