import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Term } from '#contract/office/terms.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { Field } from '#web/ui/field.tsx'
import { trimmed } from '#web/ui/form.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { ClosuresEditor, closureOf, rowOf } from './closures-editor.tsx'
import { choicesQuery, useSaveTerm } from './planner-queries.ts'

/** As it was saved, its days among it. */
export interface MadeTerm {
  id: number
  startDate: string
  endDate: string
}

/** Makes a term, or changes one: its days and what is closed in them. */
export function TermPanel({
  term,
  onSaved = closeDialog,
  onClose,
}: {
  term?: Term
  onSaved?: (saved: MadeTerm) => void
  onClose: () => void
}) {
  const save = useSaveTerm()
  const choices = useQuery(choicesQuery(useOfficeApi())).data
  const [closures, setClosures] = useState(() => (term?.closures ?? []).map(rowOf))
  const [days, setDays] = useState({ from: term?.startDate ?? '', to: term?.endDate ?? '' })
  return (
    <SidePanel title={term?.name ?? 'New term'} onClose={onClose}>
      <EditForm
        {...(term && { thing: term })}
        fields={({ name, startDate, endDate }) => ({ name, startDate, endDate })}
        checks={text => [
          { field: 'name', holds: text('name').trim() !== '', sentence: 'Please give the term a name' },
          { field: 'startDate', holds: text('startDate') !== '', sentence: 'Please say the first day' },
          { field: 'endDate', holds: text('endDate') !== '', sentence: 'Please say the last day' },
        ]}
        onSave={async (text, { requestId, version }) => {
          const given = trimmed(text, 'name', 'startDate', 'endDate')
          const saved = await save.mutateAsync({
            ...(term && { id: term.id, version }),
            requestId,
            ...given,
            closures: closures.filter(({ startDate }) => startDate).map(closureOf),
            keepDates: text('keepDates') === 'yes',
          })
          return { ...given, ...saved }
        }}
        onSaved={onSaved}
      >
        <Field label="Name" name="name" isStarred maxLength={100} />
        <div className="row">
          <Field
            label="First day"
            name="startDate"
            type="date"
            isStarred
            onInput={event => setDays({ ...days, from: event.currentTarget.value })}
          />
          <Field
            label="Last day"
            name="endDate"
            type="date"
            isStarred
            onInput={event => setDays({ ...days, to: event.currentTarget.value })}
          />
        </div>
        <ClosuresEditor
          rows={closures}
          onChange={setClosures}
          venues={choices?.venues ?? []}
          term={() => days}
        />
        {term && term.drafts + term.published > 0 && (
          <TickField label="Keep dates that lie in a closure" name="keepDates" />
        )}
      </EditForm>
    </SidePanel>
  )
}
