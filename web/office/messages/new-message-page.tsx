import '../ui/thing.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { Audience } from '#contract/office/messages.ts'
import { type AudienceKind, audienceKinds, messageSentences } from '#domain/office/messages.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useToday } from '#web/today.tsx'
import { spokenDate } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useThings } from '../catalogue/catalogue-queries.ts'
import { nameOf } from '../catalogue/thing-state.ts'
import { FindClass } from '../desk/book-for-them.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { choicesQuery, classQuery, termsQuery } from '../planner/planner-queries.ts'
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
        {isOfOne ? (
          <p>
            <PageLink to={addresses.newMessage()}>Write to somebody else</PageLink>
          </p>
        ) : (
          <Whom audience={audience} given={given} onChange={setGiven} />
        )}
        {isOfOne || isComplete(audience) ? (
          <WriteMessage key={JSON.stringify(audience)} audience={audience} />
        ) : (
          audience.to !== 'date' && <p className="quiet">{messageSentences.chooseWhom}</p>
        )}
      </div>
    </>
  )
}

function audienceOf(given: Given, today: string): Audience {
  const idOf = (text: string) => Number(text) || undefined
  const to = audienceKinds.find(kind => kind === given.to) ?? 'date'
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
    { value: 'date', label: 'One class' },
    { value: 'venueDay', label: 'All classes of a venue on one day' },
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
            onChange={event => onChange({ to: event.currentTarget.value, class: '' })}
          />
          {to === 'date' && <OneClass given={given} onChange={onChange} />}
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

/** Finds one class, then one of its dates or all of them. */
function OneClass({ given, onChange }: { given: Given; onChange: (changes: Partial<Given>) => void }) {
  const id = Number(given.class)
  if (!id)
    return <FindClass onChoose={({ offeringId }) => onChange({ to: 'date', class: String(offeringId) })} />
  return (
    <ChooseDate
      id={id}
      onOther={() => onChange({ class: '' })}
      onDate={session => onChange({ to: 'date', class: '', session: String(session) })}
      onAll={() => onChange({ to: 'wholeClass', class: String(id) })}
    />
  )
}

function ChooseDate({
  id,
  onOther,
  onDate,
  onAll,
}: {
  id: number
  onOther: () => void
  onDate: (sessionId: number) => void
  onAll: () => void
}) {
  const today = useToday()
  const found = useQuery(classQuery(useOfficeApi(), id))
  return (
    <WithAnswer query={found}>
      {({ typeName, name, venue, sessions }) => (
        <section aria-label="Which date?" className="stack gap-s">
          <p>
            <span className="strong">
              {name || typeName}, {venue}
            </span>{' '}
            <Button look="quiet" size="small" onClick={onOther}>
              Choose another class
            </Button>
          </p>
          <ul className="waiting-choices" aria-label="Dates">
            <li>
              <button type="button" onClick={onAll}>
                <span className="strong">All its dates to come</span>
              </button>
            </li>
            {sessions
              .filter(({ state, date, endDate }) => state === 'scheduled' && (endDate || date) >= today)
              .map(session => (
                <li key={session.id}>
                  <button type="button" onClick={() => onDate(session.id)}>
                    <span className="strong">
                      {spokenDate(session.date, today)}, {session.startTime}
                    </span>{' '}
                    <span className="quiet">{session.taken} booked</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      )}
    </WithAnswer>
  )
}
