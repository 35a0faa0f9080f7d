import './clash-words.css'
import './credits-field.css'
import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { addDays, daysBetween, mondayOf } from '#domain/calendar.ts'
import { closuresInTerm } from '#domain/office/bank-holidays.ts'
import { creditsWarning } from '#domain/office/credit-worth.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { showHint } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds } from '../ui/fields.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded, WithAnswer } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { ClassesToCopy, type ClassToCopy, priceField } from './classes-to-copy.tsx'
import { type ClosureRow, ClosuresEditor, closureOf, closuresAreWhole, rowOf } from './closures-editor.tsx'
import { choicesQuery, copyPreviewQuery, termsQuery, useCopyTerm, useTermActions } from './planner-queries.ts'

/** Copies a term in four steps, with every class as drafts (spec 3 §2.5). */
export function CopyTermPage() {
  const { id } = useAddressOf(addresses.term)
  const terms = useQuery(termsQuery(useOfficeApi()))
  const term = terms.data?.find(one => String(one.id) === id)
  if (term) return <CopyTerm key={term.id} term={term} />
  if (terms.isError) return <NotLoaded error={terms.error} onRetry={terms.refetch} level={1} />
  if (terms.isPending) return <ListLoading count={6} shape="row" />
  return (
    <EmptyState
      level={1}
      title="This term was not found"
      action={<LinkButton to={addresses.terms()}>All terms</LinkButton>}
    />
  )
}

interface Entered {
  from: string
  to: string
  closures: ClosureRow[]
  /** The new price of a class; absent means unchanged. */
  prices: Record<number, string>
  /** The classes that are left out. */
  left: number[]
  percent: string
}
const isSameClosure = (one: ClosureRow, other: ClosureRow) =>
  one.name === other.name && one.venueId === other.venueId && one.startDate === other.startDate

function CopyTerm({ term }: { term: Term }) {
  const api = useOfficeApi()
  const navigate = useNavigate()
  const copy = useCopyTerm()
  const { remove } = useTermActions()
  const choices = useQuery(choicesQuery(api)).data
  const first = addDays(mondayOf(term.endDate), 7)
  const [entered, change, kept] = useKeptState<Entered>('entered', () => ({
    ...{ from: first, to: addDays(first, lengthOf(term)) },
    ...{ closures: [], prices: {}, left: [], percent: '' },
  }))
  const { from, to, closures, prices, left } = entered
  const isRange = from !== '' && to !== '' && from <= to
  const asked = {
    termId: term.id,
    startDate: from,
    endDate: to,
    closures: closures.filter(({ startDate, endDate }) => startDate && endDate).map(closureOf),
  }
  const preview = useQuery({ ...copyPreviewQuery(api, { ...asked, left }), enabled: isRange })
  const classes = preview.data?.classes ?? []
  const chosen = classes.filter(({ offeringId }) => !left.includes(offeringId))
  const total = chosen.reduce((sum, { dates }) => sum + dates, 0)
  const priceOf = ({ offeringId, pricePence }: ClassToCopy) =>
    prices[offeringId] === undefined ? pricePence : readPounds(prices[offeringId])
  /** A copy keeps its class's credits, whatever its new price. */
  const warningOf = (one: ClassToCopy) =>
    creditsWarning(
      { pricePence: priceOf(one) ?? 0, credits: one.credits },
      choices?.cheapestPack ?? undefined,
    )

  return (
    <div className="stack">
      <PageHead title={`Copy ${term.name}`}>
        Every class that runs week by week is made again as drafts. Families cannot see it until you publish
        it.
      </PageHead>
      <EditForm
        values={{ name: '' }}
        isWaiting={preview.isFetching}
        save={`Make ${total === 1 ? '1 draft' : `${total.toLocaleString('en-GB')} drafts`}`}
        checks={text => [
          { field: 'name', holds: text('name').trim() !== '', sentence: 'Please give the term a name' },
          { field: 'startDate', holds: isRange, sentence: 'The last day must be after the first' },
          closuresAreWhole(closures),
          ...chosen.map(one => ({
            field: priceField(one),
            holds: priceOf(one) !== undefined,
            sentence: officeSentences.priceLike,
          })),
        ]}
        onSave={(text, { requestId }) =>
          copy.mutateAsync({
            ...asked,
            requestId,
            name: text('name').trim(),
            offerings: chosen.map(one => ({ id: one.offeringId, pricePence: priceOf(one) as number })),
          })
        }
        draft={`copy.${term.id}`}
        onSaved={made => {
          showUndo('The drafts are being made', () => remove.mutateAsync(made))
          navigate(addresses.terms())
        }}
      >
        {kept}
        <Field label="Name of the new term" name="name" isStarred maxLength={100} />
        <TermDays {...{ term, from, to, change }} />
        <CopiedClosures {...{ term, closures, change }} days={{ from, to }} venues={choices?.venues ?? []} />
        <PricesByPercent {...{ classes, change }} percent={entered.percent} />
        <WithAnswer query={preview}>
          {() => (
            <>
              <CopyWarnings {...{ classes, chosen }} warned={chosen.filter(warningOf).length} />
              <ClassesToCopy {...{ classes, left, prices, priceOf, warningOf, change }} />
            </>
          )}
        </WithAnswer>
      </EditForm>
    </div>
  )
}

type Change = (changes: Partial<Entered>) => void

const lengthOf = ({ startDate, endDate }: Term) => daysBetween(startDate, endDate)

/** The first and the last day. The last one follows the first, so that the new term is as long as the old one. */
function TermDays({ term, from, to, change }: { term: Term; from: string; to: string; change: Change }) {
  return (
    <div className="row">
      <Field
        label="First day"
        name="startDate"
        type="date"
        value={from}
        onChange={event => {
          const day = event.currentTarget.value
          if (day) change({ from: day, to: addDays(day, lengthOf(term)) })
        }}
      />
      <Field
        label="Last day"
        name="endDate"
        type="date"
        value={to}
        onChange={event => change({ to: event.currentTarget.value })}
      />
    </div>
  )
}

interface CopiedClosuresProps {
  term: Term
  closures: ClosureRow[]
  days: { from: string; to: string }
  venues: { id: number; name: string }[]
  change: Change
}

/** The closed weeks of the new term, with a button that takes over those of the old one. */
function CopiedClosures({ term, closures, days, venues, change }: CopiedClosuresProps) {
  const sameWeeks = closuresInTerm(term, days.from)
  const addSameWeeks = () => {
    const added = sameWeeks.map(rowOf).filter(row => !closures.some(one => isSameClosure(one, row)))
    change({ closures: [...closures, ...added] })
  }
  return (
    <>
      <ClosuresEditor
        rows={closures}
        onChange={rows => change({ closures: rows })}
        venues={venues}
        term={() => days}
      />
      {sameWeeks.length > 0 && (
        <Button look="secondary" size="small" onClick={addSameWeeks}>
          The same weeks closed as in {term.name}
        </Button>
      )}
    </>
  )
}

/** Raises or lowers all prices by a percentage, rounded to 10p. */
function PricesByPercent(props: { classes: ClassToCopy[]; percent: string; change: Change }) {
  const { classes, percent, change } = props
  const raise = () => {
    const [, typed] = /^([-−+]?\d+(?:\.\d+)?) ?%?$/.exec(percent.trim()) ?? []
    if (!typed) return showHint('Write a percentage like 5 or −2.5')
    const by = Number(typed.replace('−', '-'))
    change({
      prices: Object.fromEntries(
        classes.map(({ offeringId, pricePence }) => [
          offeringId,
          asPounds(Math.round((pricePence * (100 + by)) / 1000) * 10),
        ]),
      ),
    })
  }
  return (
    <div className="row">
      <Field
        label="All prices by per cent"
        inputMode="decimal"
        value={percent}
        hint="Rounded to 10p"
        onChange={event => change({ percent: event.currentTarget.value })}
      />
      <Button look="secondary" size="small" onClick={raise}>
        Work out
      </Button>
    </div>
  )
}

/** Tells of clashing dates and of prices far from the credits before the copy is made. */
function CopyWarnings(props: { classes: ClassToCopy[]; chosen: ClassToCopy[]; warned: number }) {
  const { classes, chosen, warned } = props
  const clashing = chosen.reduce((sum, one) => sum + one.clashing, 0)
  return (
    <>
      {classes.length === 0 && <p>No class of this term runs week by week.</p>}
      {clashing > 0 && (
        <p className="planner-clash">
          {clashing} {clashing === 1 ? 'date clashes' : 'dates clash'}. Terms leads to them once the drafts
          are made
        </p>
      )}
      <p role="status" className="credits-warning">
        {warned > 0 &&
          `${warned} ${warned === 1 ? 'price is' : 'prices are'} far from what the credits cost. The copy keeps the credits`}
      </p>
    </>
  )
}
