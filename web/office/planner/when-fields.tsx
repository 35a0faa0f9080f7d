import { Button } from '#web/ui/button.tsx'
import { useMarking } from '#web/ui/forms/field.tsx'
import { useFormNote } from '#web/ui/forms/form.tsx'
import { FieldGroup } from '../ui/fields.tsx'
import type { Change } from '../ui/kept-state.tsx'
import {
  type Room,
  type SingleDate,
  SingleDatesFields,
  TimesRow,
  WeeklyOrSingle,
  withAnother,
} from './class-times.tsx'
import type { NewClassState } from './new-class-state.ts'
import { DaysFields } from './planner-fields.tsx'
import type { Choices } from './planner-queries.ts'

interface WhenFieldsProps {
  form: NewClassState
  changeForm: Change<NewClassState>
  choices: Choices
  /** The rooms of the chosen venue. */
  rooms: Room[]
  isClosed: (single: SingleDate) => boolean
  newRoom: (take: (roomId: number) => void) => (() => void) | undefined
  /** Undefined for members who may not invite. */
  onInvite: (() => void) | undefined
}

/** The fields for when a new class takes place: weekly times and their days, or single dates. */
export function WhenFields({
  form,
  changeForm,
  choices,
  rooms,
  isClosed,
  newRoom,
  onInvite,
}: WhenFieldsProps) {
  const { isWeekly, lines } = form
  return (
    <FieldGroup title="When">
      <WeeklyOrSingle isWeekly={isWeekly} onChange={isWeekly => changeForm({ isWeekly })} />
      {isWeekly ? (
        <>
          {lines.map(line => (
            <TimesRow
              key={line.key}
              {...{ line, lines, rooms, newRoom }}
              teachers={choices.teachers}
              onChange={lines => changeForm({ lines })}
            />
          ))}
          <div className="row">
            <Button look="secondary" size="small" onClick={() => changeForm({ lines: withAnother(lines) })}>
              Another time
            </Button>
            {onInvite && <InviteTeacher onPress={onInvite} />}
          </div>
          <DaysFields days={form} onChange={changeForm} />
        </>
      ) : (
        <>
          <SingleDatesFields
            given={form}
            onChange={changeForm}
            isClosed={isClosed}
            rooms={rooms}
            teachers={choices.teachers}
            onNewRoom={newRoom(roomId => changeForm({ roomId }))}
          />
          {onInvite && <InviteTeacher onPress={onInvite} />}
        </>
      )}
    </FieldGroup>
  )
}

const InviteTeacher = ({ onPress }: { onPress: () => void }) => (
  <Button look="quiet" size="small" onClick={onPress}>
    Invite a new teacher
  </Button>
)

/** A button that shows the dates, with the errors of the times. */
export function ShowDates({
  isBusy,
  problem,
  onShow,
}: {
  isBusy: boolean
  problem: string
  onShow: () => void
}) {
  const { given, note } = useMarking('slots')
  const wrong = useFormNote('dates')
  const told = problem || wrong
  return (
    <div>
      <Button look="secondary" isBusy={isBusy} onClick={onShow} {...given}>
        Show the dates
      </Button>
      {told ? (
        <p role="alert" className="field-error">
          {told}
        </p>
      ) : (
        note
      )}
    </div>
  )
}
