import { useState } from 'react'
import { instantInLondon } from '#domain/calendar.ts'
import { longMoment } from '#domain/wording.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { useToday } from '#web/today.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { useSessionActions, useTermActions } from './planner-queries.ts'

/** Publishes drafts, or all those of a term, now or at a moment of London's clock. */
export function PublishPanel({
  sessionIds,
  term,
  onClose,
}: {
  sessionIds?: number[]
  term?: { id: number; version: number; name: string; drafts: number }
  onClose: () => void
}) {
  const [isLater, setLater] = useState(false)
  const today = useToday()
  const { publish: publishSessions } = useSessionActions()
  const { publish: publishTerm } = useTermActions()
  const count = term?.drafts ?? sessionIds?.length ?? 0
  const what = `${count} ${count === 1 ? 'date' : 'dates'}`
  return (
    <SidePanel title={term ? `Publish ${term.name}` : `Publish ${what}`} onClose={onClose}>
      <EditForm
        values={{ day: today, time: '09:00' }}
        save={isLater ? `Publish ${what} then` : `Publish ${what} now`}
        onSave={async (text, { requestId }) => {
          const at = isLater ? instantInLondon(text('day'), text('time')).toISOString() : null
          const { published } = term
            ? await publishTerm.mutateAsync({ id: term.id, version: term.version, at, requestId })
            : await publishSessions.mutateAsync({ sessionIds: sessionIds ?? [], at, requestId })
          return { published, at }
        }}
        onSaved={({ published, at }) => {
          closeDialog()
          showSuccess(
            at ? `${what} will be published on ${longMoment(new Date(at))}` : `${published} published`,
          )
        }}
      >
        <p>Families see them and can book them, all at one instant.</p>
        <Checkbox type="radio" name="when" label="Now" checked={!isLater} onChange={() => setLater(false)} />
        <Checkbox
          type="radio"
          name="when"
          label="At a moment"
          checked={isLater}
          onChange={() => setLater(true)}
        />
        {isLater && (
          <div className="row">
            <Field label="Day" name="day" type="date" min={today} />
            <Field label="Time" name="time" type="time" />
          </div>
        )}
      </EditForm>
    </SidePanel>
  )
}
