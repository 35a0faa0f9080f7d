import { useQuery } from '@tanstack/react-query'
import type { Term } from '#contract/office/terms.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { trimmed, useFormValue } from '#web/ui/forms/form.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { StateInWords, useKeptState } from '../ui/kept-state.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { type ClosureRow, ClosuresEditor, closureOf, closuresAreWhole, rowOf } from './closures-editor.tsx'
import { choicesQuery, useSaveTerm } from './planner-queries.ts'
import { closureInWords } from './session-words.ts'

/** The saved term with its days. */
export interface MadeTerm {
  id: number
  startDate: string
  endDate: string
}

type Venues = { id: number; name: string }[]
interface Kept {
  closures: ClosureRow[]
}

const inWords = (closures: Term['closures'], venues: Venues) =>
  closures
    .map(closure => {
      const venue = venues.find(({ id }) => id === closure.venueId)?.name
      return closureInWords(closure) + (venue ? ` at ${venue}` : '')
    })
    .join(', ')

/** Creates or edits a term: its days and closures. */
export function TermPanel({
  term,
  onSaved = (_saved, close) => close(),
  onClose,
}: {
  term?: Term
  onSaved?: (saved: MadeTerm, close: () => void) => void
  onClose: () => void
}) {
  const save = useSaveTerm()
  const venues = useQuery(choicesQuery(useOfficeApi())).data?.venues ?? []
  return (
    <SidePanel title={term?.name ?? 'New term'} onClose={onClose}>
      <EditForm
        {...(term && { thing: term })}
        fields={({ name, startDate, endDate, closures }) => ({
          ...{ name, startDate, endDate },
          closed: inWords(closures, venues),
          closures: JSON.stringify(closures),
        })}
        checks={text => [
          { field: 'name', holds: text('name').trim() !== '', sentence: 'Please give the term a name' },
          { field: 'startDate', holds: text('startDate') !== '', sentence: 'Please say the first day' },
          { field: 'endDate', holds: text('endDate') !== '', sentence: 'Please say the last day' },
          closuresAreWhole((JSON.parse(text('entered')) as Kept).closures),
        ]}
        onSave={async (text, { requestId, version, isChanged, saved: present }) => {
          const given = trimmed(text, 'name', 'startDate', 'endDate')
          const closures = isChanged('entered')
            ? (JSON.parse(text('entered')) as Kept).closures.map(closureOf)
            : (JSON.parse(present.closures ?? '[]') as Term['closures'])
          const saved = await save.mutateAsync({
            ...(term && { id: term.id, version }),
            requestId,
            ...given,
            closures,
            keepDates: text('keepDates') === 'yes',
          })
          return { ...given, ...saved }
        }}
        onSaved={onSaved}
        draft={`term.${term?.id ?? 'new'}`}
      >
        <TermFields venues={venues} termId={term?.id} />
        {term && term.drafts + term.over + term.published > 0 && (
          <TickField label="Keep dates that lie in a closure" name="keepDates" />
        )}
      </EditForm>
    </SidePanel>
  )
}

function TermFields({ venues, termId }: { venues: Venues; termId: number | undefined }) {
  const begun = useFormValue('closures') ?? '[]'
  const [from, to] = [useFormValue('startDate') ?? '', useFormValue('endDate') ?? '']
  const [{ closures }, change, kept] = useKeptState<Kept>('entered', () => ({
    closures: (JSON.parse(begun) as Term['closures']).map(rowOf),
  }))
  const [days, changeDays, keptDays] = useKeptState('days', () => ({ from, to }))
  return (
    <>
      {kept}
      {keptDays}
      <StateInWords name="closed" shows="entered" label="Closed" words={inWords(closures, venues)} />
      <Field label="Name" name="name" isStarred maxLength={100} />
      <div className="row">
        <Field
          label="First day"
          name="startDate"
          type="date"
          isStarred
          onInput={event => changeDays({ from: event.currentTarget.value })}
        />
        <Field
          label="Last day"
          name="endDate"
          type="date"
          isStarred
          onInput={event => changeDays({ to: event.currentTarget.value })}
        />
      </div>
      <ClosuresEditor
        rows={closures}
        onChange={rows => change({ closures: rows })}
        venues={venues}
        termId={termId}
        term={() => days}
      />
    </>
  )
}
