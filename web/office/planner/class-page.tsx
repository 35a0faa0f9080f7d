import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { OfficeApi } from '#contract/office/client.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { trimmed } from '#web/ui/form.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useAddressOf } from '../office-page.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { ClassWords, ColourField } from './class-fields.tsx'
import { choicesQuery, classQuery, useSaveClass } from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SessionList } from './session-list.tsx'
import { SessionPanel } from './session-panel.tsx'
import { weekdayNames } from './session-words.ts'

type Class = Awaited<ReturnType<OfficeApi['planner']['class']>>

/** One class: what it says of itself, its weekly times and all its dates. */
export function ClassPage() {
  const { id } = useAddressOf(addresses.plannedClass)
  const query = useQuery(classQuery(useOfficeApi(), Number(id)))
  const mayEdit = useMay('planner.edit')
  const [openedId, setOpened] = useState<number>()
  const [publishing, setPublishing] = useState<number[]>()
  if (query.isError)
    return (
      <EmptyState
        title={query.error.message}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  const found = query.data
  if (!found) return null
  const drafts = found.sessions.filter(({ state }) => state === 'draft').map(session => session.id)
  const opened = found.sessions.find(session => session.id === openedId)
  return (
    <div className="stack">
      <PageHead
        title={found.name}
        action={
          mayEdit &&
          drafts.length > 0 && (
            <Button onClick={() => setPublishing(drafts)}>Publish {drafts.length} drafts</Button>
          )
        }
      >
        {found.typeName} at {found.venue}
        {found.term && ` · ${found.term}`}
        {found.slots.length > 0 &&
          ` · ${found.slots.map(({ weekday, startTime, weeks }) => `${weekdayNames[weekday - 1]} ${startTime}${weeks === 'every' ? '' : `, ${weeks} weeks`}`).join(' · ')}`}
      </PageHead>
      {mayEdit && <ClassForm found={found} />}
      <h2>Dates</h2>
      <SessionList
        sessions={found.sessions}
        mayEdit={mayEdit}
        onOpen={session => setOpened(session.id)}
        onPublish={setPublishing}
      />
      {opened && <SessionPanel session={opened} onClose={() => setOpened(undefined)} />}
      {publishing && <PublishPanel sessionIds={publishing} onClose={() => setPublishing(undefined)} />}
    </div>
  )
}

function ClassForm({ found }: { found: Class }) {
  const save = useSaveClass()
  const choices = useQuery(choicesQuery(useOfficeApi())).data
  if (!choices) return null
  const rooms = choices.venues.find(venue => venue.id === found.venueId)?.rooms ?? []
  return (
    <EditForm
      thing={found}
      fields={({ name, ageGroupId, roomId, colour, introductionHtml, isPackOnly }) => ({
        name,
        ageGroupId: String(ageGroupId),
        roomId: String(roomId ?? 0),
        colour,
        introductionHtml,
        isPackOnly: isPackOnly ? 'yes' : '',
      })}
      onSave={(text, { requestId, version }) =>
        save.mutateAsync({
          id: found.id,
          version,
          requestId,
          ...trimmed(text, 'name', 'introductionHtml', 'colour'),
          ageGroupId: Number(text('ageGroupId')),
          roomId: Number(text('roomId')) || null,
          isPackOnly: text('isPackOnly') === 'yes',
        })
      }
    >
      <Field label="Name" name="name" maxLength={100} hint="Empty: the type’s name" />
      <div className="row">
        <Select
          label="Age"
          name="ageGroupId"
          options={choices.ages.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Select
          label="Room"
          name="roomId"
          options={[
            { value: 0, label: 'None' },
            ...rooms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <ColourField />
      <ClassWords />
      <TickField label="For families with a pack only" name="isPackOnly" />
    </EditForm>
  )
}
