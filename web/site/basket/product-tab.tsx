import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { useNavigate } from '#web/router.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductLineRow } from './product-line-row.tsx'
import { type ProductLine, productLinesQuery, useRemoveProducts } from './queries.ts'

const canBeBought = (line: ProductLine) => line.quantity <= line.stock

/** The products in the basket: choose, change how many, delete, buy (spec 1 §2). Select all is for the page shown. */
export function ProductTab() {
  const navigate = useNavigate()
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const lines = useQuery(productLinesQuery(useApi(), page, limit))
  const remove = useRemoveProducts()
  if (lines.isError) return <ErrorPanel onRetry={() => void lines.refetch()} />
  if (!lines.data) return <ProductTabSkeleton />
  const { items, total, perPage } = lines.data
  // The last line of the last page is gone: step back to what there is.
  if (items.length === 0 && total > 0 && !lines.isPlaceholderData) setPage(lines.data.lastPage)
  if (total === 0) {
    return (
      <EmptyState
        title="No products in your basket"
        action={<LinkButton to="/home/mall">Go to the shop</LinkButton>}
      >
        What you add in the shop waits for you here.
      </EmptyState>
    )
  }
  const buyable = items.filter(canBeBought)
  const chosen = buyable.filter(line => ticked.includes(line.id))
  const chosenIds = chosen.map(line => line.id)
  const isBusy = remove.isPending
  const removeThen = (ids: number[]) =>
    remove.mutate(ids, { onSuccess: () => setTicked(ticked.filter(id => !ids.includes(id))) })
  const buy = () => {
    if (chosen.length === 0) return showHint(sentences.selectProduct)
    navigate(`/home/pay?cart_id=${chosenIds.join(',')}&type=1`)
  }
  const deleteChosen = () => {
    if (chosen.length === 0) return showHint(sentences.selectProduct)
    removeThen(chosenIds)
  }
  return (
    <section aria-label="Products in your basket">
      <div className="basket-all">
        <Checkbox
          label="Select all"
          checked={buyable.length > 0 && chosen.length === buyable.length}
          disabled={buyable.length === 0}
          onChange={event => setTicked(event.currentTarget.checked ? buyable.map(line => line.id) : [])}
        />
        <Button look="quiet" size="small" isBusy={isBusy} onClick={deleteChosen}>
          Delete selected
        </Button>
      </div>
      <ul className="basket-lines">
        {items.map(line => (
          <ProductLineRow
            key={line.id}
            line={line}
            isTicked={chosenIds.includes(line.id)}
            canBeTicked={canBeBought(line)}
            onTick={isTicked =>
              setTicked(isTicked ? [...ticked, line.id] : ticked.filter(id => id !== line.id))
            }
            onDelete={() => !isBusy && removeThen([line.id])}
          />
        ))}
      </ul>
      <div className="mt-6">
        <Pager
          label="Pages of the products in your basket"
          page={lines.data.page}
          perPage={perPage}
          total={total}
          onPage={setPage}
          onSize={size => {
            setPage(1)
            setLimit(size)
          }}
        />
      </div>
      <div className="basket-foot">
        <p role="status">
          <span>{chosen.length} selected</span>
          <span className="sr-only">, total </span>
          <Money
            pence={chosen.reduce((sum, line) => sum + line.pricePence * line.quantity, 0)}
            className="text-xl font-bold"
          />
        </p>
        <Button onClick={buy}>Buy</Button>
      </div>
    </section>
  )
}

function ProductTabSkeleton() {
  return (
    <div role="status" className="mt-6 grid gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  )
}
