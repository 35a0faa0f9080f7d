import type { FastifyInstance } from 'fastify'
import { longMoment } from '#domain/format-dates.ts'
import type { Config } from '#server/config.ts'
import { mailMarkup } from '#server/mail/mail-markup.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'

const shown = 100

/** Demo mode only: shows testers the mail that would have been sent (decision E-32). */
export function mountMailbox(app: FastifyInstance, { db, config, business }: Services): void {
  const newest = (to?: string) =>
    db
      .selectFrom('mails')
      .select([
        'to_email as to',
        'subject',
        'body_text as text',
        'purpose',
        'calendar_text as calendar',
        'created_at as at',
      ])
      // A mail that was sent or stopped keeps no text.
      .where('body_text', '<>', '')
      .$if(to !== undefined, query => query.where('to_email', '=', to as string))
      .orderBy('id', 'desc')
      .limit(shown)
      .execute()

  app.get<{ Querystring: { to?: string | string[] } }>('/dev/mailbox.json', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await newest(request.query.to?.toString())),
  )
  app.get('/dev/mailbox', async (_request, reply) => {
    const mails = await newest()
    return reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(mailboxPage(mails, config, business.accent))
  })
}

function mailboxPage(
  mails: { to: string; subject: string; text: string; purpose: string; calendar: string; at: Date }[],
  own: Config,
  accent: string,
): string {
  const items = mails.map(
    mail => html`<article><h2>${mail.subject}</h2>
<p class="to">To ${mail.to}, <time datetime="${mail.at.toISOString()}">${longMoment(mail.at)}</time></p>
${mailMarkup(mail.text, { own, accent, mayQuote: mail.purpose === 'enquiry' })}
<details><summary>As text</summary><pre>${mail.text}</pre></details>${
      mail.calendar &&
      html`<details><summary>Attached: booking.ics</summary><pre>${mail.calendar}</pre></details>`
    }</article>\n`,
  )
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#2b2440;background:#fbf8f4}
article{background:#fff;border:1px solid #e7dfd6;border-radius:14px;padding:1rem 1.25rem;margin:1rem 0;overflow-wrap:anywhere}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin:0}.to{margin:.2rem 0 .6rem;color:#665c7a;font-size:.9rem}
pre{white-space:pre-wrap;font:inherit;margin:0;overflow-wrap:anywhere}</style></head>
<body><main><h1>Mailbox</h1><p>Mail this demo would have sent, newest first. Reload to look again.</p>
${items.length > 0 ? items : html`<p>No mail yet.</p>`}</main></body></html>`.markup
}
