import './data-table.css'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { maxCounted, type OfficeList } from '#contract/office/office-call.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListLoading } from './list-loading.tsx'
import { ListNotLoaded } from './not-loaded.tsx'
import { useDelayed } from './office-list.ts'
import { useOffersActions } from './page-actions.ts'
import { ShowMore } from './show-more.tsx'

export interface DataColumn<Row> {
  heading: string
  cell: (row: Row) => ReactNode
  /** The text under the column in the last line, which sums up all rows. */
  total?: ReactNode
  /** The sort key; such a heading is a button. */
  sort?: string
  /** Right-aligned, with figures of equal width. */
  isNumber?: boolean
  /** Text that stays on one line: a day and its time, a telephone number. */
  isMoment?: boolean
  /** Makes this column part of the names of a row's controls, because the first column may be the same in two rows. */
  isName?: boolean
  /**
   * Where it stands in the two lines of a row on a phone: `aside` at the end of the first, `plain` in the second without
   * its heading, `out` nowhere. Without it, in the second with its heading. A dash stands nowhere.
   */
  onPhone?: 'aside' | 'plain' | 'out'
}

export interface Selection<Row> {
  /** The loaded and selected rows; with `isEverything` there are more. */
  rows: Row[]
  /** Whether all rows that match the filters are selected: the action must select them itself. */
  isEverything: boolean
  count: number
  clear: () => void
  /** Selects only these keys. */
  select: (keys: Iterable<string | number>) => void
}

interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string
  /** The columns; the first one names the row and opens it. */
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
  /** Returns the address that a row links to. */
  toOf?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** The sort, `name` or `-name`, and its callback. */
  sort?: string
  onSort?: (sort: string) => void
  /** Returns the actions for selected rows; without it rows cannot be selected. */
  actions?: (selection: Selection<Row>) => ReactNode
  /** A `DownloadButton`, for those who may use it. */
  download?: ReactNode
  /** The number at which counting stops, if it is not `maxCounted`. */
  countedTo?: number
  /** The empty state: one sentence, and one button. */
  empty: { sentence: ReactNode; action?: ReactNode }
}

/** A list of the office (spec 3 §2.3): J, K or arrows move, Enter opens, X selects, S moves to the actions. */
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
  countedTo = maxCounted,
  empty,
}: DataTableProps<Row>) {
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const [isEverything, setEverything] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = list.data?.pages.flatMap(page => page.items) ?? []
  // An earlier empty result says nothing about the present filters.
  const isUnknown = list.isPending || (list.isPlaceholderData && rows.length === 0)
  const isSlow = useDelayed(isUnknown)
  const total = list.data?.pages[0]?.total ?? 0
  // Always the same function, so that a tick renders only its own row.
  const toggle = useCallback((key: string | number) => {
    setEverything(false)
    setSelected(present => {
      const next = new Set(present)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  useRowKeys(body, actions !== undefined)

  // Loaded rows stay when a refetch fails.
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
        {columns.some(({ total }) => total !== undefined) && <Totals columns={columns} />}
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
          {/* First of the buttons: the key S focuses it. */}
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
      {/* Present before its sentence, so that screen readers announce an empty result. */}
      <div role="status">
        {rows.length === 0 && !isUnknown && <EmptyState title={empty.sentence} action={empty.action} />}
      </div>
      {isUnknown && isSlow && <ListLoading count={8} shape="row" />}
      {table}
    </div>
  )
}

/**
 * The number of rows from which the browser lays out only visible ones. Otherwise three thousand rows take ten seconds.
 */
const longFrom = 200

const classOf = <Row,>({ isNumber, isMoment }: DataColumn<Row>) =>
  isNumber ? 'data-number' : isMoment ? 'data-moment' : undefined

/** The text of a cell without a value. */
const noValue = '–'

interface RowProps<Of> {
  id: string | number
  row: Of
  columns: DataTableProps<Of>['columns']
  to: string | undefined
  onOpen: ((row: Of) => void) | undefined
  /** Undefined if rows cannot be selected. */
  isTicked: boolean | undefined
  onTick: (id: string | number) => void
}

/** Renders again only when its props change. */
const Row = memo(function Row<Of>({ id, row, columns, to, onOpen, isTicked, onTick }: RowProps<Of>) {
  const [first, ...others] = columns
  // Keys and headings may contain blanks, so they are no ids.
  const own = useId()
  const partOf = (place: number) => `${own}-${place}`
  const parts = others.flatMap(({ isName }, place) => (isName ? [partOf(place)] : []))
  const named = { id: own }
  const name = [named.id, ...parts].join(' ')
  // Where the first column suffices, the link's name is its own text.
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
      {others.map((column, place) => {
        const cell = column.cell(row)
        return (
          <td
            key={column.heading}
            id={column.isName ? partOf(place) : undefined}
            data-heading={column.heading}
            data-phone={cell === noValue ? 'out' : column.onPhone}
            className={classOf(column)}
          >
            {cell}
          </td>
        )
      })}
    </tr>
  )
}) as <Of>(props: RowProps<Of>) => ReactNode

/** Shows the line that sums up all rows. */
function Totals<Of>({ columns: [first, ...others] }: Pick<DataTableProps<Of>, 'columns'>) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{first.total}</th>
        {others.map(column => (
          <td key={column.heading} data-heading={column.heading} className={classOf(column)}>
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

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

/** Moves the focus to another row. */
function moveRow({ current }: Body, step: number): void {
  const rows = [...(current?.rows ?? [])]
  const at = rows.findIndex(row => row.contains(document.activeElement))
  const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
  // The element that Enter opens, not the tick before it.
  const place = next?.querySelector<HTMLElement>('.data-open') ?? next?.querySelector<HTMLElement>('input')
  place?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** Handles the keys of a list unless somebody is typing; the palette lists them. */
function useRowKeys(body: Body, hasTicks: boolean): void {
  useOffersActions([
    { label: 'Next row', keys: 'J', run: () => moveRow(body, 1) },
    { label: 'Previous row', keys: 'K', run: () => moveRow(body, -1) },
    ...(hasTicks
      ? [
          { label: 'Select the row', keys: 'X', run: () => tickRow(body) },
          { label: 'Go to the actions for the selected rows', keys: 'S', run: () => goToActions(body) },
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
      // The arrows scroll the page until a row has the focus.
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

/** Moves to the actions, which come after possibly hundreds of rows. */
const goToActions = ({ current }: Body): void =>
  current?.closest('.data-table')?.querySelector<HTMLElement>('.data-actions button')?.focus()

function tickRow({ current }: Body): void {
  const row = [...(current?.rows ?? [])].find(one => one.contains(document.activeElement))
  row?.querySelector<HTMLElement>('.data-tick input')?.click()
}
