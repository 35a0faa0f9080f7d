import * as addresses from '#contract/addresses.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { BasketList } from './basket-list.tsx'
import { ProductLineRow } from './product-line-row.tsx'
import { type ProductLine, productLinesQuery, useIsStepping, useRemoveProducts } from './queries.ts'

/** The products in the basket, which are bought together on the checkout page (spec 1 §2). */
export function ProductTab() {
  const api = useApi()
  const navigate = useNavigate()
  const removal = useRemoveProducts()
  return (
    <BasketList
      label="the products in your basket"
      lines={(page, limit) => productLinesQuery(api, page, limit)}
      empty={
        <EmptyState
          title="No products in your basket"
          action={<LinkButton to={addresses.shop()}>Go to the shop</LinkButton>}
        >
          What you add in the shop waits for you here.
        </EmptyState>
      }
      canBeChosen={canBeBought}
      line={(line, controls) => (
        <ProductLineRow key={line.id} line={line} canBeChosen={canBeBought(line)} {...controls} />
      )}
      sum={chosen => (
        <>
          <span className="sr-only">, total </span>
          <Money
            pence={chosen.reduce((sum, line) => sum + line.pricePence * line.quantity, 0)}
            className="card-title strong"
          />
        </>
      )}
      chooseFirst={sentences.selectProduct}
      removal={removal}
      isBusy={useIsStepping()}
      onBuy={lineIds => navigate(addresses.checkout({ basketLineIds: lineIds.join(','), source: 1 }))}
    />
  )
}

const canBeBought = (line: ProductLine) => line.quantity <= line.stock
