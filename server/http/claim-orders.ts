import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { counted } from '#domain/counted.ts'
import { choosePasswordAddress } from '#server/features/accounts/choose-password.ts'
import { type ClaimLink, familyOfClaim } from '#server/features/families/claim-link.ts'
import { claimOrders, listGuestOrders } from '#server/features/families/claim-orders.ts'
import { datesWithoutNames, describeOrders } from '#server/features/orders/describe-order.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

/**
 * Serves the page on which the owner of an email address moves earlier guest orders into the account that
 * staff added. It is behind the signed link of a mail. Opening it changes nothing, because mailbox scanners
 * open links; its button does.
 */
export function mountClaimOrders(app: FastifyInstance, services: Services): void {
  const { db, config, clock } = services
  app.route<{ Params: ClaimLink }>({
    method: ['GET', 'POST'],
    url: '/claim/:accountId/:expires/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const family = await familyOfClaim(db, config, request.params, clock())
        if (!family) return sendPlainPage(reply.code(404), services, 'Link not found', () => notFound)
        if (request.method === 'POST') {
          await claimOrders(services, request.params)
          // Loaded again, the page submits nothing.
          return reply.redirect(request.url, 303)
        }
        const ids = await listGuestOrders(db, family.email)
        if (ids.length === 0) {
          const next = family.hasPassword ? undefined : choosePasswordAddress(config, family, clock())
          return sendPlainPage(reply, services, 'Your bookings are in your account', () => done(next))
        }
        const orders = await describeOrders(db, ids)
        const dates = datesWithoutNames(orders.flatMap(({ places }) => places))
        return sendPlainPage(
          reply,
          services,
          'Add your bookings to your account',
          site => html`<p>${counted(ids.length, 'order')} made with ${family.email}:</p>
<ul class="places">${dates.map(
            ({ when, what, where }) =>
              html`<li><p class="when">${when}</p><p>${what}</p><p class="quiet">${where}</p></li>`,
          )}</ul>
<form method="post"><button>Add to my account</button></form>
${waysToReach(site, 'Not yours? Tell us: ')}${home}`,
        )
      }),
  })
}

const home = html`<p><a href="/">To the home page</a></p>`

const notFound = html`<p>This link is not valid, or it has run out.</p>${home}`

const done = (choosePassword: string | undefined): Markup =>
  choosePassword
    ? html`<p>One step is left: <a href="${choosePassword}">choose a password</a>, and you see them whenever you log in.</p>${home}`
    : html`<p>You see them when you <a href="${addresses.logIn()}">log in</a>.</p>${home}`
