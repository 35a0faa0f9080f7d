import './clash-words.css'
import { type ReactNode, useMemo, useState } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import { compareNames } from '#domain/compare-text.ts'
import { longMoment } from '#domain/format-dates.ts'
import { clashInWords, plannerSentences } from '#domain/office/planner-sentences.ts'
import { useNowInLondon } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { CancelDatesPanel } from '../cancelled-dates/cancel-dates-panel.tsx'
import { useMay } from '../office-session.ts'
import { type DataColumn, DataTable } from '../ui/data-table.tsx'
import { useFilters } from '../ui/office-list.ts'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { wholeList } from '../ui/whole-list.ts'
import { BulkPanel } from './bulk-panel.tsx'
import { daysOf, draftsAfter, placesOf, stateOf, stateShapes, stateWords } from './session-words.ts'
import { type PatternOf, TypeSign } from './type-pattern.tsx'
import { useDeleteDrafts } from './use-delete-drafts.ts'
import { useHide } from './use-hide.tsx'

const whenOf = ({ date, startTime }: PlannerSession) => `${date} ${startTime}`
/** The sort keys of a list of dates: `left` is the number of free places. */
const sorts: Record<string, (session: PlannerSession) => string | number> = {
  when: whenOf,
  class: ({ title }) => title,
  where: ({ venue, room }) => `${venue}, ${room}`,
  left: ({ capacity, taken, kept }) => capacity - taken - kept,
  state: ({ state }) => Object.keys(stateWords).indexOf(state),
}

/** Sorts sessions by a column, descending if its name has a minus in front (`-left`). Equal ones are in order of time. */
function sortedBy(sort: string, sessions: PlannerSession[]): PlannerSession[] {
  const partOf = sorts[sort.replace(/^-/, '')] ?? whenOf
  const up = sort.startsWith('-') ? -1 : 1
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' ? one - Number(other) : compareNames(one, String(other))
  return sessions
    .map(session => ({ session, value: partOf(session), when: whenOf(session) }))
    .sort((one, other) => up * compare(one.value, other.value) || compare(one.when, other.when))
    .map(({ session }) => session)
}

/** The maximum number of clashes shown in a row, because a whole-day camp has many; its panel lists the rest. */
const maxClashesShown = 2

/** Lists dates in a table, for changing many at once. */
export function SessionList({
  sessions,
  patternOf = () => 0,
  isOneClass = false,
  mayEdit,
  onOpen,
  onPublish,
  download,
}: {
  sessions: PlannerSession[]
  /** Left out for the dates of one class, which have one type. */
  patternOf?: PatternOf
  /** Leaves out name and age, which are the same in every row. */
  isOneClass?: boolean
  mayEdit: boolean
  onOpen: (session: PlannerSession) => void
  onPublish: (ids: number[]) => void
  download?: ReactNode
}) {
  const [changing, setChanging] = useState<{ ids: number[]; select: (ids: number[]) => void }>()
  const [cancelling, setCancelling] = useState<number[]>()
  const mayCancel = useMay('session.cancel')
  const deleteDrafts = useDeleteDrafts()
  const [ask, question] = useQuestion()
  const [hide, hideQuestion] = useHide()
  const [{ sort }, setFilters] = useFilters({ sort: 'when' })
  const now = useNowInLondon()
  const inOrder = useMemo(() => sortedBy(sort, sessions), [sort, sessions])
  const when: DataColumn<PlannerSession> = {
    heading: 'When',
    sort: 'when',
    cell: session => `${daysOf(session)}, ${session.startTime}–${session.endTime}`,
    isMoment: true,
    isName: true,
    onPhone: 'plain',
  }
  return (
    <>
      <DataTable<PlannerSession>
        label="Dates"
        list={wholeList(inOrder)}
        keyOf={({ id }) => id}
        onOpen={onOpen}
        columns={[
          ...(isOneClass
            ? ([when] as const)
            : ([
                {
                  heading: 'Class',
                  cell: ({ title, typeName, colour }: PlannerSession) => (
                    <span className="with-type">
                      <TypeSign pattern={patternOf(typeName)} colour={colour} />
                      {title}
                    </span>
                  ),
                  sort: 'class',
                },
                when,
              ] as const)),
          {
            heading: 'Where',
            sort: 'where',
            cell: ({ venue, room }) => (room ? `${venue}, ${room}` : venue),
            isName: !isOneClass,
            onPhone: 'plain',
          },
          ...(isOneClass
            ? []
            : [{ heading: 'Age', cell: ({ ages }: PlannerSession) => ages, onPhone: 'plain' as const }]),
          { heading: 'Places', cell: placesOf, isNumber: true, sort: 'left', onPhone: 'aside' },
          {
            heading: 'Price',
            cell: ({ pricePence }) => <Money pence={pricePence} />,
            isNumber: true,
            onPhone: 'plain',
          },
          {
            heading: 'State',
            onPhone: 'plain',
            sort: 'state',
            cell: session => (
              <>
                <StateWord is={stateShapes[session.state]}>
                  {stateOf(session)}
                  {session.publishAt && ` until ${longMoment(new Date(session.publishAt))}`}
                </StateWord>
                {session.clashes.slice(0, maxClashesShown).map(clash => (
                  <span key={`${clash.sessionId} ${clash.with}`} className="planner-clash">
                    {clashInWords(clash)}
                  </span>
                ))}
                {session.clashes.length > maxClashesShown && (
                  <span className="planner-clash">and {session.clashes.length - maxClashesShown} more</span>
                )}
              </>
            ),
          },
        ]}
        sort={sort}
        onSort={by => setFilters({ sort: by })}
        {...(mayEdit && {
          actions: ({ rows, select }) => {
            const [drafts, shown, hidden] = (['draft', 'scheduled', 'withdrawn'] as const).map(wanted =>
              rows.filter(({ state }) => state === wanted),
            ) as [PlannerSession[], PlannerSession[], PlannerSession[]]
            const toPublish = draftsAfter(now, drafts)
            return (
              <>
                <Button
                  size="small"
                  look="secondary"
                  onClick={() => setChanging({ ids: rows.map(({ id }) => id), select })}
                >
                  Change {rows.length}
                </Button>
                {toPublish.length > 0 && (
                  <Button
                    size="small"
                    look="secondary"
                    onClick={() => onPublish(toPublish.map(({ id }) => id))}
                  >
                    Publish {toPublish.length}
                  </Button>
                )}
                {drafts.length > 0 && (
                  <Button
                    size="small"
                    look="secondary"
                    onClick={async () => {
                      const facts = [['Drafts', drafts.length]] as const
                      if (await ask({ title: 'Delete these drafts?', facts, verb: 'Delete the drafts' }))
                        await deleteDrafts(drafts).catch(() => {})
                    }}
                  >
                    Delete {drafts.length}
                  </Button>
                )}
                {shown.length > 0 && (
                  <Button
                    size="small"
                    look="secondary"
                    onClick={() => void hide(shown, true).catch(() => {})}
                  >
                    Hide {shown.length}
                  </Button>
                )}
                {mayCancel && shown.length + hidden.length > 0 && (
                  <Button
                    size="small"
                    look="secondary"
                    onClick={() => setCancelling([...shown, ...hidden].map(({ id }) => id))}
                  >
                    Cancel {shown.length + hidden.length}
                  </Button>
                )}
                {hidden.length > 0 && (
                  <Button
                    size="small"
                    look="secondary"
                    onClick={() => void hide(hidden, false).catch(() => {})}
                  >
                    Show {hidden.length}
                  </Button>
                )}
              </>
            )
          },
        })}
        download={download}
        empty={{ sentence: plannerSentences.notFound }}
      />
      {changing && (
        <BulkPanel
          sessions={sessions.filter(({ id }) => changing.ids.includes(id))}
          onLeft={ids => {
            changing.select(ids)
            if (ids.length > 0) setChanging({ ...changing, ids })
          }}
          onClose={() => setChanging(undefined)}
        />
      )}
      {cancelling && <CancelDatesPanel sessionIds={cancelling} onClose={() => setCancelling(undefined)} />}
      {question}
      {hideQuestion}
    </>
  )
}
