import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { closedPage, openPage, unknownPage } from './hosted-page-markup.ts'
import type { KeptSession } from './ledger.ts'
import type { Parameters } from './parameters.ts'
import { failPayment, paySession } from './sessions.ts'
import type { StandIn } from './stand-in.ts'

type Visit = { method: string; path: string; given: Parameters }
type PageAnswer = { status: number; headers: Record<string, string>; body: string | Buffer }

const styles = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8')
const styleHash = createHash('sha256').update(styles).digest('base64')
const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2')),
)

/** The hosted page: shows the order, takes one of its three buttons, and sends the visitor back. */
export function answerPage(standIn: StandIn, { method, path, given }: Visit, business: string): PageAnswer {
  if (path === '/assets/nunito.woff2') return fontAnswer()
  const id = /^\/pay\/(\w+)$/.exec(path)?.[1]
  const kept = id === undefined ? undefined : standIn.ledger.sessions.get(id)
  if (!kept) return pageAnswer(404, unknownPage(styles), [])
  if (method === 'POST') return seeOther(finish(standIn, kept, given.get('outcome')))

  const named = { ...kept, businessName: kept.displayName || business }
  const intent = standIn.ledger.paymentIntents.get(kept.session.payment_intent ?? '')
  const markup =
    kept.session.status === 'open'
      ? openPage(named, { styles, refusedBefore: Boolean(intent?.last_payment_error) })
      : closedPage(named, { styles, wayBack: wayBack(kept) })
  return pageAnswer(200, markup, [kept.session.success_url, kept.session.cancel_url])
}

/** Does what the button says and answers where to go; a second press of Pay arrives where the first did. */
function finish(standIn: StandIn, kept: KeptSession, outcome: string | null): string {
  const { session } = kept
  const cancelled = session.cancel_url ?? standIn.pageUrl(session.id)
  if (session.status === 'open' && outcome === 'cancel') return cancelled
  if (session.status === 'open' && outcome === 'fail') {
    failPayment(standIn, kept)
    return withOutcome(cancelled, 'failed')
  }
  if (session.status === 'open' && outcome === 'pay') paySession(standIn, kept)
  const paidNow = session.status === 'complete' && outcome === 'pay'
  return paidNow ? (wayBack(kept) ?? standIn.pageUrl(session.id)) : standIn.pageUrl(session.id)
}

function wayBack({ session }: KeptSession): string | null {
  if (session.status !== 'complete') return session.cancel_url
  return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id) ?? null
}

function withOutcome(url: string, outcome: string): string {
  const [address = '', ...fragment] = url.split('#')
  return [`${address}${address.includes('?') ? '&' : '?'}outcome=${outcome}`, ...fragment].join('#')
}

function seeOther(url: string): PageAnswer {
  return { status: 303, headers: { Location: new URL(url).href, 'Cache-Control': 'no-store' }, body: '' }
}

function fontAnswer(): PageAnswer {
  const headers = { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' }
  return { status: 200, headers, body: font }
}

/** Browsers hold a form's redirect to `form-action` as well, so the two ways back are named there. */
function pageAnswer(status: number, body: string, waysBack: (string | null)[]): PageAnswer {
  const origins = waysBack.flatMap(url => (url ? new URL(url).origin : []))
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "font-src 'self'",
    'img-src data:',
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
    body,
  }
}
