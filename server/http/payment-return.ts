import type { FastifyInstance } from 'fastify'
import { settleReturn } from '#server/features/payments/settle-return.ts'
import type { Services } from '#server/services.ts'

const outcomePages = {
  paid: '/home/userInfo/paySuccess?type=0',
  unpaid: '/home/userInfo/payFail',
}
const orderNumberLike = /^[\w-]{20,60}$/
const askAgainSeconds = 5

/** Where the card page sends the customer back to, paid or not (decisions C-32, E-07). */
export async function mountPaymentReturn(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/checkout/return', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { order } = request.query as Record<string, unknown>
    const isOrder = typeof order === 'string' && orderNumberLike.test(order)
    const outcome = isOrder ? await settleReturn(services, order) : 'unpaid'
    if (outcome !== 'unknown') return reply.redirect(outcomePages[outcome], 303)
    return reply
      .code(503)
      .header('retry-after', askAgainSeconds)
      .header('refresh', askAgainSeconds)
      .type('text/html; charset=utf-8')
      .send(stillAsking)
  })
}

// Neither thanks nor regrets before the provider has answered; the page asks again by itself.
const stillAsking = `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checking your payment</title></head>
<body><main><h1>We are checking your payment</h1>
<p>This takes a little longer than usual. The page looks again by itself every few seconds, and your booking
is kept meanwhile. Please do not pay again.</p></main></body></html>`
