import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { Refusal } from '#domain/refusal.ts'
import { choosePassword, familyOfLink, type PasswordLink } from '#server/features/accounts/choose-password.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage } from './plain-page.ts'

const used = html`<p>This link is not valid, it has run out, or it was used. <a href="${addresses.resetPassword()}">Choose a
new password</a> with a code that we mail you.</p><p><a href="/">To the home page</a></p>`

const form = (email: string, problem: string): Markup => html`<p>For the account of ${email}.</p>
${problem && html`<p role="alert"><strong>${problem}</strong></p>`}
<form method="post">
<p><label>Password<br><input type="password" name="password" autocomplete="new-password" required></label></p>
<p><label>Password again<br><input type="password" name="again" autocomplete="new-password" required></label></p>
<button>Choose this password</button></form>`

/** Serves the page on which an imported family chooses its first password, behind the signed link of its mail. */
export function mountSetPassword(app: FastifyInstance, services: Services): void {
  app.route<{ Params: PasswordLink }>({
    method: ['GET', 'POST'],
    url: '/set-password/:accountId/:expires/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const family = await familyOfLink(services, request.params)
        if (!family) return sendPlainPage(reply.code(404), services, 'Choose your password', () => used)
        let problem = ''
        if (request.method === 'POST') {
          const given = new URLSearchParams(String(request.body ?? ''))
          try {
            await choosePassword(services, request.params, {
              password: given.get('password') ?? '',
              again: given.get('again') ?? '',
            })
            return reply.redirect(addresses.logIn(), 303)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            problem = error.message
          }
        }
        return sendPlainPage(reply, services, 'Choose your password', () => form(family.email, problem))
      }),
  })
}
