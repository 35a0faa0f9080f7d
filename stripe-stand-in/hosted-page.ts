import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { actInDashboard, dashboardPage, findDashboardPayment } from './dashboard-page.ts'
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

/** Answers the hosted page: shows the order, handles its buttons, and sends the visitor back. */
export function answerPage(standIn: StandIn, { method, path, given }: Visit, business: string): PageAnswer {
  if (path === '/assets/nunito.woff2') return fontAnswer()
  const ofDashboard = /^\/dashboard\/(\w+)$/.exec(path)?.[1]
  if (ofDashboard) return answerDashboard(standIn, { method, given }, ofDashboard)
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

function answerDashboard(standIn: StandIn, { method, given }: Omit<Visit, 'path'>, id: string): PageAnswer {
  const intent = findDashboardPayment(standIn, id)
  if (!intent) return pageAnswer(404, unknownPage(styles), [])
  if (method !== 'POST') return pageAnswer(200, dashboardPage(standIn, intent, styles), [])
  actInDashboard(standIn, intent, given)
  return seeOther(new URL(`/dashboard/${id}`, standIn.pageUrl('')).href)
}

/** Carries out a button and returns where to go. A second press of Pay leads to the same place. */
function finish(standIn: StandIn, kept: KeptSession, outcome: string | null): string {
  const { session } = kept
  const cancelled = session.cancel_url ?? standIn.pageUrl(session.id)
  if (session.status === 'open' && outcome === 'cancel') return cancelled
  if (session.status === 'open' && outcome === 'fail') {
    failPayment(standIn, kept)
    return withOutcome(cancelled, 'failed')
  }
  const isPaying = outcome === 'pay' || outcome === 'payLess'
  if (session.status === 'open' && isPaying) paySession(standIn, kept, outcome === 'payLess' ? 1 : 0)
  const paidNow = session.status === 'complete' && isPaying
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

/** Names the two return addresses in `form-action`, because browsers apply it to a form's redirect too. */
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
