import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import type { Audience } from '#contract/office/messages.ts'
import { type AudienceKind, audienceKinds, messageSentences } from '#domain/office/messages.ts'
import { useToday } from '#web/today.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { choicesQuery, termsQuery } from '../planner/planner-queries.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import { type Given, noAudience } from './audience-in-address.ts'
import { WriteMessage } from './write-message.tsx'

/** Writes a message. Its audience is in the address, so that a register, a class and a family link here. */
export function NewMessagePage() {
  const today = useToday()
  const [given, setGiven] = useFilters(noAudience)
  const audience = audienceOf(given, today)
  const isOfOne = audience.sessionId ?? audience.offeringId ?? audience.accountId
  return (
    <>
      <PageHead title="New message" />
      <div className="stack">
        {!isOfOne && <Whom audience={audience} given={given} onChange={setGiven} />}
        {isOfOne || isComplete(audience) ? (
          <WriteMessage key={JSON.stringify(audience)} audience={audience} />
        ) : (
          <p className="quiet">{messageSentences.chooseWhom}</p>
        )}
      </div>
    </>
  )
}

function audienceOf(given: Given, today: string): Audience {
  const idOf = (text: string) => Number(text) || undefined
  const to = audienceKinds.find(kind => kind === given.to) ?? 'venueDay'
  const ids: Record<AudienceKind, Omit<Audience, 'to'>> = {
    date: { sessionId: idOf(given.session) },
    wholeClass: { offeringId: idOf(given.class) },
    family: { accountId: idOf(given.family) },
    venueDay: { venueId: idOf(given.venue), day: given.day || today },
    booked: { termId: idOf(given.term), typeId: idOf(given.type) },
    everybody: {},
  }
  return { to, ...ids[to] }
}

const isComplete = ({ to, venueId, termId, typeId }: Audience) =>
  to === 'everybody' || (to === 'venueDay' && venueId) || (to === 'booked' && (termId || typeId))

function Whom({
  audience: { to, day },
  given,
  onChange,
}: {
  audience: Audience
  given: Given
  onChange: (changes: Partial<Given>) => void
}) {
  const mayWriteToAll = useMay('message.all')
  const choices = useQuery(choicesQuery(useOfficeApi()))
  const terms = useQuery(termsQuery(useOfficeApi()))
  const kinds = [
    { value: 'venueDay', label: 'A venue’s day' },
    ...(mayWriteToAll
      ? [
          { value: 'booked', label: 'All who booked a term or a type' },
          { value: 'everybody', label: 'All families' },
        ]
      : []),
  ]
  const listed = (any: string, items: { id: number; name: string }[]) => [
    { value: '', label: any },
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <WithAnswer query={choices}>
      {({ venues, types }) => (
        <div className="columns">
          <Select
            label="To"
            value={to}
            options={kinds}
            onChange={event => onChange({ to: event.currentTarget.value })}
          />
          {to === 'venueDay' && (
            <>
              <Select
                label="Venue"
                value={given.venue}
                options={listed('Choose', venues)}
                onChange={event => onChange({ venue: event.currentTarget.value })}
              />
              <Field
                label="Day"
                type="date"
                value={day ?? ''}
                onChange={event => onChange({ day: event.currentTarget.value })}
              />
            </>
          )}
          {to === 'booked' && (
            <>
              <Select
                label="Term"
                value={given.term}
                options={listed('Any term', terms.data ?? [])}
                onChange={event => onChange({ term: event.currentTarget.value })}
              />
              <Select
                label="Type of class"
                value={given.type}
                options={listed('Any type', types)}
                onChange={event => onChange({ type: event.currentTarget.value })}
              />
            </>
          )}
        </div>
      )}
    </WithAnswer>
  )
}
