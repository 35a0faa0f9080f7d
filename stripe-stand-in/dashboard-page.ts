import { html, type Markup } from '#server/request/markup.ts'
import { ApiRefusal } from './api-refusal.ts'
import { closeDispute, openDispute } from './disputes.ts'
import { money, wholePage } from './hosted-page-markup.ts'
import type { Dispute, PaymentIntent, Refund } from './ledger.ts'
import type { Parameters } from './parameters.ts'
import { failRefund, findPaidIntent, refundInDashboard, topUpBalance } from './refunds.ts'
import type { StandIn } from './stand-in.ts'

/** The actions of a person in the provider's own dashboard. Each button sends the name of one. */
const actions: Record<string, (standIn: StandIn, intent: PaymentIntent, given: Parameters) => void> = {
  refund: (standIn, { id }, given) =>
    refundInDashboard(standIn, id, Math.round(Number(given.get('pounds')) * 100)),
  fail: (standIn, _intent, given) => failRefund(standIn, given.get('refund') ?? ''),
  refuseNext: ({ faults }) => {
    faults.refuseRefunds = 2
  },
  lackBalance: ({ lacking }, { id }) => {
    lacking.add(id)
  },
  topUp: topUpBalance,
  dispute: (standIn, { id }) => openDispute(standIn, id),
  win: (standIn, _intent, given) => closeDispute(standIn, given.get('dispute') ?? '', 'won'),
  lose: (standIn, _intent, given) => closeDispute(standIn, given.get('dispute') ?? '', 'lost'),
}

/** Carries out a pressed action. If the provider would refuse it, nothing changes. */
export function actInDashboard(standIn: StandIn, intent: PaymentIntent, given: Parameters): void {
  const action = actions[given.get('action') ?? '']
  try {
    action?.(standIn, intent, given)
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
  }
}

/**
 * Renders the practice provider's page of one payment, like the page of the real dashboard. Its address cannot be
 * guessed.
 */
export function dashboardPage(standIn: StandIn, intent: PaymentIntent, styles: string): string {
  const refunds = standIn.ledger.refunds.newest({ payment_intent: [intent.id] }, 100)
  const disputes = standIn.ledger.disputes.newest({ payment_intent: [intent.id] }, 100)
  const left = intent.amount_received - standIn.ledger.refunds.amountOf(intent.id)
  return wholePage(
    styles,
    `Practice dashboard: payment of ${money(intent.amount_received, intent.currency)}`,
    html`<div class="columns">
      <section class="panel" aria-labelledby="payment">
        <h1 id="payment">Payment of ${money(intent.amount_received, intent.currency)}</h1>
        <p class="reference">${intent.id}</p>
        <ul class="lines">${refunds.map(refundLine)}${disputes.map(disputeLine)}</ul>
        <p class="total"><span>Left</span> <strong>${money(left, intent.currency)}</strong></p>
      </section>
      <section class="panel choice" aria-labelledby="choice">
        <h2 id="choice">What happens at the provider?</h2>
        ${left > 0 && refundForm(left)}
        <form method="post">
          ${way('topUp', 'Top up the balance', 'Refunds that waited for money are paid.')}
          ${way('lackBalance', 'Let the next refund of this payment wait', 'As if the balance were too low for it.')}
          ${way('dispute', 'Dispute it', 'As if the customer had complained to their bank.')}
          ${way('refuseNext', 'Refuse the next two refunds', 'As if the card could not be credited.')}
        </form>
      </section>
    </div>`,
  )
}

export const findDashboardPayment = ({ ledger, now }: StandIn, id: string): PaymentIntent | undefined => {
  const intent = findPaidIntent(ledger, id, now())
  return intent?.latest_charge ? intent : undefined
}

const refundLine = ({ id, amount, currency, status }: Refund): Markup => html`<li>
  <p class="what">Refund <small>${id}, ${status}</small></p>
  <p class="price">${money(amount, currency)}</p>
  ${
    status === 'succeeded' &&
    html`<form method="post">
      <input type="hidden" name="refund" value="${id}">
      <button class="cancel" name="action" value="fail">Let it fail</button>
    </form>`
  }
</li>`

const disputeLine = ({ id, amount, currency, status }: Dispute): Markup => html`<li>
  <p class="what">Dispute <small>${id}, ${status}</small></p>
  <p class="price">${money(amount, currency)}</p>
  ${
    status === 'needs_response' &&
    html`<form method="post">
      <input type="hidden" name="dispute" value="${id}">
      <button class="cancel" name="action" value="win">Decide for the business</button>
      <button class="cancel" name="action" value="lose">Decide for the customer</button>
    </form>`
  }
</li>`

const refundForm = (left: number): Markup => html`<form method="post">
  <div class="way">
    <label>Refund (£) <input name="pounds" inputmode="decimal" value="${(left / 100).toFixed(2)}"></label>
    <button class="pay" name="action" value="refund" aria-describedby="refund">Refund here</button>
    <p id="refund">As if somebody of the business had done it in the dashboard.</p>
  </div>
</form>`

const way = (action: string, label: string, words: string): Markup => html`<div class="way">
  <button class="cancel" name="action" value="${action}" aria-describedby="${action}">${label}</button>
  <p id="${action}">${words}</p>
</div>`
