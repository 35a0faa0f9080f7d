import * as addresses from '#contract/addresses.ts'
import { Picture } from '#web/ui/picture.tsx'
import './mall-page.css'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useSearchParams } from '#web/navigation/router.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PostageNote } from './postage-note.tsx'
import { ProductGrid } from './product-grid.tsx'
import { categoriesQuery, popularProductsQuery, shownPages } from './queries.ts'

/**
 * The shop's first page: categories, and popular products with more at the end (spec 1 §2), or the newest if none is
 * popular.
 */
export function MallPage() {
  return (
    <>
      <PageHeading title="Shop">
        Things for class and for home, sent to your door.
        <PostageNote />
      </PageHeading>
      <section className="page-width mall-section" aria-labelledby="categories">
        <h2 id="categories">Categories</h2>
        <CategoryCards />
      </section>
      <section className="page-width mall-section page-end" aria-labelledby="popular">
        <PopularProducts />
      </section>
    </>
  )
}

const shapes = [1, 2, 3, 4]

function CategoryCards() {
  const { data: categories, isPending, isError, refetch } = useQuery(categoriesQuery(useApi()))
  if (isError && !categories)
    return <ErrorPanel title="The categories did not load" onRetry={() => void refetch()} />
  return (
    <ul className="tiles above-l">
      {isPending &&
        shapes.map(shape => (
          <li key={shape}>
            <Skeleton className="category-skeleton" />
          </li>
        ))}
      {categories?.map((category, index) => (
        <li key={category.id}>
          <PageLink to={addresses.category({ index })} className="category-card card card-lifting">
            {category.image && <Picture path={category.image} most={480} width={800} height={600} />}
            <span>{category.name}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function PopularProducts() {
  const api = useApi()
  const [search] = useSearchParams()
  const shown = shownPages(search)
  const pages = useQueries({ queries: shown.map(page => popularProductsQuery(api, page)) })
  const products = pages.flatMap(page => page.data?.items ?? [])
  const newest = pages.at(-1)
  const failed = pages.find(page => page.isError && !page.data)
  const known = pages.findLast(page => page.data)?.data
  const arePopular = products.length === 0 || products.some(({ isPopular }) => isPopular)
  const heading = <h2 id="popular">{arePopular ? 'Popular products' : 'New in the shop'}</h2>
  if (failed)
    return (
      <>
        {heading}
        <ErrorPanel onRetry={() => void failed.refetch()} />
      </>
    )
  if (known?.total === 0) {
    return (
      <>
        {heading}
        <EmptyState title="Our shelves are being filled" level={3}>
          Please look in again soon.
        </EmptyState>
      </>
    )
  }
  const hasMore = known && shown.length < known.lastPage
  return (
    <>
      {heading}
      <ProductGrid products={products} isPending={newest?.isPending === true} />
      <div className="stack gap-m centred above-l">
        <p role="status" className="quiet">
          {known && `${products.length} of ${known.total} ${arePopular ? 'popular products' : 'products'}`}
        </p>
        {hasMore && (
          <LinkButton
            look="secondary"
            to={addresses.shop({ page: shown.length + 1 })}
            replace
            state={{ keepsScroll: true }}
            onClick={() => {
              if (shown.length + 1 < known.lastPage) return
              // This press removes the button, so the focus moves to the last card.
              const cards = [...document.querySelectorAll<HTMLElement>('.card-link')]
              cards.at(-1)?.focus({ preventScroll: true })
            }}
          >
            More products
          </LinkButton>
        )}
      </div>
    </>
  )
}
