import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlannerSession, planner } from '#contract/office/planner.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { counted } from '#domain/counted.ts'
import { shortDay } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import { firstFew, offeredPlaces, tellOfNewTime, wantsReason } from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { type Check, readForm, type Text } from '#web/ui/forms/form.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { MoneyField, TickField } from '../ui/fields.tsx'
import { useKeptState } from '../ui/kept-state.tsx'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { CreditsField } from './credits-field.tsx'
import { ReasonField } from './planner-fields.tsx'
import { type Choices, choicesQuery, useSessionActions } from './planner-queries.ts'
import { checkAmounts } from './session-checks.ts'
import { namedOptions } from './session-words.ts'
import { showTold } from './show-told.ts'

type Input = CallInput<typeof planner.saveSessions>
type Preview = CallOutput<typeof planner.previewSessions>

interface Chosen {
  sessions: PlannerSession[]
  /** Receives the ids that could not change, for another try. */
  onLeft: (ids: number[]) => void
}

/**
 * Changes many dates alike. Only filled-in fields change, and dates that cannot change are listed with their
 * reason, before and after.
 */
export function BulkPanel({ onClose, ...chosen }: Chosen & { onClose: () => void }) {
  const query = useQuery(choicesQuery(useOfficeApi()))
  return (
    <SidePanel title={`Change ${counted(chosen.sessions.length, 'date')}`} onClose={onClose}>
      <WithAnswer query={query}>{choices => <BulkForm {...chosen} choices={choices} />}</WithAnswer>
    </SidePanel>
  )
}

function BulkForm({ sessions, onLeft, choices }: Chosen & { choices: Choices }) {
  const { preview, save } = useSessionActions()
  const seen = preview.data
  const [left, setLeft] = useState<Preview['left']>([])
  const chosen = sessions.map(({ id, version }) => ({ id, version }))
  // Families that book meanwhile are told as well, so without a tick everybody is.
  const placed = sessions.reduce((sum, { state, taken }) => sum + (state === 'draft' ? 0 : taken), 0)
  const takeBack = useTakeBack(sessions, placed === 0)
  const show = (form: HTMLFormElement | null) => {
    if (!form) return
    const text = readForm(form)
    preview.mutate({ sessions: chosen, changes: changesOf(text), reason: text('reason').trim() })
  }
  return (
    <EditForm
      values={{ tell: 'yes' }}
      done=""
      checks={checksOf}
      onTyped={preview.reset}
      onReset={() => {
        preview.reset()
        setLeft([])
      }}
      draft={`bulk.${chosen.map(({ id }) => id).sort()}`}
      save={`Change ${seen?.saved ?? sessions.length}`}
      onSave={async (text, { requestId }) => {
        const input: Input = {
          sessions: chosen,
          changes: changesOf(text),
          tell: placed === 0 || text('tell') === 'yes',
          reason: text('reason').trim(),
          requestId,
        }
        return { ...(await save.mutateAsync(input)), changes: input.changes }
      }}
      onSaved={({ changes, ...answer }, close) => {
        const said = [`${answer.saved.length} changed`, answer.offered > 0 && offeredPlaces(answer.offered)]
          .filter(Boolean)
          .join('. ')
        const reached = answer.told + answer.toRing + answer.offered
        // A change that reached no family can be undone; while some dates are left, they come first.
        if (reached === 0 && answer.left.length === 0) showUndo(said, () => takeBack(answer.saved, changes))
        else if (answer.saved.length > 0) showSuccess(said)
        showTold(answer, 'time')
        preview.reset()
        setLeft(answer.left)
        onLeft(answer.left.map(({ id }) => id))
        if (answer.left.length === 0) close()
      }}
      buttons={
        <Button look="secondary" isBusy={preview.isPending} onClick={event => show(event.currentTarget.form)}>
          Count first
        </Button>
      }
    >
      <BulkFields {...{ sessions, choices, placed }} />
      {/* Its line is reserved, so that the buttons below do not move. */}
      <p role="status" className="strong figures">
        {!seen && '\u00a0'}
        {seen && `${seen.saved} can be changed`}
        {seen && seen.left.length > 0 && `, ${seen.left.length} cannot`}
        {seen && seen.clashing > 0 && `. ${seen.clashing} would clash`}
      </p>
      <WhatIsLeft left={seen?.left ?? left} nameOf={id => nameOf(sessions, id)} />
    </EditForm>
  )
}

const nameOf = (sessions: PlannerSession[], id: number) => {
  const session = sessions.find(one => one.id === id)
  return session ? `${session.title}, ${shortDay(session.date)} ${session.startTime}` : ''
}

/** Returns a function that restores each date's former values, in one call for each group of equal values. */
function useTakeBack(sessions: PlannerSession[], tell: boolean) {
  const { save } = useSessionActions()
  return async (saved: { id: number; version: number }[], changes: Input['changes']) => {
    const pressed = new Map<string, typeof saved>()
    for (const one of saved) {
      const was = sessions.find(({ id }) => id === one.id)
      if (!was) continue
      const former = JSON.stringify(formerOf(was, changes))
      pressed.set(former, [...(pressed.get(former) ?? []), one])
    }
    for (const [former, those] of pressed) {
      const again = { sessions: those, changes: JSON.parse(former), tell, reason: 'Undone' }
      const { left, ...holders } = await save.mutateAsync(again)
      for (const { id, sentence } of left) showProblem(`${nameOf(sessions, id)}: ${sentence}`)
      showTold(holders, 'time')
    }
  }
}

/** Checks the fields that are filled in. */
const checksOf = (text: Text): Check[] =>
  [
    ...checkAmounts(text, ['price', 'capacity', 'credits', 'trialPrice']),
    {
      field: 'shift',
      holds: /^[-−+]?\d{1,4}$/.test(text('shift').trim()),
      sentence: officeSentences.wholeNumber,
    },
  ].filter(({ field }) => text(field).trim() !== '')

interface BulkFieldsProps {
  sessions: PlannerSession[]
  choices: Choices
  /** The number of places whose families can be told. */
  placed: number
}

/** The fields that change; one that stays empty changes nothing. */
function BulkFields({ sessions, choices, placed }: BulkFieldsProps) {
  const [{ isMoved }, change, kept] = useKeptState('moved', () => ({ isMoved: false }))
  const only = sessions.length === 1 ? sessions[0] : undefined
  const venueIds = new Set(sessions.map(({ venueId }) => venueId))
  const rooms = venueIds.size === 1 ? (choices.venues.find(({ id }) => venueIds.has(id))?.rooms ?? []) : []
  const teachers = [{ value: '', label: 'Nobody' }, ...namedOptions(choices.teachers)]
  return (
    <>
      {kept}
      {only && (
        <p className="strong figures">
          {shortDay(only.date)}, {timeRange(only.startTime, only.endTime)}, {pounds(only.pricePence)},{' '}
          {counted(only.capacity, 'place')}
        </p>
      )}
      <p className="quiet">What you leave empty stays as it is.</p>
      <div className="row">
        <MoneyField label="Price" name="price" />
        <Field label="Places" name="capacity" inputMode="numeric" />
      </div>
      <CreditsField
        cheapestPack={choices.cheapestPack}
        pricesIn={text => {
          const changes = changesOf(text)
          const isPriced = changes.pricePence !== undefined || changes.credits !== undefined
          return isPriced ? sessions.map(session => ({ ...session, ...changes })) : []
        }}
        empty="0: cannot be paid with credits"
      />
      <div className="row">
        <Select
          label="Trial"
          name="trial"
          options={[
            { value: '', label: 'As it is' },
            { value: 'yes', label: 'Offered' },
            { value: 'no', label: 'None' },
          ]}
        />
        <MoneyField label="Trial price" name="trialPrice" />
      </div>
      <div className="row">
        <Field label="New start" name="startTime" type="time" onInput={() => change({ isMoved: true })} />
        <Field
          label="Or later by minutes"
          name="shift"
          inputMode="numeric"
          hint="−15 is earlier"
          onInput={() => change({ isMoved: true })}
        />
      </div>
      {rooms.length > 0 && (
        <Select
          label="Room"
          name="roomId"
          options={[{ value: '', label: 'As it is' }, { value: '0', label: 'None' }, ...namedOptions(rooms)]}
        />
      )}
      <div className="row">
        <Select label="Add a teacher" name="add" options={teachers} />
        <Select label="Remove a teacher" name="drop" options={teachers} />
      </div>
      <ReasonField />
      {isMoved && placed > 0 && <TickField label={tellOfNewTime(placed)} name="tell" />}
    </>
  )
}

/** One line per reason: how many dates it affects, how to resolve it, and which they are. */
function WhatIsLeft({ left, nameOf }: { left: Preview['left']; nameOf: (id: number) => string }) {
  const reasons = [...new Set(left.map(({ sentence }) => sentence))]
  if (reasons.length === 0) return null
  return (
    <ul aria-label="What cannot be changed" className="stack gap-s">
      {reasons.map(reason => {
        const names = left.filter(({ sentence }) => sentence === reason).map(({ id }) => nameOf(id))
        return (
          <li key={reason}>
            <span className="strong figures">{counted(names.length, 'date')}:</span> {reason}
            {wantsReason(reason) && '. Say why under Reason'}
            <br />
            <span className="quiet figures">{firstFew(names)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** Returns a date's former values of the changed fields. */
function formerOf(was: PlannerSession, changes: Input['changes']): Input['changes'] {
  const taught = was.teachers.map(({ id }) => id)
  const isChanged = (...names: (keyof Input['changes'])[]) => names.some(name => changes[name] !== undefined)
  return {
    ...(isChanged('pricePence') && { pricePence: was.pricePence }),
    ...(isChanged('capacity') && { capacity: was.capacity }),
    ...(isChanged('credits') && { credits: was.credits }),
    ...(isChanged('offersTrial', 'trialPricePence') && {
      offersTrial: was.offersTrial,
      trialPricePence: was.trialPricePence,
    }),
    ...(isChanged('roomId') && { roomId: was.roomId ?? 0 }),
    ...(isChanged('startTime', 'shiftMinutes') && { startTime: was.startTime }),
    ...(changes.addTeachers && { dropTeachers: changes.addTeachers.filter(id => !taught.includes(id)) }),
    ...(changes.dropTeachers && { addTeachers: changes.dropTeachers.filter(id => taught.includes(id)) }),
  }
}

function changesOf(text: Text): Input['changes'] {
  const number = (name: string) => {
    const typed = text(name).trim().replace('−', '-')
    return typed === '' ? undefined : Number(typed)
  }
  const given = {
    pricePence: text('price').trim() ? readPounds(text('price')) : undefined,
    capacity: number('capacity'),
    credits: number('credits'),
    offersTrial: text('trial') ? text('trial') === 'yes' : undefined,
    trialPricePence: text('trialPrice').trim() ? readPounds(text('trialPrice')) : undefined,
    startTime: text('startTime') || undefined,
    shiftMinutes: number('shift'),
    roomId: number('roomId'),
    addTeachers: text('add') ? [Number(text('add'))] : undefined,
    dropTeachers: text('drop') ? [Number(text('drop'))] : undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
