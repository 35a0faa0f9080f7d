import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Config } from '#server/config.ts'
import {
  datesWithoutNames,
  describeOrder,
  type OrderDescription,
  withoutCancelled,
} from '#server/features/orders/describe-order.ts'
import { isGoodLink, type OrderLink, orderOfLink } from '#server/features/orders/order-link.ts'
import { openCardPage } from '#server/features/payments/open-card-page.ts'
import { isPaidFor, type OrderToPay } from '#server/features/payments/queries.ts'
import { requireOrderToPay } from '#server/features/payments/require-order-to-pay.ts'
import { html, type Markup } from '#server/request/markup.ts'
import { allowRate } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

const presses = { atMost: 20, perMinutes: 10 }

/**
 * Serves the page to pay an order behind its signed link, without signing in (decision O-52). It names no child, no
 * customer and no attendee, because the link is passed on to others.
 */
export function mountPaymentLink(app: FastifyInstance, services: Services): void {
  const { db, config, clock } = services
  app.route<{ Params: OrderLink }>({
    method: ['GET', 'POST'],
    url: '/pay/:orderNumber/:expires/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const { orderNumber } = request.params
        if (!isGoodLink(config, 'pay', request.params, clock()))
          return sendPlainPage(reply.code(404), services, 'Link not found', () => notFound)
        let problem = ''
        if (request.method === 'POST') {
          try {
            await allowRate(db, { key: `pay-link:${orderNumber}`, ...presses }, clock())
            const url = await openCardPage(services, 'linkHolder', orderNumber)
            // A form may not lead to another site, so the browser is sent on by a header (security-headers.ts).
            reply.header('refresh', `0; url=${url}`).header('set-cookie', returnCookie(config, request))
            return sendPlainPage(
              reply,
              services,
              'On to the card page',
              () => html`<p>If nothing happens: <a href="${url}">Go on to the card page</a></p>`,
            )
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            problem = error.message
          }
        }
        const toPay = await requireOrderToPay(services, 'linkHolder', orderNumber)
        const order = await describeOrder(db, toPay.id)
        const { title, lead, canPay } = wordsFor(order, toPay, clock())
        return sendPlainPage(
          reply,
          services,
          title,
          site => html`${problem && canPay && html`<p role="alert"><strong>${problem}</strong></p>`}
${lead}${things(order)}${facts(order)}${waysToReach(site, 'Questions? ')}${home}`,
        )
      }),
  })
}

/** Returns the path of the payment link from which a browser left for the card page of an order. */
export function linkLeftFrom(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { headers }: FastifyRequest,
  orderNumber: string,
): string | undefined {
  const path = /(?:^|; )pay-link=(\/pay\/[\w/-]{1,300})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  return path && orderOfLink(config, 'pay', path, clock()) === orderNumber ? path : undefined
}

/**
 * Returns the cookie that leads the browser back from the card page to the payment link. It lasts as long as
 * a card page can.
 */
function returnCookie({ publicUrl }: Config, { params }: FastifyRequest<{ Params: OrderLink }>): string {
  const { orderNumber, expires, signature } = params
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `pay-link=/pay/${orderNumber}/${expires}/${signature}; Path=/checkout/return; HttpOnly; SameSite=Lax; Max-Age=86400${secure}`
}

const home = html`<p><a href="/">To the home page</a></p>`

const notFound = html`<p>This link is not valid, or it has run out.</p>${home}`

function wordsFor(
  { kind, totalPence, cancelReason, paidPence }: OrderDescription,
  { status, holdExpiresAt, page }: OrderToPay,
  now: Date,
): { title: string; lead: Markup; canPay: boolean } {
  const what = kind === 'product' || kind === 'pack' ? 'order' : 'booking'
  if (isPaidFor({ status }))
    return {
      title: totalPence > 0 ? 'This is paid' : 'There is nothing to pay',
      lead: html`<p>Thank you. The ${what} is confirmed, and there is nothing more to do.</p>`,
      canPay: false,
    }
  if (status === 'cancelled') {
    const why =
      cancelReason === 'expired' ? 'It was not paid in time, so it has ended.' : 'It has been cancelled.'
    const back = paidPence > 0 && ' We have written about what was paid for it.'
    return {
      title: `This ${what} is no longer kept`,
      lead: html`<p>${why}${back} You are welcome to ${againAt(kind)}.</p>`,
      canPay: false,
    }
  }
  if (page?.status === 'mismatched')
    return {
      title: 'We are checking the payment',
      lead: html`<p>${sentences.beingChecked}.</p>`,
      canPay: false,
    }
  if (totalPence === 0)
    return { title: 'There is nothing to pay', lead: html`<p>This ${what} is free.</p>`, canPay: false }
  // Over, but the provider cannot be asked to close its page just now.
  if (!holdExpiresAt || holdExpiresAt <= now)
    return {
      title: `This ${what} is no longer kept`,
      lead: html`<p>It was not paid in time. You are welcome to ${againAt(kind)}.</p>`,
      canPay: false,
    }
  return {
    title: `Pay for your ${what}`,
    lead: html`<p>We are keeping it until ${longMoment(holdExpiresAt)}.</p>
<form method="post"><button>Pay ${pounds(totalPence)} by card</button></form>`,
    canPay: true,
  }
}

/** Returns a link to where the same can be booked or bought again. */
function againAt(kind: OrderDescription['kind']): Markup {
  if (kind === 'pack') return html`<a href="${addresses.classPacks()}">choose a class pack again</a>`
  if (kind === 'product') return html`<a href="${addresses.shop()}">order again</a>`
  return html`<a href="${addresses.ofKind[kind].timetable()}">book again from the timetable</a>`
}

/** Shows what was ordered, but not for whom. */
function things({ places, lines, status }: OrderDescription): Markup {
  const shown = status === 'cancelled' ? places : withoutCancelled(places)
  return html`<ul class="places">${datesWithoutNames(shown).map(
    ({ when, what, where, count }) => html`<li><p class="when">${when}</p>
<p>${what}${count > 1 && `, ${count} places`}</p>
<p class="quiet">${where}</p></li>`,
  )}${places.length === 0 && lines.map(line => html`<li>${line}</li>`)}</ul>`
}

const facts = ({ orderNumber, totalPence }: OrderDescription) => html`<dl>
<div><dt>Order number</dt><dd>${orderNumber}</dd></div>
<div><dt>Total</dt><dd>${pounds(totalPence)}</dd></div>
</dl>`
