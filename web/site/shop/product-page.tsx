import * as addresses from '#contract/addresses.ts'
import './product-page.css'
import '#web/ui/chip.css'
import '#web/ui/forms/field.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { maxQuantity } from '#domain/limits.ts'
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
import { showHint } from '#web/ui/messages.tsx'
import { Missing } from '#web/ui/missing.tsx'
import { Money } from '#web/ui/money.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { PostageNote } from './postage-note.tsx'
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
            {!product.variants && <Stock stock={product.stock} />}
          </p>
          {product.stock > 0 ? <Purchase product={product} /> : <SoldOut />}
          <PostageNote />
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

const Stock = ({ stock }: { stock: number }) => (
  <span className="product-stock" data-few={isShort(stock) || undefined}>
    {stockWords(stock)}
  </span>
)

interface SizesProps {
  sizes: NonNullable<Product['variants']>
  chosen: number | undefined
  /** The first button, which is focused when none is chosen. */
  first: RefObject<HTMLInputElement | null>
  onChoose: (id: number) => void
}

/** The sizes as buttons. One that is sold out is marked, and cannot be chosen. */
function Sizes({ sizes, chosen, first, onChoose }: SizesProps) {
  const begin = sizes.find(({ stock }) => stock > 0)
  const size = sizes.find(({ id }) => id === chosen)
  return (
    <fieldset>
      <legend className="field-label">Size</legend>
      <div className="row gap-s">
        {sizes.map(({ id, name, stock }) => (
          <label key={id} className="chip">
            <input
              ref={id === begin?.id ? first : undefined}
              type="radio"
              name="size"
              value={id}
              checked={id === chosen}
              disabled={stock === 0}
              onChange={() => onChoose(id)}
              className="sr-only"
            />
            {stock === 0 ? (
              <>
                <s>{name}</s> sold out
              </>
            ) : (
              name
            )}
          </label>
        ))}
      </div>
      <p role="status" className="above-s">
        {size && <Stock stock={size.stock} />}
      </p>
    </fieldset>
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

interface Wanted {
  quantity: number
  variantId?: number | undefined
}

function Purchase({ product }: { product: Product }) {
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const [wanted, setWanted] = useState(1)
  const sizes = product.variants ?? []
  const [only] = sizes.length === 1 ? sizes : []
  const [chosen, setChosen] = useState(only?.id)
  const first = useRef<HTMLInputElement>(null)
  const size = sizes.find(({ id, stock }) => id === chosen && stock > 0)
  const stock = product.variants ? (size?.stock ?? maxQuantity) : product.stock
  const hasSize = () => {
    if (!product.variants || size) return true
    showHint(sentences.chooseSize)
    first.current?.focus()
    return false
  }
  const add = useAddProduct()
  // The stock may have shrunk since the quantity was chosen.
  const quantity = Math.min(wanted, stock)
  useStandingAction({ quantity, variantId: size?.id })
  const addToBasket = (request: Wanted) => {
    if (isSignedIn) {
      const { variantId } = request
      return add.mutate({
        productId: product.id,
        ...(variantId && { variantId }),
        quantity: request.quantity,
      })
    }
    keepPendingAction(request)
    navigate(addresses.logIn())
  }
  useResumedAction<Wanted & { isFollowing?: true }>(
    isSignedIn === true,
    ({ quantity, variantId, isFollowing }) => {
      setWanted(quantity)
      setChosen(variantId ?? only?.id)
      // Only the tab that logged in adds the product, because several tabs may have the same
      // pending action.
      if (!isFollowing) addToBasket({ quantity, variantId })
    },
  )
  return (
    <div className="card product-purchase stack gap-l">
      {product.variants && <Sizes sizes={sizes} chosen={size?.id} first={first} onChoose={setChosen} />}
      <div className="product-quantity">
        <span aria-hidden="true" className="strong">
          Quantity
        </span>
        <QuantityField
          label={product.name}
          value={quantity}
          most={stock}
          onStep={step => setWanted(quantity + step)}
          onType={setWanted}
        />
      </div>
      <div className="product-buttons">
        <Button
          look="secondary"
          isBusy={add.isPending}
          onClick={() => hasSize() && addToBasket({ quantity, variantId: size?.id })}
        >
          Add to Basket
        </Button>
        <LinkButton
          to={addresses.checkout({
            productId: product.id,
            ...(size && { variantId: size.id }),
            quantity,
            source: 0,
          })}
          onClick={event => {
            if (!hasSize()) event.preventDefault()
          }}
        >
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
