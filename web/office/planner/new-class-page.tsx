import './terms-page.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import type { PlannedDate } from '#contract/office/planner.ts'
import { addDays } from '#domain/calendar.ts'
import { plannerSentences } from '#domain/office/planner-sentences.ts'
import { readPounds } from '#domain/office/read-pounds.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { useNavigate } from '#web/navigation/router.tsx'
import { useToday } from '#web/today.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select, useMarking } from '#web/ui/field.tsx'
import { trimmed, useFormNote } from '#web/ui/form.tsx'
import { showProblem, showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { FieldGroup, MoneyField, TickField } from '../ui/fields.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { ClassWords, ColourField } from './class-fields.tsx'
import { laterOf, newDate, newTimes, SingleDates, slotsOf, type Times, TimesRow } from './class-times.tsx'
import { keyOf, PlannedDates } from './planned-dates.tsx'
import { choicesQuery, termsQuery, useMakeClass, usePreviewDates } from './planner-queries.ts'

/** Makes a class: fill in, show the dates, make the drafts (spec 3 §2.5). */
export function NewClassPage() {
  const api = useOfficeApi()
  const today = useToday()
  const navigate = useNavigate()
  const choices = useQuery(choicesQuery(api)).data
  const terms = useQuery(termsQuery(api)).data?.filter(({ state }) => state !== 'archived') ?? []
  const make = useMakeClass()
  const previewDates = usePreviewDates()
  const [venueId, setVenueId] = useState('')
  const [termId, setTermId] = useState('')
  const [isWeekly, setWeekly] = useState(true)
  const [lines, setLines] = useState(() => [newTimes()])
  const [singles, setSingles] = useState(() => [newDate(addDays(today, 7))])
  const [days, setDays] = useState({ from: today, to: addDays(today, 84) })
  const [planned, setPlanned] = useState<PlannedDate[]>()
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const rooms = choices?.venues.find(({ id }) => String(id) === venueId)?.rooms ?? []
  const slots = slotsOf(lines)
  const dates = isWeekly
    ? (planned ?? [])
        .filter(date => !date.skippedFor || kept.has(keyOf(date)))
        .map(date => ({
          date: date.date,
          startTime: date.startTime,
          endTime: date.endTime,
          slot: date.slot,
          ...(date.skippedFor && { isKept: true }),
        }))
    : singles.map(({ key: _key, ...date }) => date)
  const changeLine = (key: number, changes: Partial<Times>) => {
    setPlanned(undefined)
    setLines(lines.map(line => (line.key === key ? { ...line, ...changes } : line)))
  }

  const showDates = async () => {
    if (!venueId || slots.length === 0) {
      showProblem(venueId ? plannerSentences.addATime : plannerSentences.chooseVenue)
      return
    }
    const found = await previewDates.mutateAsync({
      venueId: Number(venueId),
      ...(termId && { termId: Number(termId) }),
      ...days,
      slots,
    })
    setPlanned(found.dates)
  }

  return (
    <div className="stack">
      <PageHead title="New class" />
      <EditForm
        values={{ credits: '1', capacity: '12', colour: '#7c5cff', trial: 'none', publish: 'not' }}
        save={
          isWeekly && !planned
            ? 'Make the drafts'
            : `Make ${dates.length} ${dates.length === 1 ? 'draft' : 'drafts'}`
        }
        checks={text => [
          { field: 'typeId', holds: text('typeId') !== '', sentence: plannerSentences.chooseType },
          { field: 'venueId', holds: text('venueId') !== '', sentence: plannerSentences.chooseVenue },
          { field: 'ageGroupId', holds: text('ageGroupId') !== '', sentence: plannerSentences.chooseAge },
          {
            field: 'price',
            holds: readPounds(text('price')) !== undefined,
            sentence: officeSentences.priceLike,
          },
          { field: 'slots', holds: !isWeekly || slots.length > 0, sentence: plannerSentences.addATime },
          { field: 'slots', holds: !isWeekly || planned !== undefined, sentence: 'Show the dates first' },
          {
            field: 'trialPrice',
            holds: text('trial') !== 'paid' || readPounds(text('trialPrice')) !== undefined,
            sentence: officeSentences.priceLike,
          },
        ]}
        onSave={(text, { requestId }) =>
          make.mutateAsync({
            requestId,
            ...trimmed(text, 'name', 'introductionHtml', 'colour'),
            typeId: Number(text('typeId')),
            venueId: Number(venueId),
            ageGroupId: Number(text('ageGroupId')),
            ...(termId && { termId: Number(termId) }),
            roomId: isWeekly ? (lines[0]?.roomId ?? null) : Number(text('roomId')) || null,
            pricePence: readPounds(text('price')) as number,
            credits: Number(text('credits')),
            isPackOnly: text('isPackOnly') === 'yes',
            offersTrial: text('trial') !== 'none',
            trialPricePence: text('trial') === 'paid' ? (readPounds(text('trialPrice')) ?? 0) : 0,
            capacity: isWeekly ? Number(lines[0]?.capacity) : Number(text('capacity')),
            teacherIds: [],
            slots: isWeekly ? slots : [],
            dates,
            publish: 'not',
            reason: text('reason').trim(),
          })
        }
        onSaved={made => {
          const count = made.sessionIds.length
          showSuccess(
            `${count} ${count === 1 ? 'draft' : 'drafts'} made. Families see nothing of it until you publish`,
          )
          navigate(addresses.plannedClass({ id: made.offeringId }))
        }}
      >
        <div className="columns">
          <Select
            label="Type"
            name="typeId"
            isStarred
            options={[
              { value: '', label: 'Choose' },
              ...(choices?.types ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Field label="Name" name="name" maxLength={100} hint="Empty: the type’s name" />
        </div>
        <div className="columns">
          <Select
            label="Venue"
            name="venueId"
            isStarred
            value={venueId}
            onChange={event => {
              setVenueId(event.currentTarget.value)
              setPlanned(undefined)
              setLines(lines.map(line => ({ ...line, roomId: null })))
            }}
            options={[
              { value: '', label: 'Choose' },
              ...(choices?.venues ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Select
            label="Age"
            name="ageGroupId"
            isStarred
            options={[
              { value: '', label: 'Choose' },
              ...(choices?.ages ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        <Select
          label="Term"
          name="termId"
          value={termId}
          hint="Fills in the days and leaves out what is closed"
          onChange={event => {
            const id = event.currentTarget.value
            const term = terms.find(one => String(one.id) === id)
            setTermId(id)
            setPlanned(undefined)
            if (term) setDays({ from: laterOf(term.startDate, today), to: term.endDate })
          }}
          options={[
            { value: '', label: 'None' },
            ...terms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <fieldset className="field-group">
          <legend>When</legend>
          <div className="field-group-fields">
            <div className="row">
              <Checkbox
                type="radio"
                name="when"
                label="Week by week"
                checked={isWeekly}
                onChange={() => setWeekly(true)}
              />
              <Checkbox
                type="radio"
                name="when"
                label="Single dates"
                checked={!isWeekly}
                onChange={() => setWeekly(false)}
              />
            </div>
            {isWeekly ? (
              <>
                {lines.map(line => (
                  <TimesRow
                    key={line.key}
                    line={line}
                    rooms={rooms}
                    teachers={choices?.teachers ?? []}
                    onChange={changes => changeLine(line.key, changes)}
                    {...(lines.length > 1 && {
                      onRemove: () => {
                        setPlanned(undefined)
                        setLines(lines.filter(({ key }) => key !== line.key))
                      },
                    })}
                  />
                ))}
                <div className="row">
                  <Field
                    label="From"
                    type="date"
                    value={days.from}
                    onChange={event => {
                      setPlanned(undefined)
                      setDays({ ...days, from: event.currentTarget.value })
                    }}
                  />
                  <Field
                    label="To"
                    type="date"
                    value={days.to}
                    onChange={event => {
                      setPlanned(undefined)
                      setDays({ ...days, to: event.currentTarget.value })
                    }}
                  />
                </div>
                <Button
                  look="secondary"
                  size="small"
                  onClick={() => {
                    setPlanned(undefined)
                    setLines([...lines, newTimes({ ...(lines.at(-1) as Times), weekdays: [] })])
                  }}
                >
                  Another time
                </Button>
              </>
            ) : (
              <SingleDates singles={singles} onChange={setSingles} rooms={rooms} />
            )}
          </div>
        </fieldset>
        <div className="columns">
          <MoneyField label="Price of a date" name="price" isStarred />
          <Field label="Credits" name="credits" inputMode="numeric" />
          <Select
            label="Trial"
            name="trial"
            options={[
              { value: 'none', label: 'None' },
              { value: 'free', label: 'Free' },
              { value: 'paid', label: 'At a price' },
            ]}
          />
          <MoneyField label="Trial price" name="trialPrice" />
        </div>
        <FieldGroup title="More" isFolded>
          <TickField label="For families with a pack only" name="isPackOnly" />
          <ColourField />
          <ClassWords />
          <Field
            label="Reason"
            name="reason"
            maxLength={500}
            hint="Needed for more places than a room holds"
          />
        </FieldGroup>
        {isWeekly && <ShowDates isBusy={previewDates.isPending} onShow={() => void showDates()} />}
        {isWeekly && planned && <PlannedDates dates={planned} kept={kept} onKept={setKept} />}
      </EditForm>
    </div>
  )
}

/** What is wrong with the times stands here. */
function ShowDates({ isBusy, onShow }: { isBusy: boolean; onShow: () => void }) {
  const { given, note } = useMarking('slots')
  const wrong = useFormNote('dates')
  return (
    <div>
      <Button look="secondary" isBusy={isBusy} onClick={onShow} {...given}>
        Show the dates
      </Button>
      {note}
      {wrong && <p className="field-error">{wrong}</p>}
    </div>
  )
}
