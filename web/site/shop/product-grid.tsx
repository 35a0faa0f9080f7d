import * as addresses from '#contract/addresses.ts'
import './product-grid.css'
import { isShort, stockWords } from '#domain/stock.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { CardPicture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Product } from './queries.ts'

const shapes = [1, 2, 3, 4, 5, 6, 7, 8]

/** Products as cards: picture, name, price, and a low stock. `isPending` adds a row of placeholders. */
export function ProductGrid({ products, isPending }: { products: readonly Product[]; isPending: boolean }) {
  return (
    <ul className="tiles above-l">
      {products.map(product => (
        <ProductCard key={product.id} product={product} />
      ))}
      {isPending &&
        shapes.map(shape => (
          <li key={shape}>
            <Skeleton className="product-skeleton" />
          </li>
        ))}
    </ul>
  )
}

function ProductCard({ product }: { product: Product }) {
  return (
    <li className="product-card card card-lifting" data-sold-out={product.stock === 0 || undefined}>
      <CardPicture path={product.image} height={800} sizes="(width < 64rem) 50vw, 20rem" />
      <div>
        <h3>
          <PageLink to={addresses.product({ productId: product.id })} className="card-link">
            {product.name}
          </PageLink>
        </h3>
        <p className="product-price">
          <Money pence={product.pricePence} />
          {isShort(product.stock) && <span>{stockWords(product.stock)}</span>}
        </p>
      </div>
    </li>
  )
}
