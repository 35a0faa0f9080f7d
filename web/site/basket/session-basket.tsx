import './session-basket.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { kindPages } from '#web/site/offerings/kind-pages.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BasketCheckout } from './basket-checkout.tsx'
import { BasketSessionLine } from './basket-session-line.tsx'
import { sessionBasketQuery, useRemoveSessions } from './session-basket-queries.ts'

/**
 * The sessions of one kind in the basket (spec 1 §2): chosen one by one or all of the page (decision C-31), deleted,
 * or bought together. Lines that can no longer be booked say why, and cannot be chosen.
 */
export function SessionBasket({ kind }: { kind: OfferingKind }) {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  const [marked, setMarked] = useState<number[]>([])
  const [isBuying, setBuying] = useState(false)
  const basket = useQuery(sessionBasketQuery(useApi(), kind, page, limit))
  const remove = useRemoveSessions(kind)
  if (basket.isError) return <ErrorPanel onRetry={() => basket.refetch()} />
  if (!basket.data) return <BasketSkeleton />
  const { items, total, perPage } = basket.data.lines
  if (total === 0) return <NothingInBasket kind={kind} />

  const bookable = items.filter(line => line.isValid).map(line => line.id)
  const chosen = bookable.filter(id => marked.includes(id))
  const turnTo = (next: number) => {
    setMarked([])
    setPage(next)
  }
  const deleteLines = (lineIds: number[]) => {
    const isPageEmptied = lineIds.length === items.length && page > 1
    remove.mutate(lineIds, { onSuccess: () => isPageEmptied && turnTo(page - 1) })
  }
  const deleteChosen = () => (chosen.length > 0 ? deleteLines(chosen) : showHint(sentences.selectCourse))
  const buy = () => (chosen.length > 0 ? setBuying(true) : showHint(sentences.selectCourse))
  return (
    <>
      <div className="basket-all">
        <Checkbox
          label="Select all"
          checked={bookable.length > 0 && chosen.length === bookable.length}
          disabled={bookable.length === 0}
          onChange={event => setMarked(event.currentTarget.checked ? bookable : [])}
        />
        <Button look="quiet" size="small" isBusy={remove.isPending} onClick={deleteChosen}>
          Delete selected
        </Button>
      </div>
      <ul className="basket-lines">
        {items.map(line => (
          <BasketSessionLine
            key={line.id}
            line={line}
            isChosen={chosen.includes(line.id)}
            isBusy={remove.isPending}
            onChoose={isChosen =>
              setMarked(isChosen ? [...marked, line.id] : marked.filter(id => id !== line.id))
            }
            onDelete={() => deleteLines([line.id])}
          />
        ))}
      </ul>
      <div className="mt-6">
        <Pager
          label="Pages of the basket"
          page={page}
          perPage={perPage}
          total={total}
          onPage={turnTo}
          onSize={size => {
            turnTo(1)
            setLimit(size)
          }}
        />
      </div>
      <div className="basket-foot">
        <p role="status">{chosen.length === 0 ? 'Nothing selected' : `${chosen.length} selected`}</p>
        <Button onClick={buy}>Buy Now</Button>
      </div>
      {isBuying && <BasketCheckout kind={kind} lineIds={chosen} onClose={() => setBuying(false)} />}
    </>
  )
}

function NothingInBasket({ kind }: { kind: OfferingKind }) {
  const { many, timetable } = kindPages[kind]
  return (
    <EmptyState
      title={`No ${many} in your basket`}
      action={<LinkButton to={timetable}>See what is on</LinkButton>}
    >
      Choose “Add to Basket” when you book, and pay for several {many} together. A basket holds no places:
      they are yours once you have ordered.
    </EmptyState>
  )
}

function BasketSkeleton() {
  return (
    <div role="status" className="grid gap-3 pt-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-28 w-full" />
    </div>
  )
}
