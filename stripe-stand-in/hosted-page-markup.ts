import { html, type Markup } from '#server/request/markup.ts'
import type { KeptSession, LineItem } from './ledger.ts'

type Order = KeptSession & { businessName: string }

const maxLinesShown = 4

export function openPage(order: Order, page: { styles: string; refusedBefore: boolean }): string {
  const { session, lines, businessName } = order
  const total = money(session.amount_total ?? 0, session.currency)
  const first = lines.slice(0, lines.length > maxLinesShown ? maxLinesShown - 1 : maxLinesShown)
  const rest = lines.slice(first.length)
  return wholePage(
    page.styles,
    `Practice payment of ${total} to ${businessName}`,
    html`<div class="columns">
      <div class="order">
        ${card(order, total)}
        <section class="panel" aria-labelledby="lines">
          <h2 id="lines">What you are paying for</h2>
          ${
            session.client_reference_id &&
            html`<p class="reference">Order <strong>${session.client_reference_id}</strong></p>`
          }
          <ul class="lines">${first.map(line)}</ul>
          ${
            rest.length > 0 &&
            html`<details>
              <summary>Show ${rest.length} more</summary>
              <ul class="lines">${rest.map(line)}</ul>
            </details>`
          }
          <p class="total"><span>Total</span> <strong>${total}</strong></p>
        </section>
      </div>
      <section class="panel choice" aria-labelledby="choice">
        <h2 id="choice">How should this payment end?</h2>
        ${
          page.refusedBefore &&
          html`<p class="notice" role="alert">The last try was refused, and no money moved. You can try again.</p>`
        }
        <form method="post">
          <div class="way">
            <button class="pay" name="outcome" value="pay" aria-describedby="pay">Pay ${total}</button>
            <p id="pay">As if your card had worked. The order is paid.</p>
          </div>
          <div class="way">
            <button class="fail" name="outcome" value="payLess" aria-describedby="pay-less">Underpay by 1p</button>
            <p id="pay-less">As if another amount had come in. The business has to look into it.</p>
          </div>
          <div class="way">
            <button class="fail" name="outcome" value="fail" aria-describedby="fail">Fail</button>
            <p id="fail">As if your bank had said no.</p>
          </div>
          <div class="way">
            <button class="cancel" name="outcome" value="cancel" aria-describedby="cancel">Cancel</button>
            <p id="cancel">Go back without paying.</p>
          </div>
        </form>
        <p class="until">This page stays open until ${moment(session.expires_at)}.</p>
      </section>
    </div>`,
  )
}

export function closedPage(order: Order, page: { styles: string; wayBack: string | null }): string {
  const { session, businessName } = order
  const isPaid = session.status === 'complete'
  const total = money(session.amount_total ?? 0, session.currency)
  return wholePage(
    page.styles,
    isPaid ? 'This order is paid' : 'This card page has closed',
    html`<section class="panel closed">
      ${isPaid ? tick : clock}
      <h1>${isPaid ? 'This order is paid' : 'This card page has closed'}</h1>
      <p>${
        isPaid
          ? `The practice payment of ${total} to ${businessName} went through. There is nothing left to do here.`
          : `Nothing was paid here. If your order with ${businessName} still waits, start its payment again from there.`
      }</p>
      ${session.client_reference_id && html`<p class="until">Order ${session.client_reference_id}</p>`}
      ${page.wayBack && html`<p><a class="back" href="${page.wayBack}">Back to ${businessName}</a></p>`}
    </section>`,
  )
}

export function unknownPage(styles: string): string {
  return wholePage(
    styles,
    'No such card page',
    html`<section class="panel closed">
      ${clock}
      <h1>There is no such card page</h1>
      <p>The address may be cut short. Go back to your order and start its payment again from there.</p>
    </section>`,
  )
}

function card({ businessName }: Order, total: string): Markup {
  return html`<div class="card">
    ${ribbons}
    <p class="business">${businessName}</p>
    <h1><span>Practice payment</span> ${total}</h1>
  </div>`
}

function line({ description, quantity, amount_total, currency }: LineItem): Markup {
  const each = money(amount_total / quantity, currency)
  return html`<li>
    <p class="what">${description}
      ${quantity > 1 && html`<small>${quantity} × ${each}</small>`}
    </p>
    <p class="price">${money(amount_total, currency)}</p>
  </li>`
}

// Making a number format takes longer than rendering a page with it.
const formats = new Map<string, Intl.NumberFormat>()

export function money(minorUnits: number, given: string | null): string {
  const currency = given ?? 'gbp'
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

function moment(seconds: number): Markup {
  const at = new Date(seconds * 1000)
  return html`<time datetime="${at.toISOString()}">${moments.format(at)}</time>`
}

/** Renders a page of the practice provider: no script, its own styles. */
export function wholePage(styles: string, title: string, main: Markup): string {
  const page = html`<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="#fff3d6">
    <title>${title}</title>
    <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%23453a9e'/%3E%3Cpath d='M7 13h18M7 20h7' stroke='%23ffcf5c' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E">
    <link rel="preload" href="../assets/nunito.woff2" as="font" type="font/woff2" crossorigin>
    <style>${{ markup: styles }}</style>
  </head>
  <body>
    <header class="practice">
      <p><strong>This is a practice card page.</strong> <span>No money moves and no card is asked for.</span></p>
    </header>
    <main>${main}</main>
  </body>
</html>`
  return page.markup
}

const ribbons = html`<svg class="ribbons" viewBox="0 0 200 220" preserveAspectRatio="xMaxYMin slice" aria-hidden="true" focusable="false">
  <g fill="none" stroke-width="13" stroke-linecap="round">
    <path stroke="#ff8f7d" d="M150 22C84 40 64 92 92 128s18 84-40 112" />
    <path stroke="#ffcf5c" d="M150 22c-44 30-50 76-26 108s14 80-18 112" />
    <path stroke="#7fd6b4" d="M150 22c-16 36-14 72 6 104s12 82 2 116" />
    <path stroke="#8cc4ff" d="M150 22c14 36 28 66 36 100s22 82 24 118" />
  </g>
  <circle cx="150" cy="22" r="13" fill="#fff" />
</svg>`

const tick = html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
  <circle cx="32" cy="32" r="32" fill="#d9f2e6" />
  <path d="M20 33l9 9 16-19" fill="none" stroke="#12694a" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" />
</svg>`

const clock = html`<svg class="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
  <circle cx="32" cy="32" r="32" fill="#e9e6fb" />
  <path d="M32 18v15l9 7" fill="none" stroke="#453a9e" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" />
</svg>`
