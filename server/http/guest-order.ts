import type { FastifyInstance } from 'fastify'
import { describeOrder, findGuestOrder, type OrderStory } from '#server/features/bookings/describe-order.ts'
import { isGoodLink } from '#server/features/bookings/guest-order-link.ts'
import type { Services } from '#server/services.ts'

interface Link {
  orderNumber: string
  expires: string
  signature: string
}

/** A guest's order behind the signed link of their confirmation mail; it can be looked at, nothing more. */
export function mountGuestOrder(app: FastifyInstance, { db, config, clock }: Services): void {
  app.get<{ Params: Link }>('/guest-order/:orderNumber/:expires/:signature', async (request, reply) => {
    reply
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
    const isGood = isGoodLink(config, request.params, clock())
    const orderId = isGood ? await findGuestOrder(db, request.params.orderNumber) : undefined
    return orderId === undefined
      ? reply.code(404).send(page('Order not found', '<p>This link is not valid, or it has run out.</p>'))
      : reply.send(orderPage(await describeOrder(db, orderId)))
  })
}

const statusWords = {
  pending: 'Payment outstanding',
  paid: 'Paid',
  completed: 'Paid',
  cancelled: 'Cancelled',
}

function orderPage(order: OrderStory): string {
  const lines = order.lines.map(line => `<li>${asHtml(line)}</li>`).join('')
  const paid =
    order.paidPence > 0 ? `<dt>Paid by card</dt><dd>£${(order.paidPence / 100).toFixed(2)}</dd>` : ''
  return page(
    'Your order',
    `<dl><dt>Order number</dt><dd>${asHtml(order.orderNumber)}</dd>
<dt>Name</dt><dd>${asHtml(order.name)}</dd>
<dt>Status</dt><dd>${statusWords[order.status]}</dd>${paid}</dl>
<h2>Booking details</h2><ul>${lines}</ul>`,
  )
}

const page = (title: string, content: string) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#17333d;background:#fffdf9}
dt{color:#4c636c;font-size:.9rem;margin-top:.6rem}dd{margin:0;font-weight:700;overflow-wrap:anywhere}
a{color:#9c2f11}</style></head>
<body><main><h1>${title}</h1>
${content}
<p><a href="/">To the home page</a></p></main></body></html>`

const asHtml = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
