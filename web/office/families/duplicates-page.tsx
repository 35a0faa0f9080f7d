import './family.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { DuplicatePerson, PossibleDuplicate } from '#contract/office/families.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { DataTable } from '../ui/data-table.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { addressOf, duplicatesQuery, useKeepBoth } from './family-queries.ts'

/** Lists pairs of rows that may be one person. Nothing is merged: staff decide. */
export function DuplicatesPage() {
  const today = useToday()
  const list = useInfiniteQuery(duplicatesQuery(useOfficeApi()))
  return (
    <>
      <PageHead title="Possible duplicates">
        <p>
          These people may be stored twice, because their names, telephone numbers or email addresses are
          written in two ways. Nothing was merged: please look at each pair.
        </p>
      </PageHead>
      <DataTable
        label="Possible duplicates"
        list={list}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        columns={[
          { heading: 'Who', cell: (row: PossibleDuplicate) => <Person of={row} person={row.who} /> },
          { heading: 'And', cell: row => row.other && <Person of={row} person={row.other} /> },
          { heading: 'Why', cell: row => reason(row, today) },
          { heading: 'What to do', cell: row => <WhatToDo row={row} /> },
        ]}
        empty={{ sentence: 'Nobody is stored twice' }}
      />
    </>
  )
}

function Person({ of: { kind }, person }: { of: PossibleDuplicate; person: DuplicatePerson }) {
  const today = useToday()
  const { accountId, contact, date, startTime } = person
  const to =
    kind === 'child' && accountId !== null
      ? addresses.familyTab({ id: accountId, tab: 'children' })
      : addressOf(person)
  return (
    <>
      <PageLink to={to}>{nameOf(person)}</PageLink>
      {contact && <div className="duplicate-detail">{contact}</div>}
      {kind === 'trial' && date && (
        <div className="duplicate-detail">
          {spokenDate(date, today)}, {startTime}
        </div>
      )}
    </>
  )
}

const nameOf = ({ name, contact }: DuplicatePerson) => name.trim() || contact || 'No name'

function reason({ kind, other, title, birthday, who }: PossibleDuplicate, today: string): string {
  switch (kind) {
    case 'account':
      return other
        ? 'Same email address, except for characters that it cannot have'
        : 'No email can be sent to this address'
    case 'child':
      return `Same family, name and birthday${birthday ? `, ${spokenDate(birthday, today)}` : ''}`
    case 'trial':
      return `Same ${who.accountId === null ? 'contact' : 'family'}: two trials of ${title}`
    case 'place':
      return `Same name and contact: two places in ${title}${who.date ? `, ${spokenDate(who.date, today)}, ${who.startTime}` : ''}`
    case 'waiting':
      return `Same email address: waits twice for ${title}`
  }
}

const advice: Record<PossibleDuplicate['kind'], string> = {
  account: 'Ask the family which email address is right, and change it on their page.',
  child: 'If it is one child, remove one from the family. If they are two, keep both.',
  trial: 'If it is one person, ask about the second trial. If they are two, keep both.',
  place: 'Ask whether they want both places. If they do, keep both.',
  waiting: 'They may be offered two places. Ask how many they want, then keep both.',
}

function WhatToDo({ row }: { row: PossibleDuplicate }) {
  const { kind, id, otherId, who, other } = row
  const today = useToday()
  const mayKeep = useMay('family.edit')
  const keep = useKeepBoth()
  const press = async (otherId: number) => {
    const pair = { kind, id, otherId }
    await keep.mutateAsync({ ...pair, isKept: true })
    showUndo('Both are kept', () => keep.mutateAsync({ ...pair, isKept: false }))
  }
  return (
    <>
      {advice[kind]}
      {mayKeep && other && otherId !== null && (
        <div className="duplicate-keep">
          <Button
            look="secondary"
            size="small"
            aria-label={`Keep both: ${nameOf(who)} and ${nameOf(other)}. ${reason(row, today)}`}
            isBusy={keep.isPending}
            onClick={() => void press(otherId).catch(() => {})}
          >
            Keep both
          </Button>
        </div>
      )}
    </>
  )
}
