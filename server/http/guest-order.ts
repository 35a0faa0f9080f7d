import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import { directionsTo } from '#domain/map-links.ts'
import { pounds } from '#domain/money.ts'
import { refundInWords } from '#domain/refund-words.ts'
import { confirmGuestOrder } from '#server/features/orders/confirm-guest-order.ts'
import {
  type DescribedPlace,
  describeOrder,
  findGuestOrder,
  type OrderDescription,
  placeWords,
  withoutCancelled,
} from '#server/features/orders/describe-order.ts'
import { readCurrent } from '#server/features/orders/expire-orders.ts'
import { isGoodLink } from '#server/features/orders/order-link.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

interface Link {
  orderNumber: string
  expires: string
  signature: string
}

/**
 * Serves a guest's order behind the signed link of their mails. A free order is confirmed there by a button, because
 * mailbox scanners open links (record 025).
 */
export function mountGuestOrder(app: FastifyInstance, services: Services): void {
  const { db, config, clock } = services
  app.route<{ Params: Link }>({
    method: ['GET', 'POST'],
    url: '/guest-order/:orderNumber/:expires/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const { orderNumber } = request.params
        const isGood = isGoodLink(config, 'guest-order', request.params, clock())
        const orderId = isGood ? await findGuestOrder(db, orderNumber) : undefined
        if (orderId === undefined) {
          return sendPlainPage(reply.code(404), services, 'Order not found', () => notFound)
        }
        if (request.method === 'POST') {
          await confirmGuestOrder(services, orderId)
          // Redirected, so that reloading the page submits nothing.
          return reply.redirect(request.url, 303)
        }
        const order = await readCurrent(services, orderNumber, () => describeOrder(db, orderId))
        const { title, state, lead } = wordsFor(order)
        const help = 'Plans change? Tell us, and we will see what we can do: '
        return sendPlainPage(
          reply,
          services,
          title,
          site =>
            html`${lead}${places(order)}${isKept(order) && waysToReach(site, help)}${facts(order, state)}`,
        )
      }),
  })
}

/** Returns the words for an order's state. A free order is confirmed, not paid. */
function wordsFor({ status, totalPence, holdExpiresAt, cancelReason }: OrderDescription): {
  title: string
  state: string
  lead?: Markup
} {
  if (totalPence > 0) return { title: 'Your order', state: statusWords[status] }
  if (status === 'pending') {
    return {
      title: 'Confirm your place',
      state: 'Not confirmed yet',
      lead: html`<p>We are keeping it for you until ${holdExpiresAt && longMoment(holdExpiresAt)}. After that it goes to
somebody else.</p><form method="post"><button>Confirm my place</button></form>`,
    }
  }
  if (status === 'cancelled') {
    return {
      title: 'This place is no longer kept',
      state: statusWords.cancelled,
      lead: html`<p>${cancelReason === 'expired' && 'It was not confirmed in time. '}You are welcome to
<a href="${addresses.ofKind.parentSession.timetable()}">book again</a>.</p>`,
    }
  }
  return {
    title: 'Your place is confirmed',
    state: 'Confirmed',
    lead: html`<p>There is nothing more to do. We look forward to seeing you.</p>`,
  }
}

const statusWords = {
  pending: 'Payment outstanding',
  paid: 'Paid',
  completed: 'Paid',
  cancelled: 'Cancelled',
}

const home = html`<p><a href="/">To the home page</a></p>`

const notFound = html`<p>This link is not valid, or it has run out.</p>${home}`

const isKept = ({ status }: OrderDescription) => status !== 'cancelled'

/** Shows when and where the places are. */
const places = (order: OrderDescription) => html`<ul class="places">${order.places.map(
  place => html`<li>${onePlace(place)}</li>`,
)}</ul>
${isKept(order) && waysTo(withoutCancelled(order.places)).map(([venue, way]) => html`<p><a href="${way}">Directions to ${venue}</a></p>`)}`

function onePlace(place: DescribedPlace): Markup {
  const { when, what, where } = placeWords(place)
  if (place.isCancelled) {
    const back = place.refund && refundInWords(place.refund)
    return html`<p class="when"><s>${when}</s></p>
<p><s>${what} for ${place.attendee}</s></p>
<p>Cancelled</p>
${back && html`<p>${back}</p>`}`
  }
  return html`<p class="when">${when}</p>
<p>${what} for ${place.attendee}</p>
<p class="quiet">${where}</p>
${place.toBring && html`<p>To bring: ${place.toBring}</p>`}`
}

function facts(order: OrderDescription, state: string): Markup {
  // Only a late payment is refunded in full by itself. For places that staff cancelled, they chose the
  // refund.
  const isPaidLate = !isKept(order) && order.paidPence > 0 && !order.places.some(place => place.isCancelled)
  const goesBack = isPaidLate && 'The whole amount goes back to your card'
  const given = order.refundedPence > 0 ? pounds(order.refundedPence) : goesBack
  return html`<dl>
<div><dt>Order number</dt><dd>${order.orderNumber}</dd></div>
<div><dt>Name</dt><dd>${order.name}</dd></div>
<div><dt>Status</dt><dd>${state}</dd></div>
${
  order.discountPence > 0 &&
  html`<div><dt>Price</dt><dd>${pounds(order.listPence)}</dd></div>
<div><dt>Discount</dt><dd>−${pounds(order.discountPence)}</dd></div>`
}
${order.paidPence > 0 && html`<div><dt>Paid by card</dt><dd>${pounds(order.paidPence)}</dd></div>`}
${given && html`<div><dt>Refunded</dt><dd>${given}</dd></div>`}
</dl>
${home}`
}

/** Shows directions once for each venue. */
const waysTo = (places: OrderDescription['places']) => [
  ...new Map(places.map(place => [place.venue, directionsTo(place)])),
]
