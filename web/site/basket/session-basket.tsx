import * as addresses from '#contract/addresses.ts'
import './session-basket.css'
import { useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { creditText, paidWith } from '#domain/prices.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { useOffers } from '#web/settings.ts'
import { useProfile } from '#web/site/accounts/profile-query.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BasketCheckout } from './basket-checkout.tsx'
import { BasketList } from './basket-list.tsx'
import { BasketSessionLine } from './basket-session-line.tsx'
import { type SessionLine, sessionBasketQuery, useRemoveSessions } from './session-basket-queries.ts'

/** The sessions of one kind in the basket, which are bought together in the checkout dialog (spec 1 §2). */
export function SessionBasket({ kind }: { kind: OfferingKind }) {
  const api = useApi()
  const removal = useRemoveSessions(kind)
  const [boughtIds, setBoughtIds] = useState<number[]>()
  return (
    <>
      <BasketList
        label={`the ${kindWords[kind].many} in your basket`}
        lines={(page, limit) => sessionBasketQuery(api, kind, page, limit)}
        empty={<NothingInBasket kind={kind} />}
        canBeChosen={line => line.isValid}
        line={(line, controls) => <BasketSessionLine key={line.id} line={line} {...controls} />}
        sum={chosen => <SumOf lines={chosen} />}
        chooseFirst={sentences.selectCourse}
        removal={removal}
        onBuy={setBoughtIds}
      />
      {boughtIds && (
        <BasketCheckout kind={kind} lineIds={boughtIds} onClose={() => setBoughtIds(undefined)} />
      )}
    </>
  )
}

/** The price of the chosen lines, and what the account's credits can pay of it. The checkout works it out. */
function SumOf({ lines }: { lines: readonly SessionLine[] }) {
  const offers = useOffers()
  const balance = useProfile().data?.credits ?? 0
  const [packOnly, others] = [true, false].map(isPackOnly =>
    lines.filter(({ session }) => session.isPackOnly === isPackOnly),
  ) as [SessionLine[], SessionLine[]]
  const inCredits = creditsOf(packOnly)
  const most = creditsOf(others)
  const left = balance - inCredits
  return (
    <>
      <span className="sr-only">, total </span>
      <span className="card-title strong figures">
        {paidWith(
          others.reduce((sum, { pricePence }) => sum + pricePence, 0),
          inCredits,
        )}
      </span>
      {offers('credits') && left > 0 && most > 0 && (
        <span className="small quiet">
          {most <= left
            ? `or ${most} of your ${creditText(balance)}`
            : `less with your ${creditText(balance)}`}
        </span>
      )}
    </>
  )
}

const creditsOf = (lines: SessionLine[]) => lines.reduce((sum, { credits }) => sum + credits, 0)

function NothingInBasket({ kind }: { kind: OfferingKind }) {
  const { many } = kindWords[kind]
  return (
    <EmptyState
      title={`No ${many} in your basket`}
      action={<LinkButton to={addresses.ofKind[kind].timetable()}>See what is on</LinkButton>}
    >
      Choose “Add to Basket” when you book, and pay for several {many} together. A basket holds no places:
      they are yours once you have ordered.
    </EmptyState>
  )
}
