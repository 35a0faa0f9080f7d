import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Page } from '#contract/wire.ts'
import { focusBeginning } from '#web/navigation/arrival.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useConfirm } from '#web/ui/forms/confirm-dialog.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Pager } from '#web/ui/forms/pager.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'

/** The controls by which a line of the basket is chosen and deleted. */
export interface LineControls {
  isChosen: boolean
  isBusy: boolean
  onChoose: (isChosen: boolean) => void
  onDelete: () => void
}

type TakenOff = Partial<Record<string, readonly number[]>>

/** The lines that were unticked in each list, by its label. They stay unticked until the basket is left. */
export const TakenOffContext = createContext<[TakenOff, (takenOff: TakenOff) => void]>([{}, () => {}])

interface BasketListProps<Line extends { id: number }, Answer, Key extends QueryKey> {
  /** The list's name for screen readers. */
  label: string
  lines: (page: number, limit: number | undefined) => UseQueryOptions<Answer, Error, Page<Line>, Key>
  empty: ReactNode
  /** Whether a line can still be bought. Other lines are left out of the order. */
  canBeChosen: (line: Line) => boolean
  line: (line: Line, controls: LineControls) => ReactNode
  /** Shown beside the number of chosen lines. */
  sum?: (chosen: readonly Line[]) => ReactNode
  /** The message when nothing is chosen (decision D-04). */
  chooseFirst: string
  removal: {
    mutate: (lineIds: number[], options: { onSuccess: () => void }) => void
    isPending: boolean
    error: Error | null
  }
  onBuy: (lineIds: number[]) => void
  /** Whether the shown price is not yet that of the chosen lines. */
  isBusy?: boolean
}

/**
 * A tab of the basket (spec 1 §2). Its lines are chosen one by one or all of the page (decision C-31), deleted, or
 * bought together.
 */
export function BasketList<Line extends { id: number }, Answer, Key extends QueryKey>(
  given: BasketListProps<Line, Answer, Key>,
) {
  const { label, canBeChosen, chooseFirst, removal } = given
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>()
  // Every line that can be bought is selected at first; the lines that were unticked are
  // remembered.
  const [everyTakenOff, setEveryTakenOff] = useContext(TakenOffContext)
  const takenOff = everyTakenOff[label] ?? []
  const setTakenOff = (lineIds: number[]) => setEveryTakenOff({ ...everyTakenOff, [label]: lineIds })
  const [confirm, confirmDialog] = useConfirm()
  const lines = useQuery(given.lines(page, limit))
  if (!lines.data) {
    if (lines.isError) return <ErrorPanel onRetry={() => void lines.refetch()} />
    return <ListSkeleton count={3} shape="card" className="above-l" />
  }
  const { items, total, perPage, lastPage } = lines.data
  // The last line of the last page is gone: step back to what there is.
  if (page > lastPage && !lines.isPlaceholderData) setPage(lastPage)
  if (total === 0) return given.empty

  const choosable = items.filter(canBeChosen)
  const chosen = choosable.filter(line => !takenOff.includes(line.id))
  const ofOtherPages = takenOff.filter(id => !choosable.some(line => line.id === id))
  const chosenIds = chosen.map(line => line.id)
  const withChosen = (act: (lineIds: number[]) => void) => () =>
    chosenIds.length > 0 ? act(chosenIds) : showHint(chooseFirst)
  // The pressed button may disappear with its line.
  const remove = (lineIds: number[]) => removal.mutate(lineIds, { onSuccess: focusBeginning })
  const deleteChosen = async (lineIds: number[]) => {
    const question = `Do you want to delete what is selected from your basket? (${lineIds.length})`
    if (await confirm(question, { yes: 'Delete', no: 'Keep' })) remove(lineIds)
  }
  return (
    <section aria-label={label}>
      <div className="row spread above-m basket-all">
        <Checkbox
          label="Select all"
          checked={choosable.length > 0 && chosen.length === choosable.length}
          disabled={choosable.length === 0}
          onChange={({ currentTarget: { checked } }) =>
            setTakenOff(checked ? ofOtherPages : [...ofOtherPages, ...choosable.map(line => line.id)])
          }
        />
        <Button look="quiet" size="small" isBusy={removal.isPending} onClick={withChosen(deleteChosen)}>
          Delete selected
        </Button>
        <FailureNote error={removal.error} act="basket" />
      </div>
      <ul className="stack gap-m basket-lines">
        {items.map(line =>
          given.line(line, {
            isChosen: chosenIds.includes(line.id),
            isBusy: removal.isPending,
            onChoose: isChosen =>
              setTakenOff(isChosen ? takenOff.filter(id => id !== line.id) : [...takenOff, line.id]),
            onDelete: () => remove([line.id]),
          }),
        )}
      </ul>
      <div className="above-l">
        <Pager
          label={`Pages of ${label}`}
          page={page}
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
          <span>{chosen.length === 0 ? 'Nothing selected' : `${chosen.length} selected`}</span>
          {given.sum?.(chosen)}
        </p>
        <Button isBusy={given.isBusy} onClick={withChosen(given.onBuy)}>
          Buy Now
        </Button>
      </div>
      {confirmDialog}
    </section>
  )
}
