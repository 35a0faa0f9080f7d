import type { FastifyInstance } from 'fastify'
import { pounds } from '#domain/wording.ts'
import { describeOrder, findGuestOrder, type OrderStory } from '#server/features/orders/describe-order.ts'
import { isGoodLink } from '#server/features/orders/guest-order-link.ts'
import type { Services } from '#server/services.ts'
import { html } from './markup.ts'
import { sendPlainPage } from './plain-page.ts'

interface Link {
  orderNumber: string
  expires: string
  signature: string
}

/** A guest's order behind the signed link of their confirmation mail; it can be looked at, nothing more. */
export function mountGuestOrder(app: FastifyInstance, { db, config, clock }: Services): void {
  app.get<{ Params: Link }>('/guest-order/:orderNumber/:expires/:signature', async (request, reply) => {
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
    const isGood = isGoodLink(config, request.params, clock())
    const orderId = isGood ? await findGuestOrder(db, request.params.orderNumber) : undefined
    if (orderId === undefined) {
      return sendPlainPage(reply.code(404), { db, config }, 'Order not found', () => notFound)
    }
    const order = await describeOrder(db, orderId)
    return sendPlainPage(reply, { db, config }, 'Your order', () => orderFacts(order))
  })
}

const statusWords = {
  pending: 'Payment outstanding',
  paid: 'Paid',
  completed: 'Paid',
  cancelled: 'Cancelled',
}

const home = html`<p><a href="/">To the home page</a></p>`

const notFound = html`<p>This link is not valid, or it has run out.</p>${home}`

const orderFacts = (order: OrderStory) => html`<dl>
<div><dt>Order number</dt><dd>${order.orderNumber}</dd></div>
<div><dt>Name</dt><dd>${order.name}</dd></div>
<div><dt>Status</dt><dd>${statusWords[order.status]}</dd></div>
${order.paidPence > 0 && html`<div><dt>Paid by card</dt><dd>${pounds(order.paidPence)}</dd></div>`}
</dl>
<h2>Booking details</h2>
<ul>${order.lines.map(line => html`<li>${line}</li>`)}</ul>
${home}`
