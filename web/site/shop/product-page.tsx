import * as addresses from '#contract/addresses.ts'
import './product-page.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { sentences } from '#domain/sentences.ts'
import { isShort, stockWords } from '#domain/stock.ts'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { keepPendingAction, useResumedAction, useStandingAction } from '#web/navigation/pending-action.ts'
import { useNavigate, useSearchParams } from '#web/navigation/router.tsx'
import { useIsSignedIn } from '#web/session.ts'
import { useAddProduct } from '#web/site/basket/queries.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { QuantityField } from '#web/ui/forms/quantity-field.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { Money } from '#web/ui/money.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { categoriesQuery, type Product, productQuery, wholeNumber } from './queries.ts'

/** One product: its pictures, price, stock and text, and the two ways to buy it (spec 1 §2). */
export function ProductPage() {
  const [search] = useSearchParams()
  const productId = wholeNumber(addresses.product.read(search).productId)
  const product = useQuery({ ...productQuery(useApi(), productId), enabled: productId > 0 })
  if (product.data) return <ProductDetails key={product.data.id} product={product.data} />
  return (
    <Missing
      query={product}
      isNamed={productId > 0}
      title={sentences.productNotFound}
      action={<LinkButton to={addresses.shop()}>Go to the shop</LinkButton>}
    >
      It may be sold out for good. There is plenty more in the shop.
    </Missing>
  )
}

function ProductDetails({ product }: { product: Product }) {
  return (
    <article className="page-width product">
      <Trail product={product} />
      <div className="product-columns">
        <ProductGallery name={product.name} images={product.images} />
        <div>
          <h1 className="title">{product.name}</h1>
          <p className="product-figures">
            <Money pence={product.pricePence} className="subheading strong" />
            <span className="product-stock" data-few={isShort(product.stock) || undefined}>
              {stockWords(product.stock)}
            </span>
          </p>
          {product.stock > 0 ? <Purchase product={product} /> : <SoldOut />}
          <RichText html={product.contentHtml} className="above-xl" />
        </div>
      </div>
    </article>
  )
}

function Trail({ product }: { product: Product }) {
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()))
  const index = categories.findIndex(category => category.id === product.categoryId)
  return (
    <nav aria-label="You are here" className="product-trail">
      <PageLink to={addresses.shop()}>Shop</PageLink>
      <ChevronRight aria-hidden="true" />
      <PageLink to={addresses.category({ index: Math.max(0, index) })}>{product.categoryName}</PageLink>
    </nav>
  )
}

function SoldOut() {
  return (
    <div className="card product-sold-out stack gap-m">
      <p>This one has sold out. We fill our shelves often, so please look in again.</p>
      <p>
        <LinkButton to={addresses.shop()} look="secondary">
          See popular products
        </LinkButton>
      </p>
    </div>
  )
}

function Purchase({ product }: { product: Product }) {
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const [wanted, setWanted] = useState(1)
  const add = useAddProduct()
  // The stock may have shrunk since the quantity was chosen.
  const quantity = Math.min(wanted, product.stock)
  useStandingAction({ quantity })
  const addToBasket = (request: { quantity: number }) => {
    if (isSignedIn)
      return add.mutate({ productId: product.id, quantity: Math.min(request.quantity, product.stock) })
    keepPendingAction(request)
    navigate(addresses.logIn())
  }
  useResumedAction<{ quantity: number; isFollowing?: true }>(
    isSignedIn === true,
    ({ quantity, isFollowing }) => {
      setWanted(quantity)
      // Only the tab that logged in adds the product, because several tabs may have the same
      // pending action.
      if (!isFollowing) addToBasket({ quantity })
    },
  )
  return (
    <div className="card product-purchase stack gap-l">
      <div className="product-quantity">
        <span aria-hidden="true" className="strong">
          Quantity
        </span>
        <QuantityField
          label={product.name}
          value={quantity}
          most={product.stock}
          onStep={step => setWanted(quantity + step)}
          onType={setWanted}
        />
      </div>
      <div className="product-buttons">
        <Button look="secondary" isBusy={add.isPending} onClick={() => addToBasket({ quantity })}>
          Add to Basket
        </Button>
        <LinkButton to={addresses.checkout({ productId: product.id, quantity, source: 0 })}>
          Buy Now
        </LinkButton>
      </div>
      <FailureNote error={add.error} act="basket" />
      {add.isSuccess && (
        <p>
          <PageLink to={addresses.basket({ tab: 1 })} className="text-link lone-link">
            See your basket
          </PageLink>
        </p>
      )}
    </div>
  )
}
