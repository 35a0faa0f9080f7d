import * as addresses from '#contract/addresses.ts'
import './basket-page.css'
import { useState } from 'react'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import type { SitePart } from '#domain/site-parts.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation, useSearchParams } from '#web/navigation/router.tsx'
import { useOffers } from '#web/settings.ts'
import { kindWords } from '#web/site/offerings/kind-words.ts'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { TakenOffContext } from './basket-list.tsx'
import { useBasketCounts } from './count-query.ts'
import { ProductTab } from './product-tab.tsx'
import { SessionBasket } from './session-basket.tsx'

/** The tabs, in the order of `type` in the address (spec 1 §2). */
const tabs = everyOfferingKind
  .map(kind => ({
    label: kindWords[kind].title as string,
    part: kind as OfferingKind | 'product',
    offered: kind as SitePart,
    content: <SessionBasket key={kind} kind={kind} />,
  }))
  .toSpliced(1, 0, { label: 'Products', part: 'product', offered: 'shop', content: <ProductTab /> })

/** The basket: four tabs, each with its own list. */
export function BasketPage() {
  const [search] = useSearchParams()
  const counts = useBasketCounts()
  const asked = addresses.basket.read(search).tab
  const filled = tabs.findIndex(({ part }) => counts?.[part])
  // Without a tab in the address the first one with content is shown. It stays when its lines are
  // bought or deleted.
  const { key } = useLocation()
  const [first, setFirst] = useState({ key, filled })
  if (first.key !== key || (first.filled < 0 && filled >= 0)) setFirst({ key, filled })
  const wanted = asked === '' ? first.filled : Number(asked)
  const current = tabs[wanted] ? wanted : 0
  const offers = useOffers()
  const takenOff = useState({})
  return (
    <>
      <PageHeading title="Basket" />
      <div className="page-width page-end">
        <nav aria-label="Your basket" className="basket-tabs">
          <ul>
            {tabs.map(({ label, part, offered }, type) => {
              const count = counts?.[part] ?? 0
              const isShown = offers(offered) || count > 0 || type === current
              return (
                isShown && (
                  <li key={label}>
                    <PageLink
                      to={addresses.basket({ tab: type })}
                      aria-current={type === current ? 'page' : undefined}
                      state={{ keepsScroll: true }}
                    >
                      {label} {count > 0 && <span className="basket-count">{count}</span>}
                    </PageLink>
                  </li>
                )
              )
            })}
          </ul>
        </nav>
        {counts && Object.values(counts).filter(count => count > 0).length > 1 && (
          <p className="quiet above-m">Each part of your basket is ordered and paid by itself.</p>
        )}
        <TakenOffContext value={takenOff}>{tabs[current]?.content}</TakenOffContext>
      </div>
    </>
  )
}
