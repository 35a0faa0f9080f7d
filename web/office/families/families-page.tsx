import './family.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { type FoundPerson, maxFamiliesFound } from '#contract/office/families.ts'
import { yearsInWords } from '#domain/office/people.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate, spokenDays } from '#web/ui/british-dates.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { type DataColumn, DataTable } from '../ui/data-table.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { Filters, WordsFilter } from '../ui/filters.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import {
  addressOf,
  countDuplicatesQuery,
  type FamilySort,
  familiesQuery,
  type NewFamilies,
  searchQuery,
  useExportFamilies,
} from './family-queries.ts'

/** Stands in the address for families who did not answer. */
const noAnswer = 'none'

/**
 * Searches families by the beginning of a name, address, number or postcode. Lists the newest families if nothing is
 * typed.
 */
export function FamiliesPage() {
  const [{ words, sort, heard, from, to }, setFilters] = useFilters({
    words: '',
    sort: '-since',
    heard: '',
    from: '',
    to: '',
  })
  const isAsked = words.trim().length > 1
  const mayImport = useMay('import.run')
  const mayEdit = useMay('family.edit')
  return (
    <>
      <PageHead
        title="Families"
        action={
          <div className="row gap-s">
            {mayEdit && <LinkButton to={addresses.newFamily()}>New family</LinkButton>}
            {mayImport && (
              <LinkButton look="secondary" to={addresses.importing()}>
                Import families
              </LinkButton>
            )}
          </div>
        }
      >
        <DuplicatesHint />
      </PageHead>
      <Filters>
        <WordsFilter label="Name, email, phone, postcode or order number" />
      </Filters>
      {isAsked ? (
        <Found words={words} />
      ) : (
        <>
          {(heard || from || to) && <Narrowed heard={heard} from={from} to={to} />}
          <EveryFamily
            sort={sort}
            onSort={by => setFilters({ sort: by })}
            which={{
              ...(from && { sinceFrom: from }),
              ...(to && { sinceTo: to }),
              ...(heard && { heardFrom: heard === noAnswer ? '' : heard }),
            }}
          />
        </>
      )}
    </>
  )
}

/** Links to possible duplicates; shown only if there are any. */
function DuplicatesHint() {
  const { data: count = 0 } = useQuery(countDuplicatesQuery(useOfficeApi()))
  if (count === 0) return null
  return (
    <PageLink to={addresses.duplicates()}>
      <StateWord is="look">
        {count} possible {count === 1 ? 'duplicate' : 'duplicates'}
      </StateWord>
    </PageLink>
  )
}

/** Says which families are listed, as a report's number led here, with a way back to all. */
function Narrowed({ heard, from, to }: { heard: string; from: string; to: string }) {
  const today = useToday()
  return (
    <p>
      New families{from && to && `, ${spokenDays(from, to, today)}`}
      {heard && (heard === noAnswer ? ', without an answer' : `, who heard of you by “${heard}”`)}.{' '}
      <PageLink to={addresses.families()}>All families</PageLink>
    </p>
  )
}

function EveryFamily({
  sort,
  onSort,
  which,
}: {
  sort: string
  onSort: (sort: string) => void
  which: NewFamilies
}) {
  const list = useInfiniteQuery(familiesQuery(useOfficeApi(), sort as FamilySort, which))
  const mayExport = useMay('people.export')
  const exporting = useExportFamilies()
  return (
    <DataTable
      label="Families"
      list={list}
      keyOf={keyOf}
      columns={useColumns()}
      toOf={addressOf}
      sort={sort}
      onSort={onSort}
      download={mayExport && <DownloadButton file={exporting} input={{}} />}
      empty={{
        sentence: 'Families appear here once they register, or once you import them from another system',
      }}
    />
  )
}

function Found({ words }: { words: string }) {
  const mayExport = useMay('people.export')
  const exporting = useExportFamilies()
  const found = useQuery(searchQuery(useOfficeApi(), words))
  const { people = [], total = 0, orderNumber = '' } = found.data ?? {}
  const columns = useColumns()
  return (
    <>
      {orderNumber && (
        <p className="found-order">
          <PageLink to={addresses.order({ number: orderNumber })}>Order {orderNumber}</PageLink>
        </p>
      )}
      {(people.length > 0 || orderNumber === '') && (
        <DataTable
          label={`Families found for ${words}`}
          list={wholeList(people, found, total)}
          countedTo={maxFamiliesFound}
          keyOf={keyOf}
          columns={columns}
          toOf={addressOf}
          download={mayExport && <DownloadButton file={exporting} input={{ words }} />}
          empty={{
            sentence: `Nobody found for '${words}'. Search by name, email, phone, postcode or order number`,
          }}
        />
      )}
      {total > people.length && people.length > 0 && (
        <p className="quiet">Type more letters to see the others.</p>
      )}
    </>
  )
}

/** Lets a long email address wrap before its @ and its dots, so that it pushes no column out of view. */
const breakable = (email: string) =>
  email.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const keyOf = ({ accountId, email, phone }: FoundPerson) => accountId ?? `${email} ${phone}`

function useColumns(): readonly [DataColumn<FoundPerson>, ...DataColumn<FoundPerson>[]] {
  const today = useToday()
  const day = (date: string | null) => (date ? spokenDate(date, today) : '–')
  return [
    {
      heading: 'Name',
      sort: 'name',
      cell: ({ name, email, badge }) => (
        <>
          {name.trim() || email || 'No name'}
          {badge === 'guest' && <span className="badge">Guest</span>}
          {badge === 'frozen' && <span className="badge">Frozen</span>}
        </>
      ),
    },
    {
      heading: 'Children',
      onPhone: 'plain',
      cell: ({ children }) =>
        children.map(({ name, age }) => `${name.split(' ')[0]} ${yearsInWords(age)}`).join(', ') || '–',
    },
    { heading: 'Email', cell: ({ email }) => (email ? breakable(email) : '–'), isName: true, onPhone: 'out' },
    { heading: 'Phone', cell: ({ phone }) => phone || '–', isMoment: true, onPhone: 'aside' },
    { heading: 'Last', cell: ({ last }) => day(last), isMoment: true, onPhone: 'out' },
    { heading: 'Next', cell: ({ next }) => day(next), isMoment: true },
  ]
}
