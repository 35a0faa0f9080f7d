import './clash-words.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { PlannerSession } from '#contract/office/planner.ts'
import { clashInWords, offeredPlaces, plannerSentences, ringThem } from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { longMoment } from '#domain/wording.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { asPounds, FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { useQuestion } from '../ui/question.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { choicesQuery, useSaveSession, useSessionActions } from './planner-queries.ts'
import { PublishPanel } from './publish-panel.tsx'
import { shortDay, stateShapes, stateWords } from './session-words.ts'

/** One date: its places, price, room and time, and what is done to it. */
export function SessionPanel({ session, onClose }: { session: PlannerSession; onClose: () => void }) {
  const mayEdit = useMay('planner.edit')
  const isOver = session.state === 'cancelled'
  return (
    <SidePanel title={session.title} onClose={onClose}>
      <div className="stack">
        <p>
          {shortDay(session.date)}, {session.startTime}–{session.endTime} · {session.venue}
          {session.room && `, ${session.room}`} · {session.ages}
        </p>
        <p className="figures">
          <StateWord is={stateShapes[session.state]}>
            {stateWords[session.state]}
            {session.publishAt && ` until ${longMoment(new Date(session.publishAt))}`}
          </StateWord>{' '}
          · {session.taken} of {session.capacity} places taken
          {session.kept > 0 && `, ${session.kept} kept for who is offered one`}
          {session.waiting > 0 && ` · ${session.waiting} waiting`}
        </p>
        {session.clashes.map(clash => (
          <p key={`${clash.sessionId} ${clash.with}`} className="planner-clash">
            {clashInWords(clash)}
          </p>
        ))}
        <p className="row">
          <PageLink to={addresses.register({ id: session.id })}>Who comes</PageLink>
          <PageLink to={addresses.plannedClass({ id: session.offeringId })}>
            The class and all its dates
          </PageLink>
        </p>
        {mayEdit && !isOver && <SessionForm session={session} />}
        {mayEdit && !isOver && <SessionPresses session={session} />}
      </div>
    </SidePanel>
  )
}

function SessionForm({ session }: { session: PlannerSession }) {
  const save = useSaveSession()
  const choices = useQuery(choicesQuery(useOfficeApi())).data
  const rooms = choices?.venues.find(({ id }) => id === session.venueId)?.rooms ?? []
  const [isMoved, setMoved] = useState(false)
  const isSold = session.state !== 'draft' && session.taken > 0
  return (
    <EditForm
      thing={session}
      fields={({ capacity, pricePence, credits, offersTrial, trialPricePence, roomId, date, startTime }) => ({
        capacity: String(capacity),
        price: asPounds(pricePence),
        credits: String(credits),
        offersTrial: offersTrial ? 'yes' : '',
        trialPrice: asPounds(trialPricePence),
        roomId: String(roomId ?? 0),
        date,
        startTime,
        tell: 'yes',
      })}
      checks={text => [
        {
          field: 'capacity',
          holds: /^\d+$/.test(text('capacity').trim()),
          sentence: 'Write the places as a number',
        },
        {
          field: 'price',
          holds: readPounds(text('price')) !== undefined,
          sentence: officeSentences.priceLike,
        },
      ]}
      onSave={async (text, { requestId, version }) => {
        const now = {
          capacity: Number(text('capacity')),
          pricePence: readPounds(text('price')) as number,
          credits: Number(text('credits')),
          offersTrial: text('offersTrial') === 'yes',
          trialPricePence: readPounds(text('trialPrice')) ?? 0,
          roomId: Number(text('roomId')),
          date: text('date'),
          startTime: text('startTime'),
        }
        const was = { ...session, roomId: session.roomId ?? 0 }
        const changes = Object.fromEntries(
          Object.entries(now).filter(([name, value]) => was[name as keyof typeof now] !== value),
        )
        const sessions = [{ id: session.id, version: version ?? session.version }]
        const tell = isMoved && isSold && text('tell') === 'yes'
        return save.mutateAsync({
          session,
          sessions,
          changes,
          tell,
          reason: text('reason').trim(),
          requestId,
        })
      }}
      onSaved={({ offered, ...holders }) => {
        if (offered > 0) showSuccess(offeredPlaces(offered))
        showTold(holders, 'time')
      }}
    >
      <div className="row">
        <Field label="Places" name="capacity" inputMode="numeric" />
        <MoneyField label="Price" name="price" hint="What is bought keeps its price" />
      </div>
      <Select
        label="Room"
        name="roomId"
        options={[{ value: 0, label: 'None' }, ...rooms.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <div className="row">
        <Field label="Day" name="date" type="date" onInput={() => setMoved(true)} />
        <Field label="Start" name="startTime" type="time" onInput={() => setMoved(true)} />
      </div>
      {isMoved && isSold && (
        <TickField
          label={`Tell ${session.taken} families, who may ask to move or for their money back`}
          name="tell"
        />
      )}
      <FieldGroup title="More" isFolded>
        <Field label="Credits" name="credits" inputMode="numeric" />
        <TickField label="Offers a trial" name="offersTrial" />
        <MoneyField label="Trial price" name="trialPrice" />
        <Field
          label="Reason"
          name="reason"
          maxLength={500}
          hint="Needed for more places than the room holds"
        />
      </FieldGroup>
    </EditForm>
  )
}

/** Who is told by itself, and that somebody has to ring the others. */
function showTold({ told, toRing }: { told: number; toRing: number }, what: 'time' | 'venue'): void {
  if (told > 0) showSuccess(`${told} ${told === 1 ? 'place is' : 'places are'} told of the new ${what}`)
  if (toRing > 0) showProblem(ringThem(toRing))
}

function SessionPresses({ session }: { session: PlannerSession }) {
  const { hide, deleteDrafts, changeVenue } = useSessionActions()
  const choices = useQuery(choicesQuery(useOfficeApi())).data
  const [ask, question] = useQuestion()
  const [isPublishing, setPublishing] = useState(false)
  const { id, version } = session
  const hideIt = async (isHidden: boolean) => {
    const { saved } = await hide.mutateAsync({ sessions: [{ id, version }], isHidden })
    showUndo(isHidden ? 'Hidden. Its places stand' : 'Shown again', () =>
      hide.mutateAsync({ sessions: saved, isHidden: !isHidden }),
    )
  }
  const others = choices?.venues.filter(venue => venue.id !== session.venueId) ?? []
  return (
    <div className="stack">
      <div className="row">
        {session.state === 'draft' && (
          <>
            <Button look="secondary" onClick={() => setPublishing(true)}>
              {session.publishAt ? 'Publish, or another moment' : 'Publish'}
            </Button>
            <Button
              look="secondary"
              onClick={async () => {
                if (!(await ask({ title: 'Delete this draft?', verb: 'Delete the draft' }))) return
                await deleteDrafts.mutateAsync({ sessions: [{ id, version }] })
                closeDialog()
              }}
            >
              Delete
            </Button>
          </>
        )}
        {session.state === 'scheduled' && (
          <Button look="secondary" onClick={() => void hideIt(true)}>
            Hide
          </Button>
        )}
        {session.state === 'withdrawn' && (
          <Button look="secondary" onClick={() => void hideIt(false)}>
            Show again
          </Button>
        )}
      </div>
      {others.length > 0 && (
        <details className="field-group">
          <summary>Another venue for this date</summary>
          <EditForm
            save="Move it there"
            onSave={(text, { requestId }) => {
              const [venueId, roomId] = text('place').split(' ').map(Number) as [number, number]
              return changeVenue.mutateAsync({
                sessionId: id,
                version,
                venueId,
                roomId: roomId || null,
                requestId,
              })
            }}
            onSaved={holders => {
              closeDialog()
              showTold(holders, 'venue')
            }}
            checks={text => [
              { field: 'place', holds: text('place') !== '', sentence: plannerSentences.chooseVenue },
            ]}
          >
            <p className="quiet">
              Its places and those who wait for it go along. Whoever has a place is told by mail, or is to be
              rung.
            </p>
            <Select
              label="Venue and room"
              name="place"
              options={[
                { value: '', label: 'Choose' },
                ...others.flatMap(venue => [
                  { value: `${venue.id} 0`, label: venue.name },
                  ...venue.rooms.map(room => ({
                    value: `${venue.id} ${room.id}`,
                    label: `${venue.name}, ${room.name}`,
                  })),
                ]),
              ]}
            />
          </EditForm>
        </details>
      )}
      {isPublishing && <PublishPanel sessions={[session]} onClose={() => setPublishing(false)} />}
      {question}
    </div>
  )
}
