import * as addresses from '#contract/addresses.ts'
import './session-basket.css'
import { useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BasketCheckout } from './basket-checkout.tsx'
import { BasketList } from './basket-list.tsx'
import { BasketSessionLine } from './basket-session-line.tsx'
import { sessionBasketQuery, useRemoveSessions } from './session-basket-queries.ts'

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
