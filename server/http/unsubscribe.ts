import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { readSubscriber, unsubscribe } from '#server/features/messages/unsubscribe.ts'
import { recipientOfLink, type UnsubscribeLink } from '#server/features/messages/unsubscribe-link.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage } from './plain-page.ts'

const title = 'News and offers'

/**
 * Serves the page that ends offers, behind the signed link of a mail. Opening it changes nothing, because mailbox
 * scanners open links. Its button does, and so does the request that a mail program makes by itself (RFC 8058).
 */
export function mountUnsubscribe(app: FastifyInstance, services: Services): void {
  app.route<{ Params: UnsubscribeLink }>({
    method: ['GET', 'POST'],
    url: '/unsubscribe/:recipientId/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const recipientId = recipientOfLink(services.config, request.params)
        const subscriber = recipientId && (await readSubscriber(services.db, recipientId))
        if (!subscriber) return sendPlainPage(reply.code(404), services, 'Link not found', () => notFound)
        let { getsOffers } = subscriber
        if (request.method === 'POST') {
          await unsubscribe(services, recipientId)
          getsOffers = false
        }
        return sendPlainPage(reply, services, title, () =>
          getsOffers
            ? html`<p>Should we send no more offers to ${subscriber.email}? You still hear about what you book.</p>
<form method="post"><button>Unsubscribe</button></form>${home}`
            : html`<p role="status"><strong>You get no more offers from us at ${subscriber.email}.</strong></p>
<p>You still hear about what you book.</p>${home}`,
        )
      }),
  })
}

const home = html`<p><a href="${addresses.home()}">To the home page</a></p>`

const notFound = html`<p>This link is not valid, or the address is no longer known here.</p>${home}`
