import { FileText, type LucideIcon, MapPin, ShoppingBag, Ticket } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { ListName } from '#contract/office/catalogue.ts'
import { asAge } from '#domain/ages.ts'
import { compareNames } from '#domain/compare-text.ts'
import { catalogueSentences } from '#domain/office/catalogue-sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useMay } from '#web/office/office-session.ts'
import { type DataColumn, DataTable } from '#web/office/ui/data-table.tsx'
import { DownloadButton } from '#web/office/ui/download-button.tsx'
import { ChoiceFilter, Filters, WordsFilter } from '#web/office/ui/filters.tsx'
import { useNewInAddress } from '#web/office/ui/new-in-address.ts'
import { useFilters } from '#web/office/ui/office-list.ts'
import { PageHead } from '#web/office/ui/page-head.tsx'
import { StateWord } from '#web/office/ui/state-word.tsx'
import { Thumb } from '#web/office/ui/thumb.tsx'
import { wholeList } from '#web/office/ui/whole-list.ts'
import { useToday } from '#web/today.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { pounds } from '#web/ui/money.tsx'
import { type Thing, useExportList, useThings } from './catalogue-queries.ts'
import { shownValue } from './field-values.ts'
import { listedForms } from './listed-forms.ts'
import { StockBySize } from './product-sizes.tsx'
import { SortPanel } from './sort-panel.tsx'
import { StockPanel } from './stock-panel.tsx'
import { tabsOf } from './tabs.ts'
import { ThingPanel } from './thing-panel.tsx'
import { lacksPicture, nameOf, ofSite, pictureOf, stateOf, statesOf } from './thing-state.ts'

const pages = new Map<ListName, () => ReactNode>()

/** Returns the page of a list, always the same component. */
export function listedPage(list: ListName): () => ReactNode {
  const known = pages.get(list) ?? (() => <ListedPage list={list} />)
  pages.set(list, known)
  return known
}

function ListedPage({ list }: { list: ListName }) {
  const form = listedForms[list]
  const [filters, setFilters] = useFilters({ words: '', state: '', sort: '' })
  const [opened, setOpened] = useState<Thing | 'sort'>()
  const [isNewAsked, openNew, closeNew] = useNewInAddress()
  const [counted, setCounted] = useState<Thing>()
  const mayEdit = useMay(ofSite.includes(list) ? 'site.edit' : 'catalogue.edit')
  const mayMoveStock = useMay('stock.move')
  const words = filters.words.toLowerCase()
  const isNarrowed = words !== '' || filters.state !== ''
  const exporting = useExportList()
  const things = useThings(list)
  const all = things.data ?? []
  const columns = useColumns(list)
  const today = useToday()
  const found = all.filter(
    thing =>
      nameOf(thing).toLowerCase().includes(words) &&
      (filters.state === '' || stateOf(list, thing, today).value === filters.state),
  )
  const shown = inOrder(found, filters.sort, [byName, ...columns])
  const hasStates = form.fields.some(({ name }) => name === 'isActive')
  const makeOne = mayEdit && <Button onClick={openNew}>{`New ${form.one}`}</Button>
  const thing = typeof opened === 'object' ? opened : undefined
  const isNew = isNewAsked && mayEdit
  const close = () => setOpened(undefined)
  return (
    <>
      {/* An empty list shows its button below the sentence only. */}
      <PageHead title={form.title} action={things.data?.length !== 0 && makeOne} tabs={tabsOf(list)} />
      <Filters>
        <WordsFilter label={`Search ${form.title.toLowerCase()}`} />
        {hasStates && (
          <ChoiceFilter
            label="State"
            value={filters.state}
            options={statesOf(list)}
            onChange={state => setFilters({ state })}
          />
        )}
        {form.isSorted && mayEdit && all.length > 1 && (
          <Button look="secondary" size="small" onClick={() => setOpened('sort')}>
            Sort
          </Button>
        )}
      </Filters>
      <DataTable
        label={form.title}
        list={wholeList(shown, things)}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Name',
            cell: thing => <NameWithPicture list={list} thing={thing} />,
            sort: 'name',
          },
          ...columns,
          ...(hasStates ? [stateColumn(list, today)] : []),
          ...(list === 'products' && mayMoveStock ? [stockColumn(setCounted)] : []),
        ]}
        {...(mayEdit && { onOpen: setOpened })}
        sort={filters.sort}
        // A third press restores the order that parents see.
        onSort={by => setFilters({ sort: filters.sort === `-${by}` ? '' : by })}
        download={
          <DownloadButton
            file={exporting}
            input={{ list, ids: isNarrowed ? shown.map(({ id }) => id) : undefined }}
          />
        }
        empty={
          all.length > 0
            ? {
                sentence: 'Nothing here matches your search',
                action: <Button onClick={() => setFilters({ words: '', state: '' })}>Show all</Button>,
              }
            : { sentence: form.empty, action: makeOne }
        }
      />
      {(isNew || thing) && <ThingPanel list={list} thing={thing} onClose={thing ? close : closeNew} />}
      {opened === 'sort' && (
        <SortPanel
          list={list}
          title={`Sort the ${form.title.toLowerCase()}`}
          things={all}
          nameOf={nameOf}
          onClose={close}
        />
      )}
      {counted && Number(counted.sizes) === 0 && (
        <StockPanel product={counted} onClose={() => setCounted(undefined)} />
      )}
      {counted && Number(counted.sizes) > 0 && (
        <StockBySize product={counted} onClose={() => setCounted(undefined)} />
      )}
    </>
  )
}

/** The icon in place of a missing picture. */
const iconsOf: Partial<Record<ListName, LucideIcon>> = {
  venues: MapPin,
  packs: Ticket,
  products: ShoppingBag,
  articles: FileText,
}

/** The name, with the first picture that parents see of it. */
function NameWithPicture({ list, thing }: { list: ListName; thing: Thing }) {
  const name = nameOf(thing)
  const picture = pictureOf(list, thing)
  if (picture === undefined) return name
  return (
    <span className="with-thumb">
      <Thumb picture={picture} icon={iconsOf[list]} />
      {name}
    </span>
  )
}

type ListedColumn = DataColumn<Thing> & { sort: string; by: (thing: Thing) => string | number }

const byName = { sort: 'name', by: nameOf }

/** Sorts by the column in the address; without a known column the list keeps its own order. */
function inOrder(things: Thing[], sort: string, columns: Pick<ListedColumn, 'sort' | 'by'>[]): Thing[] {
  const isDown = sort.startsWith('-')
  const by = columns.find(column => column.sort === sort.replace('-', ''))?.by
  if (!by) return things
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareNames(String(one), String(other))
  const up = things.toSorted((one, other) => compare(by(one), by(other)))
  return isDown ? up.reverse() : up
}

const stateColumn = (list: ListName, today: string): DataColumn<Thing> => ({
  heading: 'State',
  onPhone: 'aside',
  cell: thing => {
    const { value, is, words } = stateOf(list, thing, today)
    return (
      <>
        <StateWord is={is}>{words}</StateWord>{' '}
        {value === 'on' && lacksPicture(list, thing) && (
          <StateWord is="look">{catalogueSentences.pictureWanted}</StateWord>
        )}
      </>
    )
  },
})

const stockColumn = (onOpen: (product: Thing) => void): DataColumn<Thing> => ({
  heading: 'Change',
  onPhone: 'plain',
  cell: product => (
    <Button
      look="secondary"
      size="small"
      className="over-row"
      aria-label={`Stock of ${nameOf(product)}`}
      onClick={() => onOpen(product)}
    >
      Stock
    </Button>
  ),
})

/** Returns the columns between name and state: fields, and counts. */
function useColumns(list: ListName): ListedColumn[] {
  const today = useToday()
  const { fields, columns } = listedForms[list]
  const ofOther = fields.find(field => field.is === 'oneOf')
  const others = useThings(ofOther?.is === 'oneOf' ? ofOther.list : list).data ?? []
  const rooms = useThings(list === 'venues' ? 'rooms' : list).data ?? []
  return columns.map((name): ListedColumn => {
    if (name === 'rooms') {
      const cell = ({ id }: Thing) =>
        rooms
          .filter(room => room.venueId === id && room.isActive)
          .map(nameOf)
          .join(', ')
      return { heading: 'Rooms', cell, sort: name, by: cell }
    }
    const field = fields.find(one => one.name === name)
    if (name === 'teacher') {
      const cell = (thing: Thing) => String(thing.teacher ?? '')
      return {
        heading: 'Teacher',
        cell: thing => cell(thing) && <TeacherWithPicture thing={thing} name={cell(thing)} />,
        sort: name,
        by: cell,
      }
    }
    const told = toldColumns[name]
    if (told) return { ...told, sort: name, by: thing => Number(thing[name]) }
    if (!field) throw new Error(`${list} has no field ${name}`)
    const cell = (thing: Thing) => {
      const value = thing[name]
      if (name === 'percent' && value === null) return pounds(Number(thing.amountPence))
      if (value === null || value === '') return ''
      if (field.is === 'oneOf') return String(others.find(({ id }) => id === value)?.name ?? '')
      if (field.is === 'one') return field.options.find(option => option.value === value)?.label ?? ''
      if (field.is === 'money') return pounds(Number(value))
      if (field.is === 'age') return asAge(Number(value))
      if (field.is === 'lastDay') return spokenDate(shownValue(field, value), today)
      return name === 'percent' ? `${value} %` : String(value)
    }
    const heading = name === 'percent' ? 'Takes off' : field.label
    const isFigure = field.is === 'money' || field.is === 'count'
    const by = (thing: Thing) =>
      isFigure || field.is === 'age'
        ? Number(thing[name] ?? 0)
        : field.is === 'lastDay'
          ? String(thing[name])
          : cell(thing)
    return { heading, cell, isNumber: isFigure, sort: name, by }
  })
}

const TeacherWithPicture = ({ thing, name }: { thing: Thing; name: string }) => (
  <span className="with-thumb">
    <Avatar name={name} picture={String(thing.teacherImagePath ?? '')} size="small" />
    {name}
  </span>
)

const toldColumns: Record<string, DataColumn<Thing>> = {
  stock: {
    heading: 'Stock',
    isNumber: true,
    cell: ({ stock, lowStock }) =>
      Number(stock) <= Number(lowStock) ? <StateWord is="look">{`${stock} left`}</StateWord> : String(stock),
  },
  uses: {
    heading: 'Used',
    isNumber: true,
    cell: ({ id, code, uses, maxUses }) => {
      const said = maxUses === null ? String(uses) : `${uses} of ${maxUses}`
      if (uses === 0) return said
      return (
        <PageLink
          className="over-row"
          to={`${addresses.orders()}?codeId=${id}`}
          aria-label={`${said}: the orders with ${code}`}
        >
          {said}
        </PageLink>
      )
    },
  },
  givenPence: { heading: 'Given', isNumber: true, cell: ({ givenPence }) => pounds(Number(givenPence)) },
}
