import * as addresses from '#contract/addresses.ts'
import './category-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate, useSearchParams } from '#web/navigation/router.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pager } from '#web/ui/forms/pager.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { ProductGrid } from './product-grid.tsx'
import { categoryQuery } from './queries.ts'

/** Lists a category's products, page by page. */
export function CategoryPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data, isError, refetch } = useQuery({
    ...categoryQuery(useApi(), search),
    placeholderData: keepPreviousData,
  })
  if (!data) return isError ? <ErrorPanel onRetry={() => void refetch()} /> : <PageSkeleton />
  const { categories, current, category, products } = data
  if (!category || !products) return <NothingSold />
  return (
    <>
      <PageHeading title={category.name}>
        <PageLink to={addresses.shop()} className="text-link lone-link">
          All of the shop
        </PageLink>
      </PageHeading>
      <div className="page-width page-end">
        <nav aria-label="Categories" className="above-l">
          <ul className="row gap-s">
            {categories.map(({ id, name }, index) => (
              <li key={id}>
                <PageLink
                  to={addresses.category({ index })}
                  aria-current={index === current ? 'page' : undefined}
                  className="category-link"
                >
                  {name}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <h2 className="sr-only">Products</h2>
        {products.items.length > 0 ? (
          <ProductGrid products={products.items} isPending={false} />
        ) : (
          <EmptyState
            title="Nothing here just now"
            action={<LinkButton to={addresses.shop()}>See popular products</LinkButton>}
          >
            We are filling this shelf. The other categories have plenty.
          </EmptyState>
        )}
        {products.lastPage > 1 && (
          <div className="above-xl">
            <Pager
              label={`Pages of ${category.name}`}
              page={products.page}
              perPage={products.perPage}
              total={products.total}
              onPage={page =>
                navigate(addresses.category({ index: current, page }), { state: { keepsScroll: true } })
              }
            />
          </div>
        )}
      </div>
    </>
  )
}

function NothingSold() {
  return (
    <EmptyState
      title="Our shelves are being filled"
      level={1}
      action={<LinkButton to={addresses.ofKind.class.timetable()}>See this week’s classes</LinkButton>}
    >
      Please look in again soon.
    </EmptyState>
  )
}
