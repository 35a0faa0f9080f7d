import './class-page.css'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { Term } from '#contract/office/terms.ts'
import { counted } from '#domain/counted.ts'
import { isSignedOut, OfficeRefusal } from '#domain/office/office-refusal.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useNowInLondon, useToday } from '#web/today.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useFormNote } from '#web/ui/forms/form.tsx'
import { BookSomebodyIn } from '../desk/book-somebody-in.tsx'
import { MessageLink } from '../messages/message-link.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { ListLoading } from '../ui/list-loading.tsx'
import { NotLoaded, WithAnswer } from '../ui/not-loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { AddDatesPanel } from './add-dates-panel.tsx'
import {
  AgeRangeFields,
  ClassWords,
  ColourField,
  describedAs,
  noAgeGroup,
  QuestionField,
  rangeChecks,
  rangeFields,
  readAges,
  readDescribed,
  WhoIsTaken,
  withoutAgeGroup,
} from './class-fields.tsx'
import { useOpenedDate } from './opened-date.ts'
import {
  type Choices,
  choicesQuery,
  classQuery,
  type PlannedClass,
  termsQuery,
  useSaveClass,
} from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SessionList } from './session-list.tsx'
import { SessionPanel } from './session-panel.tsx'
import {
  draftsAfter,
  namedOptions,
  placeOf,
  slotInWords,
  type Venue,
  venuesAndRooms,
  withOwn,
} from './session-words.ts'
import { TimesPanel } from './times-panel.tsx'

/** Shows one class: its fields, its weekly times and all its dates. */
export function ClassPage() {
  const { id } = useAddressOf(addresses.plannedClass)
  const api = useOfficeApi()
  const query = useQuery(classQuery(api, Number(id)))
  const choices = useQuery(choicesQuery(api))
  const terms = useQuery(termsQuery(api))
  const mayEdit = useMay('planner.edit')
  const today = useToday()
  const now = useNowInLondon()
  const [opened, open, close] = useOpenedDate(query.data?.sessions ?? [])
  const [publishingIds, setPublishing] = useState<number[]>()
  const [withPast, setWithPast] = useState(false)
  const [isAddingDates, setAddingDates] = useState(false)
  const [isChangingTimes, setChangingTimes] = useState(false)
  // Loaded content stays when a refetch fails, unless somebody has deleted the class.
  if (query.isError && (!query.data || isNotThere(query.error)))
    return <NotLoaded error={query.error} onRetry={query.refetch} level={1} />
  const found = query.data
  if (!found) return <ListLoading count={6} shape="row" />
  const drafts = draftsAfter(now, found.sessions)
  const coming = found.sessions.filter(({ endDate }) => endDate >= today)
  const shown = withPast || coming.length === 0 ? found.sessions : coming
  const publishing = found.sessions.filter(({ id }) => publishingIds?.includes(id))
  return (
    <div className="stack">
      <PageHead
        title={found.name}
        action={
          <div className="row gap-s">
            {coming.some(({ state }) => state === 'scheduled') && (
              <BookSomebodyIn ofClass={{ offeringId: found.id, title: `${found.name}, ${found.venue}` }} />
            )}
            <MessageLink to={{ to: 'wholeClass', class: String(found.id) }} />
            {mayEdit && (
              <LinkButton look="secondary" to={copyOf(found)}>
                Copy this class
              </LinkButton>
            )}
            {mayEdit && drafts.length > 0 && (
              <Button onClick={() => setPublishing(drafts.map(({ id }) => id))}>
                Publish {counted(drafts.length, 'draft')}
              </Button>
            )}
          </div>
        }
      >
        {found.typeName} at {found.venue}
        {found.term && ` · ${found.term}`}
      </PageHead>
      <div className="class-page">
        <div className="stack">
          <WeeklyTimes found={found} {...(mayEdit && { onChange: () => setChangingTimes(true) })} />
          <div className="row spread">
            <h2>Dates</h2>
            <div className="row">
              {coming.length > 0 && coming.length < found.sessions.length && (
                <Button look="quiet" size="small" onClick={() => setWithPast(!withPast)}>
                  {withPast ? 'From today on' : `Show ${found.sessions.length - coming.length} in the past`}
                </Button>
              )}
              {mayEdit && (
                <Button look="secondary" size="small" onClick={() => setAddingDates(true)}>
                  Add dates
                </Button>
              )}
            </div>
          </div>
          <SessionList
            sessions={shown}
            isOneClass
            mayEdit={mayEdit}
            onOpen={open}
            onPublish={setPublishing}
          />
        </div>
        {mayEdit && (
          <section aria-label="The class" className="stack">
            <h2>The class</h2>
            <WithAnswer query={choices}>
              {venuesAndTypes => (
                <WithAnswer query={terms}>
                  {all => <ClassForm found={found} choices={venuesAndTypes} terms={all} />}
                </WithAnswer>
              )}
            </WithAnswer>
          </section>
        )}
      </div>
      {opened && <SessionPanel key={opened.id} session={opened} onClose={close} />}
      {publishing.length > 0 && (
        <PublishPanel sessions={publishing} onClose={() => setPublishing(undefined)} />
      )}
      {isAddingDates && <AddDatesPanel found={found} onClose={() => setAddingDates(false)} />}
      {isChangingTimes && <TimesPanel found={found} onClose={() => setChangingTimes(false)} />}
    </div>
  )
}

const copyOf = ({ id }: PlannedClass) => `${addresses.newClass()}?copy=${id}`

const isNotThere = (error: Error) => error instanceof OfficeRefusal && !isSignedOut(error)

function WeeklyTimes({ found, onChange }: { found: PlannedClass; onChange?: () => void }) {
  const choices = useQuery(choicesQuery(useOfficeApi())).data
  return (
    <section aria-label="Weekly times">
      <div className="row spread">
        <h2>Weekly times</h2>
        {onChange && (
          <Button look="secondary" size="small" onClick={onChange}>
            {found.slots.length > 0 ? 'Change the weekly times' : 'Add a weekly time'}
          </Button>
        )}
      </div>
      {found.slots.length === 0 && <p className="quiet">Single dates only</p>}
      {found.elsewhere.length > 0 && (
        <p>
          Also at{' '}
          {found.elsewhere.map(({ id, venue, dates }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <PageLink to={addresses.plannedClass({ id })}>{venue}</PageLink> ({counted(dates, 'date')})
            </Fragment>
          ))}
        </p>
      )}
      <ul className="class-times">
        {found.slots.map(slot => (
          <li key={slot.id} className="figures">
            <span className="strong">{slotInWords(slot)}</span>
            <span className="quiet">
              {' · '}
              {[
                found.rooms.find(({ id }) => id === slot.roomId)?.name,
                counted(slot.capacity, 'place'),
                choices?.teachers
                  .filter(({ id }) => slot.teacherIds.includes(id))
                  .map(({ name }) => name)
                  .join(', '),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Named {
  id: number
  name: string
}
/** Returns the active options, and the class's current one even if inactive. */
const optionsOf = (inUse: Named[], present: Named | false) =>
  namedOptions(withOwn(inUse, present ? [present] : []))

function placesToChoose(venues: Venue[], { venueId, venue, roomId, rooms }: PlannedClass) {
  const places = venuesAndRooms(venues)
  const present = placeOf(venueId, roomId)
  if (places.some(({ value }) => value === present)) return places
  const room = rooms.find(({ id }) => id === roomId)
  return [...places, { value: present, label: room ? `${venue}, ${room.name}` : venue }]
}

/** A question shown when dates lie in a closure. */
function KeepDates() {
  const note = useFormNote('termId')
  const [isAsked, setAsked] = useState(false)
  if (note?.includes('in a closure') && !isAsked) setAsked(true)
  return isAsked && <TickField label="Keep dates that lie in a closure" name="keepDates" />
}

function ClassForm({ found, choices, terms }: { found: PlannedClass; choices: Choices; terms: Term[] }) {
  const save = useSaveClass()
  const { typeId, typeName, ageGroupId, ageRange, ages, termId, term } = found
  return (
    <EditForm
      thing={found}
      checks={rangeChecks}
      fields={one => ({
        ...describedAs(one),
        typeId: String(one.typeId),
        ageGroupId: String(one.ageRange ? noAgeGroup : one.ageGroupId),
        ...rangeFields(one.ageRange),
        place: placeOf(one.venueId, one.roomId),
        termId: String(one.termId ?? 0),
      })}
      onSave={(text, { requestId, version }) => {
        const [venueId, roomId] = text('place').split(' ').map(Number) as [number, number]
        return save.mutateAsync({
          id: found.id,
          version,
          requestId,
          ...readDescribed(text),
          typeId: Number(text('typeId')),
          venueId,
          roomId: roomId || null,
          termId: Number(text('termId')) || null,
          keepDates: text('keepDates') === 'yes',
          ...readAges(text),
        })
      }}
      draft={`class.${found.id}`}
    >
      <Field label="Name" name="name" maxLength={100} hint="Empty: the type’s name" />
      <div className="columns">
        <Select
          label="Type"
          name="typeId"
          options={optionsOf(choices.types, { id: typeId, name: typeName })}
        />
        <Select
          label="Age"
          name="ageGroupId"
          options={[
            ...optionsOf(choices.ages, !ageRange && { id: ageGroupId, name: ages }),
            ...namedOptions(withoutAgeGroup(found.kind)),
          ]}
        />
        <AgeRangeFields />
        <Select
          label="Venue and room"
          name="place"
          hint="Its dates and weekly times keep their own room, unless the venue changes"
          options={placesToChoose(choices.venues, found)}
        />
        <Select
          label="Term"
          name="termId"
          options={[
            { value: 0, label: 'None' },
            ...optionsOf(
              terms.filter(({ state }) => state !== 'archived'),
              termId !== null && { id: termId, name: term },
            ),
          ]}
        />
      </div>
      <KeepDates />
      <ClassWords />
      <ColourField />
      <TickField label="For families with a pack only" name="isPackOnly" />
      <WhoIsTaken />
      <QuestionField />
    </EditForm>
  )
}
