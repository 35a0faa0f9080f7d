import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannerSession } from '#contract/office/planner.ts'
import type { Term } from '#contract/office/terms.ts'
import { instantInLondon, momentInLondon } from '#domain/calendar.ts'
import { counted } from '#domain/counted.ts'
import { longMoment } from '#domain/format-dates.ts'
import { plannerSentences, termOpens } from '#domain/office/planner-sentences.ts'
import { useToday } from '#web/today.tsx'
import { Checkbox, Field } from '#web/ui/forms/field.tsx'
import { filledIn } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useBusiness } from '../business/business-queries.ts'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { termsQuery, useSessionActions, useTermActions } from './planner-queries.ts'

/**
 * Publishes drafts, or all those of a term: now, or at a later moment in London time, which can be changed and
 * cancelled.
 */
export function PublishPanel({
  sessions = [],
  term,
  onClose,
}: {
  sessions?: PlannerSession[]
  term?: Term
  onClose: () => void
}) {
  const moments = term ? [term.publishAt] : sessions.map(({ publishAt }) => publishAt)
  const [moment] = moments.filter(at => at !== null).sort()
  const [when, setWhen] = useState<'now' | 'later' | 'never'>(moment ? 'later' : 'now')
  const today = useToday()
  const isOpen = useBusiness().data?.openedAt !== null
  const { data: terms } = useQuery(termsQuery(useOfficeApi()))
  const opening = terms?.find(({ id, publishAt }) => publishAt && sessions.some(one => one.termId === id))
  const ofSessions = useSessionActions()
  const ofTerm = useTermActions()
  const count = term?.drafts ?? sessions.length
  const what = counted(count, 'date')
  const asRead = sessions.map(({ id, version }) => ({ id, version }))
  const [day = today, time = '09:00'] = moment ? momentInLondon(new Date(moment)).split(' ') : []
  const publish = async (at: string | null, requestId: string) => {
    const { published, saved } = term
      ? {
          ...(await ofTerm.publish.mutateAsync({ id: term.id, version: term.version, at, requestId })),
          saved: undefined,
        }
      : await ofSessions.publish.mutateAsync({ sessions: asRead, at, requestId })
    if (!at) return `${published} published`
    // Dates that began since the panel opened are not included.
    return `${counted(saved?.length ?? count, 'date')} will be published on ${longMoment(new Date(at))}`
  }
  const callOff = async (requestId: string) => {
    if (term) await ofTerm.callOff.mutateAsync({ id: term.id, version: term.version, requestId })
    else await ofSessions.callOff.mutateAsync({ sessions: asRead, requestId })
    return `Called off. ${what} ${count === 1 ? 'stays a draft' : 'stay drafts'}`
  }
  const verbs = {
    now: `Publish ${what} now`,
    later: `Publish ${what} then`,
    never: `Keep ${count === 1 ? 'it a draft' : `${count} drafts`}`,
  }
  return (
    <SidePanel title={term ? `Publish ${term.name}` : `Publish ${what}`} onClose={onClose}>
      <EditForm
        values={{ day, time }}
        save={verbs[when]}
        checks={text =>
          when === 'later'
            ? [
                filledIn(text, 'day', plannerSentences.choosePublishDay),
                filledIn(text, 'time', plannerSentences.choosePublishTime),
              ]
            : []
        }
        onSave={async (text, { requestId }) => {
          if (when === 'never') return { told: await callOff(requestId) }
          const at = when === 'later' ? instantInLondon(text('day'), text('time')).toISOString() : null
          return { told: await publish(at, requestId) }
        }}
        onSaved={({ told }, close) => {
          close()
          showSuccess(told)
        }}
      >
        {moment && (
          <p className="strong">
            {moments.length > 1 && moments.some(at => at !== moment) ? 'Some open' : 'To be published'} on{' '}
            {longMoment(new Date(moment))}
          </p>
        )}
        <p>
          {isOpen
            ? 'Families see them all at the same moment, and can book.'
            : 'Families can see and book them once you are open for bookings.'}
        </p>
        <Checkbox
          type="radio"
          name="when"
          label="Now"
          checked={when === 'now'}
          onChange={() => setWhen('now')}
        />
        <Checkbox
          type="radio"
          name="when"
          label={moment ? 'Later, at this or another time' : 'Later'}
          checked={when === 'later'}
          onChange={() => setWhen('later')}
        />
        {when === 'later' && (
          <div className="row">
            <Field label="Day" name="day" type="date" min={today} />
            <Field label="Time" name="time" type="time" />
          </div>
        )}
        {opening?.publishAt && (
          <p className="quiet">{termOpens({ ...opening, opensAt: new Date(opening.publishAt) })}</p>
        )}
        {moment && terms && !opening && (
          <Checkbox
            type="radio"
            name="when"
            label="Call it off"
            checked={when === 'never'}
            onChange={() => setWhen('never')}
          />
        )}
      </EditForm>
    </SidePanel>
  )
}
