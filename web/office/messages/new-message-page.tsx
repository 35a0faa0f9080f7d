import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import type { Audience } from '#contract/office/messages.ts'
import { type AudienceKind, audienceKinds, messageSentences } from '#domain/office/messages.ts'
import { useToday } from '#web/today.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useThings } from '../catalogue/catalogue-queries.ts'
import { nameOf } from '../catalogue/thing-state.ts'
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
    booked: { termId: idOf(given.term), typeId: idOf(given.type), ageGroupId: idOf(given.age) },
    everybody: {},
    unpaid: {},
    buyers: { productId: idOf(given.product) },
  }
  return { to, ...ids[to] }
}

const isComplete = ({ to, venueId, termId, typeId, ageGroupId }: Audience) =>
  to === 'everybody' ||
  to === 'unpaid' ||
  to === 'buyers' ||
  (to === 'venueDay' && venueId) ||
  (to === 'booked' && (termId || typeId || ageGroupId))

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
  const products = useThings('products').data?.map(thing => ({ id: thing.id, name: nameOf(thing) }))
  const kinds = [
    { value: 'venueDay', label: 'A venue’s day' },
    ...(mayWriteToAll
      ? [
          { value: 'booked', label: 'All who booked a term, a type or an age' },
          { value: 'unpaid', label: 'All who have not paid' },
          { value: 'buyers', label: 'All who bought a product' },
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
      {({ venues, types, ages }) => (
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
          {to === 'buyers' && (
            <Select
              label="Product"
              value={given.product}
              options={listed('Any product', products ?? [])}
              onChange={event => onChange({ product: event.currentTarget.value })}
            />
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
              <Select
                label="Age"
                value={given.age}
                options={listed('Any age', ages)}
                onChange={event => onChange({ age: event.currentTarget.value })}
              />
            </>
          )}
        </div>
      )}
    </WithAnswer>
  )
}
