import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { guestOrderAddress } from '#server/features/orders/order-link.ts'
import { hasPaidAsGuest } from '#server/features/payments/queries.ts'
import { settleReturn } from '#server/features/payments/settle-return.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { linkLeftFrom } from './payment-link.ts'
import { type Contact, sendPlainPage, waysToReach } from './plain-page.ts'

const outcomePages = {
  paid: (orderNumber: string, guestOrder: string | undefined) =>
    addresses.paymentSucceeded({ type: 0, orderNumber: guestOrder ? undefined : orderNumber, guestOrder }),
  // The page offers to pay again, also to guests, who have no order list.
  unpaid: (orderNumber: string) => addresses.paymentFailed({ orderNumber: orderNumber || undefined }),
}
const orderNumberLike = /^[\w-]{20,60}$/
const isReference = /^\w{10,255}$/
const askAgainSeconds = 5
const nothing = { outcome: 'unpaid', isGuests: false } as const

/** Returns the path of the signed page that shows a guest their order. */
const linkTo = ({ config, clock }: Services, orderNumber: string) =>
  new URL(guestOrderAddress(config, orderNumber, clock())).pathname

/** Handles the customer's return from the card page, paid or not (decisions C-32, E-07). */
export function mountPaymentReturn(app: FastifyInstance, services: Services): void {
  // Not limited by network: it waits for the provider, and a customer who paid should not queue behind
  // visitors.
  app.get('/checkout/return', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { order, session } = request.query as Record<string, unknown>
    const isOrder = typeof order === 'string' && orderNumberLike.test(order)
    const { outcome, isGuests } = isOrder ? await settleReturn(services, order) : nothing
    if (outcome !== 'unknown') {
      // Somebody who came by a payment link may have no account; the link's page shows them the order's
      // state.
      const link = isOrder && linkLeftFrom(services, request, order)
      if (link) return reply.redirect(link, 303)
      // The number alone shows nobody the order. Only the payer knows the card page's own reference.
      const isGuest =
        isGuests && isOrder && typeof session === 'string' && isReference.test(session)
          ? await hasPaidAsGuest(services.db, order, session)
          : false
      const guestOrder = isGuest && isOrder ? linkTo(services, order) : undefined
      return reply.redirect(outcomePages[outcome](isOrder ? order : '', guestOrder), 303)
    }
    reply.code(503).header('retry-after', askAgainSeconds).header('refresh', askAgainSeconds)
    return sendPlainPage(reply, services, 'We are checking your payment', stillAsking)
  })
}

// Says that we are waiting for the provider; the page reloads by itself.
const stillAsking = (site: Contact) => html`<div class="wait"></div>
<p>This takes a little longer than usual. The page looks again by itself every few seconds, and your order
is kept meanwhile. Please do not pay again.</p>
${waysToReach(site, 'Still here after a few minutes? Contact us: ')}`
