import './basket-page.css'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { PageLink } from '#web/navigation.tsx'
import { useSearchParams } from '#web/router.tsx'
import { kindPages } from '#web/site/offerings/kind-pages.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SessionBasket } from './session-basket.tsx'

/** What `type` in the address means (spec 1 §2). */
const typeOf: Record<OfferingKind, string> = { class: '0', event: '2', parentSession: '3' }

/** The basket: a tab with its own list for each kind. */
export function BasketPage() {
  const [search] = useSearchParams()
  const shown = everyOfferingKind.find(kind => typeOf[kind] === search.get('type')) ?? 'class'
  return (
    <>
      <PageHeading title="Basket" />
      <div className="page-width pb-14">
        <nav aria-label="Your basket" className="basket-tabs">
          <ul>
            {everyOfferingKind.map(kind => (
              <li key={kind}>
                <PageLink
                  to={`/home/cart?type=${typeOf[kind]}`}
                  aria-current={kind === shown ? 'page' : undefined}
                  state={{ keepsScroll: true }}
                >
                  {kindPages[kind].title}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <SessionBasket key={shown} kind={shown} />
      </div>
    </>
  )
}
