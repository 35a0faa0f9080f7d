import '../ui/thing.css'
import './import.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import type { ImportRun, ToldProblem } from '#contract/office/imports.ts'
import { type DateOrder, isDateColumn } from '#domain/office/import-dates.ts'
import type { ImportPolicy } from '#domain/office/import-families.ts'
import { isReadTwice, isWholeName, missingColumns } from '#domain/office/import-headings.ts'
import { columnsMissing, peopleSentences } from '#domain/office/people-sentences.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { useLeaveGuard } from '#web/ui/leave-guard.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { ListSkeleton } from '#web/ui/skeleton.tsx'
import { useInvite } from '../families/family-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { spokenInstant } from '../ui/moments.ts'
import { NotLoaded, WithAnswer } from '../ui/not-loaded.tsx'
import { useLasts } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { useQuestion } from '../ui/question.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { StateWord } from '../ui/state-word.tsx'
import {
  headingsQuery,
  importQuery,
  namesQuery,
  problemsQuery,
  useBadRows,
  useCheckImport,
  useDeleteImport,
  useRunImport,
  useUndoImport,
} from './import-queries.ts'
import { importStates, kindWords } from './imports-page.tsx'

const count = (number: number) => number.toLocaleString('en-GB')
const lines = (number: number) => `${count(number)} ${number === 1 ? 'line' : 'lines'}`

/** One import, step by step: its columns, what is wrong, and what came of it. */
export function ImportPage() {
  const { id } = useAddressOf(addresses.importRun)
  const today = useToday()
  const found = useQuery(importQuery(useOfficeApi(), Number(id)))
  const isSlow = useLasts(found.isPending)
  const [isChanging, setChanging] = useState(false)
  if (!found.data) {
    if (found.isError) return <NotLoaded error={found.error} onRetry={found.refetch} level={1} />
    return isSlow ? <ListSkeleton count={8} shape="row" /> : null
  }
  const run = found.data
  const [shape, word] = importStates[run.state]
  const isAtColumns = run.state === 'uploaded' || (run.state === 'checked' && isChanging)
  return (
    <>
      <PageHead title={`Import ${kindWords[run.kind][0].toLowerCase()}`}>
        <p className="row gap-m">
          <StateWord is={shape}>{word}</StateWord>
          <span>
            {run.fileName}, {lines(run.rows)}, {run.encoding}, {run.by}, {spokenInstant(run.createdAt, today)}
          </span>
        </p>
      </PageHead>
      <p role="status" className="import-sum">
        {tell(run)}
      </p>
      {isAtColumns && <Columns key={run.state} run={run} onChecked={() => setChanging(false)} />}
      {run.state === 'checked' && !isChanging && <Checked run={run} onChange={() => setChanging(true)} />}
      {run.state === 'running' && <Running run={run} />}
      {(run.state === 'done' || run.state === 'failed') && <Done run={run} />}
      {run.state === 'undone' && (
        <p>
          <PageLink to={addresses.importing()}>Begin another one</PageLink>
        </p>
      )}
      {run.canDelete && <DeleteFile run={run} />}
    </>
  )
}

/** A file is full of people's data: it goes at once where it is no longer wanted, and not only after a month. */
function DeleteFile({ run }: { run: ImportRun }) {
  const remove = useDeleteImport()
  const navigate = useNavigate()
  const [ask, question] = useQuestion()
  const wasImported = run.state === 'done'
  const press = async () => {
    const answer = await ask({
      title: 'Delete this file?',
      facts: [
        ['File', run.fileName || 'A file'],
        ['Lines', count(run.rows)],
      ],
      children: (
        <p>
          {wasImported
            ? 'What was imported stays. The lines that were left out can no longer be downloaded.'
            : 'Nothing of it has been imported. You can upload it again.'}
        </p>
      ),
      verb: 'Delete the file',
    })
    if (!answer) return
    await remove.mutateAsync({ id: run.id })
    if (!wasImported) navigate(addresses.importing())
    showSuccess('The file was deleted')
  }
  return (
    <div className="above-l">
      <Button
        look="quiet"
        size="small"
        isBusy={remove.isPending}
        onClick={() => void press().catch(() => {})}
      >
        Delete the file
      </Button>
      {question}
    </div>
  )
}

const policies = {
  createOnly: 'Leave what is there alone, and only add what is new',
  fillEmpty: 'Fill in what is empty',
  overwrite: 'Write over what is there',
} as const satisfies Record<ImportPolicy, string>

/** Of what may be there already. Credits are given, whatever somebody has, but those of one line once. */
const presentThings = {
  families: 'When a family is there already',
  classes: 'When a date is there already',
  credits: undefined,
} as const
const presentWords = {
  createOnly: 'what is there stays as it is',
  fillEmpty: 'what is there is filled in where it is empty',
  overwrite: 'what is there is written over with what the file says',
} as const satisfies Record<ImportPolicy, string>

type Promised = NonNullable<ImportRun['promised']>

/** `2 families and 3 children`, of what there is any. */
const told = (things: Partial<Promised['makes']>) =>
  Object.entries(things)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${count(number)} ${number === 1 ? oneOf[name as keyof typeof oneOf] : name}`)
    .join(' and ')
const oneOf = { families: 'family', children: 'child', classes: 'class', dates: 'date', credits: 'credit' }

/** What the check promises: what is new, how much of it joins what is there, and what is there already. */
function promises({ makes, joins, there }: Promised, { kind, policy }: ImportRun): string[] {
  if (kind === 'credits') return [`It gives ${told(makes)} to ${told({ families: joins.families })}.`]
  const [name, groups] =
    kind === 'families' ? (['children', 'families'] as const) : (['dates', 'classes'] as const)
  const isAll = makes[groups] === 0 && makes[name] === joins[name]
  const part = isAll ? 'in' : `${count(joins[name])} of the ${name} in`
  const joining = joins[name] > 0 ? `, ${part} ${told({ [groups]: joins[groups] })} already there` : ''
  const isOneThere = there.families + there.children + there.dates === 1
  return [
    `It makes ${told(makes) || 'nothing new'}${joining}.`,
    ...(told(there)
      ? [`${told(there)} ${isOneThere ? 'is' : 'are'} there already: ${presentWords[policy]}.`]
      : []),
  ]
}

interface ColumnsProps {
  run: ImportRun
  onChecked: () => void
}
type Headings = Awaited<ReturnType<OfficeApi['imports']['headings']>>

function Columns(given: ColumnsProps) {
  const query = useQuery(headingsQuery(useOfficeApi(), given.run.kind))
  return <WithAnswer query={query}>{headings => <ColumnsForm {...given} headings={headings} />}</WithAnswer>
}

function ColumnsForm({ run, onChecked, headings }: ColumnsProps & { headings: Headings }) {
  const [columns, setColumns] = useState(run.columns.map(({ readAs }) => readAs))
  const [orders, setOrders] = useState(run.columns.map(({ dateOrder }) => dateOrder ?? ''))
  const [policy, setPolicy] = useState<ImportPolicy>(run.policy)
  const check = useCheckImport()
  const [isChanged, setChanged] = useState(false)
  const [leaveDialog, release] = useLeaveGuard({
    isOn: isChanged,
    question: 'Leave without saving?',
    onLeave: () => {},
  })
  const missing = missingColumns(run.kind, columns)
  // A file that is no longer kept has none at all.
  const hasSamples = run.columns.some(({ samples }) => samples.length > 0)
  const press = async () => {
    await check.mutateAsync({ id: run.id, columns, policy, dateOrders: chosenOrders(columns, orders) })
    await release()
    onChecked()
  }
  return (
    <div className="stack">
      <div className="import-table">
        <table>
          <caption className="sr-only">What the columns of your file are</caption>
          <thead>
            <tr>
              <th scope="col">In your file</th>
              <th scope="col">For example</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {run.columns.map(({ heading, samples }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file may have one heading twice; a column is its place.
              <tr key={at}>
                <th scope="row">{heading || 'No heading'}</th>
                <td className="quiet">
                  {samples.length > 0 || !hasSamples
                    ? samples.filter(Boolean).join(', ') || '–'
                    : 'Notes are not shown'}
                </td>
                <td>
                  <select
                    className="field-box field-select"
                    aria-label={`${heading || 'Column without a heading'} is`}
                    value={columns[at]}
                    onChange={event => {
                      setColumns(columns.with(at, event.currentTarget.value))
                      setChanged(true)
                    }}
                  >
                    <option value="">Leave out</option>
                    {headings.map(({ name, isRequired }) => (
                      <option
                        key={name}
                        value={name}
                        disabled={columns[at] !== name && isReadTwice(columns.with(at, name))}
                      >
                        {name.replaceAll('_', ' ')}
                        {isRequired ? ' *' : ''}
                      </option>
                    ))}
                  </select>
                  {isDateColumn(columns[at] ?? '') && (
                    <select
                      className="field-box field-select import-order"
                      aria-label={`Dates of ${heading || 'the column without a heading'} are`}
                      value={orders[at]}
                      onChange={event => {
                        setOrders(orders.with(at, event.currentTarget.value as DateOrder | ''))
                        setChanged(true)
                      }}
                    >
                      <option value="">Day first, unless one cannot be</option>
                      <option value="dayFirst">Day first: 17/05/2020</option>
                      <option value="monthFirst">Month first: 05/17/2020</option>
                    </select>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {presentThings[run.kind] && (
        <fieldset>
          <legend className="field-label">{presentThings[run.kind]}</legend>
          {Object.entries(policies).map(([value, label]) => (
            <Checkbox
              key={value}
              type="radio"
              name="policy"
              label={label}
              checked={policy === value}
              onChange={() => {
                setPolicy(value as ImportPolicy)
                setChanged(true)
              }}
            />
          ))}
        </fieldset>
      )}
      {missing.length > 0 && (
        <p role="status" className="import-missing">
          {columnsMissing(missing)}
        </p>
      )}
      <div>
        <Button
          isBusy={check.isPending}
          disabled={missing.length > 0}
          onClick={() => void press().catch(() => {})}
        >
          Check
        </Button>
      </div>
      {leaveDialog}
    </div>
  )
}

/** Of the columns of dates where somebody has chosen whether day or month comes first. */
const chosenOrders = (columns: string[], orders: (DateOrder | '')[]) =>
  columns.flatMap((column, at) => {
    const order = orders[at]
    return isDateColumn(column) && order ? [{ column, order }] : []
  })

function Checked({ run, onChange }: { run: ImportRun; onChange: () => void }) {
  const start = useRunImport()
  const columns = run.columns.map(({ readAs }) => readAs)
  const dateOrders = chosenOrders(
    columns,
    run.columns.map(({ dateOrder }) => dateOrder ?? ''),
  )
  const shown = { columns, dateOrders, policy: run.policy }
  return (
    <div className="stack">
      <p className="import-sum">
        {run.good > 0 ? `${lines(run.good)} can be imported` : 'No line can be imported yet'}
        {run.bad > 0 && `, ${lines(run.bad)} cannot`}. Nothing has been written yet.
      </p>
      {run.promised &&
        run.good > 0 &&
        promises(run.promised, run).map(sentence => <p key={sentence}>{sentence}</p>)}
      <div className="row gap-s">
        {run.good > 0 && (
          <Button isBusy={start.isPending} onClick={() => start.mutate({ id: run.id, ...shown })}>
            {run.bad > 0
              ? `Import the ${count(run.good)} good ${run.good === 1 ? 'line' : 'lines'}`
              : `Import ${lines(run.good)}`}
          </Button>
        )}
        <Button look="secondary" onClick={onChange}>
          Change the columns
        </Button>
      </div>
      {run.warnings.length > 0 && (
        <section className="stack gap-s">
          <h2>Please look at</h2>
          <ToldProblems problems={run.warnings} />
        </section>
      )}
      {run.columns.some(({ readAs }) => isWholeName(readAs)) && <SplitNames run={run} />}
      <Problems run={run} />
    </div>
  )
}

/** How whole names were split, for her to see before they are anybody's. */
function SplitNames({ run }: { run: ImportRun }) {
  const list = useInfiniteQuery(namesQuery(useOfficeApi(), run.id))
  const [first] = list.data?.pages ?? []
  if (!first) return list.isError ? <NotLoaded error={list.error} onRetry={list.refetch} /> : null
  if (first.total === 0) return null
  return (
    <section className="stack gap-s">
      <h2>How names are split</h2>
      <p>
        {first.decided === 0
          ? 'Each of these names is two words: a first name and a surname.'
          : `Please look at the first ${first.decided === 1 ? 'one' : count(first.decided)}: more than two words, or with a comma.`}{' '}
        To split a name otherwise, write it in your file with a comma: Smith Jones, Anna.
      </p>
      <div className="import-table">
        <table>
          <caption className="sr-only">How names are split</caption>
          <thead>
            <tr>
              <th scope="col">In your file</th>
              <th scope="col">First name</th>
              <th scope="col">Surname</th>
            </tr>
          </thead>
          <tbody>
            {list.data?.pages
              .flatMap(({ items }) => items)
              .map(({ whole, firstName, lastName }) => (
                <tr key={whole}>
                  <th scope="row">{whole}</th>
                  <td>{firstName}</td>
                  <td>{lastName}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <div>
        <ShowMore list={list} />
      </div>
    </section>
  )
}

function Problems({ run }: { run: ImportRun }) {
  const list = useInfiniteQuery({ ...problemsQuery(useOfficeApi(), run.id), enabled: run.bad > 0 })
  const badRows = useBadRows()
  if (run.bad === 0) return null
  const problems = list.data?.pages.flatMap(page => page.items) ?? []
  return (
    <section className="stack gap-s">
      <div className="row spread">
        <h2>{run.bad === 1 ? '1 line cannot be imported' : `${count(run.bad)} lines cannot be imported`}</h2>
        <Button
          look="secondary"
          size="small"
          isBusy={badRows.isPending}
          onClick={() => badRows.mutate({ id: run.id })}
        >
          Download them to mend
        </Button>
      </div>
      {list.isError && !list.data && <NotLoaded error={list.error} onRetry={list.refetch} />}
      <ToldProblems problems={problems} />
      {problems.length > 0 && (
        <div>
          <ShowMore list={list} />
        </div>
      )}
    </section>
  )
}

/** Each sentence once, with the lines that it is about; one of a whole column with how many wait for it. */
const ToldProblems = ({ problems }: { problems: ToldProblem[] }): ReactNode => (
  <ul className="plain-lines">
    {problems.map(problem => (
      <li key={`${problem.column} ${problem.sentence}`}>
        {problem.sentence}
        <span className="quiet">{furtherLines(problem)}</span>
      </li>
    ))}
  </ul>
)

function furtherLines({ sentence, lines: [, ...further], count: all }: ToldProblem): string {
  if (!sentence.startsWith('Line ')) return `. ${lines(all)} ${all === 1 ? 'waits' : 'wait'} for this`
  if (all === 1) return ''
  if (all === 2) return `. The same on line ${further[0]}`
  const rest = all - 1 - further.length
  return `. The same on ${count(all - 1)} more lines: ${further.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`
}

/** Said as it comes to that state, and once: how far it runs is read anew every second. */
function tell({ state, finished, kept, bad }: ImportRun): string {
  if (state === 'running') return 'You may leave this page: it goes on by itself.'
  if (state === 'undone') return 'This import was taken back.'
  if (state !== 'done' && state !== 'failed') return ''
  const others = [
    kept > 0 && `, ${lines(kept)} kept: there already, and as before`,
    bad > 0 && `, ${lines(bad)} left out`,
  ]
  return `${lines(finished - kept)} imported${others.filter(Boolean).join('')}.`
}

const Running = ({ run }: { run: ImportRun }): ReactNode => (
  <div className="stack gap-s">
    <p>
      {count(run.finished)} of {lines(run.good)}
    </p>
    <progress
      className="import-progress"
      max={Math.max(1, run.good)}
      value={run.finished}
      aria-label="Imported so far"
    />
  </div>
)

function Done({ run }: { run: ImportRun }) {
  const undo = useUndoImport()
  const start = useRunImport()
  const invite = useInvite()
  const [ask, question] = useQuestion()
  const takeBack = async () => {
    const answer = await ask({
      title: 'Undo this import?',
      facts: [[`${kindWords[run.kind][0]}: lines that are taken back`, count(run.finished)]],
      children: <p>It goes back to how it was, as long as nothing of it has been used.</p>,
      verb: 'Undo the import',
    })
    if (answer) await undo.mutateAsync({ id: run.id })
  }
  const inviteAll = async () => {
    const answer = await ask({
      title: 'Invite them?',
      facts: [['Mails', count(run.withoutPassword)]],
      children: <p>Each family is mailed a link to choose a password. Mails cannot be called back.</p>,
      verb: 'Send the invitations',
    })
    if (!answer) return
    const { invited } = await invite.mutateAsync({ importId: run.id })
    showSuccess(
      invited === 1 ? '1 invitation is on its way' : `${count(invited)} invitations are on their way`,
    )
  }
  return (
    <div className="stack">
      {run.state === 'failed' && <p role="alert">{peopleSentences.importFailed}.</p>}
      <div className="row gap-s">
        {run.state === 'failed' && (
          <Button isBusy={start.isPending} onClick={() => start.mutate({ id: run.id })}>
            Go on
          </Button>
        )}
        {run.withoutPassword > 0 && (
          <Button isBusy={invite.isPending} onClick={() => void inviteAll().catch(() => {})}>
            {run.withoutPassword === 1 ? 'Invite 1 family' : `Invite ${count(run.withoutPassword)} families`}
          </Button>
        )}
        {run.canUndo && (
          <Button look="secondary" isBusy={undo.isPending} onClick={() => void takeBack().catch(() => {})}>
            Undo the import
          </Button>
        )}
      </div>
      {question}
      <Problems run={run} />
    </div>
  )
}
