import './data-table.css'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { mostCounted, type OfficeList } from '#contract/office/office-call.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { ListNotLoaded } from './not-loaded.tsx'
import { useLasts } from './office-list.ts'
import { useOffersActions } from './page-actions.ts'
import { ShowMore } from './show-more.tsx'

export interface DataColumn<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** The name that the list is sorted by; such a heading is a button. */
  sort?: string
  /** Right-aligned, in figures of one width. */
  isNumber?: boolean
  /** A day and its time, a telephone number: on one line. */
  isMoment?: boolean
  /** Tells rows apart whose first column says the same: part of what a row’s controls are called. */
  isName?: boolean
}

export interface Selection<Row> {
  /** Those that are loaded and selected; with `isEverything` there are more. */
  rows: Row[]
  /** All that match the filters: the verb is to select them itself. */
  isEverything: boolean
  count: number
  clear: () => void
  /** Those of these keys alone. */
  select: (keys: Iterable<string | number>) => void
}

interface DataTableProps<Row> {
  /** What it is a table of, for who does not see it. */
  label: string
  /** The first names the row and opens it. */
  columns: readonly [DataColumn<Row>, ...DataColumn<Row>[]]
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<OfficeList<Row>>>,
    | 'data'
    | 'isPending'
    | 'isError'
    | 'isPlaceholderData'
    | 'refetch'
    | 'hasNextPage'
    | 'fetchNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
  >
  keyOf: (row: Row) => string | number
  /** Where a row leads, or what opens it. */
  toOf?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** `name` or `-name`, and how to change it. */
  sort?: string
  onSort?: (sort: string) => void
  /** What to do with several at once; without it there is nothing to select. */
  actions?: (selection: Selection<Row>) => ReactNode
  /** A `DownloadButton`, for who may. */
  download?: ReactNode
  /** From how many on nobody counts, where that is not `mostCounted`. */
  countedTo?: number
  /** Where there is none: one sentence, and the one button that ends it. */
  empty: { sentence: ReactNode; action?: ReactNode }
}

/** A list of the office (spec 3 §2.3): J, K or arrows move, Enter opens, X selects, S leads to what is done with those. */
export function DataTable<Row>({
  label,
  columns,
  list,
  keyOf,
  toOf,
  onOpen,
  sort = '',
  onSort,
  actions,
  download,
  countedTo = mostCounted,
  empty,
}: DataTableProps<Row>) {
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const [isEverything, setEverything] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = list.data?.pages.flatMap(page => page.items) ?? []
  // That nothing fitted what was looked for before says nothing of what is looked for now.
  const isUnknown = list.isPending || (list.isPlaceholderData && rows.length === 0)
  const isSlow = useLasts(isUnknown)
  const total = list.data?.pages[0]?.total ?? 0
  // The same function all along: a tick draws its own row anew, and no other.
  const toggle = useCallback((key: string | number) => {
    setEverything(false)
    setSelected(present => {
      const next = new Set(present)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  useRowKeys(body, actions !== undefined)

  // What is there stays while asking again fails.
  if (list.isError && !list.data) {
    return <ListNotLoaded onRetry={list.refetch} />
  }

  const chosen = rows.filter(row => selected.has(keyOf(row)))
  const isAllLoaded = chosen.length === rows.length
  const clear = () => {
    setSelected(new Set())
    setEverything(false)
  }
  const select = (keys: Iterable<string | number>) => {
    setEverything(false)
    setSelected(new Set(keys))
  }
  const count = isEverything ? total : chosen.length
  const inAll = total.toLocaleString('en-GB') + (total < countedTo ? '' : '+')

  const table = rows.length > 0 && (
    <div
      className="data-table"
      data-long={rows.length > longFrom || undefined}
      aria-busy={list.isPlaceholderData || undefined}
    >
      <table>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {actions && (
              <th scope="col" className="data-tick">
                <label>
                  <input
                    type="checkbox"
                    aria-label={`Select these ${rows.length}`}
                    checked={isAllLoaded}
                    onChange={() => (isAllLoaded ? clear() : select(rows.map(keyOf)))}
                  />
                </label>
              </th>
            )}
            {columns.map(column => (
              <Heading key={column.heading} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map(row => {
            const key = keyOf(row)
            const isTicked = actions ? isEverything || selected.has(key) : undefined
            const shared = { columns, onOpen, onTick: toggle }
            return <Row key={key} id={key} row={row} to={toOf?.(row)} isTicked={isTicked} {...shared} />
          })}
        </tbody>
      </table>
      <div className="data-foot no-print">
        <p className="quiet figures" aria-live="polite">
          {rows.length < total ? `${rows.length} of ${inAll}` : `${inAll} in all`}
          {count > 0 && <span className="sr-only">, {count} selected</span>}
        </p>
        <ShowMore list={list} />
        {download}
      </div>
      {actions && count > 0 && (
        <section aria-label="Selected" className="data-actions no-print">
          <p className="figures">{count} selected</p>
          {/* First of the buttons: the key S leads to it. */}
          {actions({ rows: chosen, isEverything, count, clear, select })}
          {isAllLoaded && !isEverything && total > rows.length && (
            <Button look="quiet" size="small" onClick={() => setEverything(true)}>
              Select all {inAll} that match
            </Button>
          )}
          <Button look="quiet" size="small" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
    </div>
  )
  return (
    <div>
      {/* There before its sentence is: a search that finds nothing is told. */}
      <div role="status">
        {rows.length === 0 && !isUnknown && <EmptyState title={empty.sentence} action={empty.action} />}
      </div>
      {isUnknown && isSlow && <ListSkeleton count={8} shape="row" />}
      {table}
    </div>
  )
}

/** From here on the browser lays out the rows that are in sight alone: three thousand take it ten seconds otherwise. */
const longFrom = 200

const classOf = <Row,>({ isNumber, isMoment }: DataColumn<Row>) =>
  isNumber ? 'data-number' : isMoment ? 'data-moment' : undefined

interface RowProps<Of> {
  id: string | number
  row: Of
  columns: DataTableProps<Of>['columns']
  to: string | undefined
  onOpen: ((row: Of) => void) | undefined
  /** Absent where there is nothing to select. */
  isTicked: boolean | undefined
  onTick: (id: string | number) => void
}

/** Drawn anew for what is passed alone. */
const Row = memo(function Row<Of>({ id, row, columns, to, onOpen, isTicked, onTick }: RowProps<Of>) {
  const [first, ...others] = columns
  // Neither a key nor a heading is an id: they may have blanks.
  const own = useId()
  const partOf = (place: number) => `${own}-${place}`
  const parts = others.flatMap(({ isName }, place) => (isName ? [partOf(place)] : []))
  const named = { id: own }
  const name = [named.id, ...parts].join(' ')
  // Where the first column is enough, what opens the row is called by its own words.
  const opener = { ...named, className: 'data-open', ...(parts.length > 0 && { 'aria-labelledby': name }) }
  return (
    <tr data-selected={isTicked || undefined}>
      {isTicked !== undefined && (
        <td className="data-tick">
          <label>
            <input
              type="checkbox"
              id={`${own}-tick`}
              aria-label="Select"
              aria-labelledby={`${own}-tick ${name}`}
              checked={isTicked}
              onChange={() => onTick(id)}
            />
          </label>
        </td>
      )}
      <th scope="row" {...(!to && !onOpen && named)} className={classOf(first)}>
        {to ? (
          <PageLink to={to} {...opener}>
            {first.cell(row)}
          </PageLink>
        ) : onOpen ? (
          <button type="button" {...opener} onClick={() => onOpen(row)}>
            {first.cell(row)}
          </button>
        ) : (
          first.cell(row)
        )}
      </th>
      {others.map((column, place) => (
        <td
          key={column.heading}
          id={column.isName ? partOf(place) : undefined}
          data-heading={column.heading}
          className={classOf(column)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}) as <Of>(props: RowProps<Of>) => ReactNode

function Heading<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>
  sort: string
  onSort?: (sort: string) => void
}) {
  const { heading, sort: name } = column
  const isUp = sort === name
  const isDown = sort === `-${name}`
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={name && isUp ? 'ascending' : name && isDown ? 'descending' : undefined}
    >
      {name && onSort ? (
        <button type="button" onClick={() => onSort(isUp ? `-${name}` : name)}>
          {heading}
          {isUp && <ArrowUp aria-hidden="true" className="icon" />}
          {isDown && <ArrowDown aria-hidden="true" className="icon" />}
        </button>
      ) : (
        heading
      )}
    </th>
  )
}

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
type Body = React.RefObject<HTMLTableSectionElement | null>

/** The focus is what moves. */
function moveRow({ current }: Body, step: number): void {
  const rows = [...(current?.rows ?? [])]
  const at = rows.findIndex(row => row.contains(document.activeElement))
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
  // What Enter opens, and not the tick before it.
  const place = next?.querySelector<HTMLElement>('.data-open') ?? next?.querySelector<HTMLElement>('input')
  place?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** The keys of a list, wherever nothing is being typed; the palette names them. */
function useRowKeys(body: Body, hasTicks: boolean): void {
  useOffersActions([
    { label: 'Next row', keys: 'J', run: () => moveRow(body, 1) },
    { label: 'Row before', keys: 'K', run: () => moveRow(body, -1) },
    ...(hasTicks
      ? [
          { label: 'Select the row', keys: 'X', run: () => tickRow(body) },
          { label: 'Do something with what is selected', keys: 'S', run: () => goToActions(body) },
        ]
      : []),
  ])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as Element
      const isTyping = target.closest(
        'input:not([type="checkbox"]), textarea, select, [contenteditable], [popover]',
      )
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]') && !target.closest('dialog')?.contains(body.current)) return
      const isInRow = body.current?.contains(document.activeElement)
      const step = steps[event.key]
      // The arrows scroll the page as long as no row has the focus.
      if (step && (isInRow || event.key === 'j' || event.key === 'k')) {
        event.preventDefault()
        moveRow(body, step)
      } else if (event.key === 'x') tickRow(body)
      else if (event.key === 's') goToActions(body)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [body])
}

/** They stand after the last row, of which there may be hundreds. */
const goToActions = ({ current }: Body): void =>
  current?.closest('.data-table')?.querySelector<HTMLElement>('.data-actions button')?.focus()

function tickRow({ current }: Body): void {
  const row = [...(current?.rows ?? [])].find(one => one.contains(document.activeElement))
  row?.querySelector<HTMLElement>('.data-tick input')?.click()
}
