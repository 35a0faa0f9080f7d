import { longMoment } from '#domain/format-dates.ts'
import { businessSentences } from '#domain/office/business-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { useQuestion } from '../ui/question.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { usePauseBookings, useResumeBookings } from './business-queries.ts'
import type { BusinessDetails } from './details-form.tsx'

const usualText = 'We are taking no bookings at the moment. What you have booked stays as it is.'

/** The form that pauses bookings with a text for visitors, and the button that resumes them. */
export function PauseForm({ business }: { business: BusinessDetails }) {
  const { pausedAt, pauseText } = business
  const pause = usePauseBookings()
  const resume = useResumeBookings()
  const [ask, question] = useQuestion()
  const press = async () => {
    const answer = await ask({
      title: 'Resume bookings?',
      children: (
        <p>
          Families can book at once. Open offers get back the time that the pause took, and free places are
          offered to those who wait.
        </p>
      ),
      verb: 'Resume bookings',
    })
    if (!answer) return
    await resume.mutateAsync()
    showSuccess('Families can book again')
  }
  return (
    <>
      {pausedAt ? (
        <p className="row gap-s">
          <span>
            <StateWord is="look">Bookings are paused</StateWord> since {longMoment(new Date(pausedAt))}
          </span>
          <Button isBusy={resume.isPending} onClick={() => void press().catch(() => {})}>
            Resume bookings
          </Button>
        </p>
      ) : (
        <p>
          Nobody can book, buy or join a waiting list during a pause, and no place is offered. Families can
          still log in, pay, move and cancel what they have. You can still book for them.
        </p>
      )}
      <EditForm
        key={pausedAt}
        values={{ text: pauseText || usualText }}
        checks={text => [
          { field: 'text', holds: text('text').trim() !== '', sentence: businessSentences.pauseTextRequired },
        ]}
        save={pausedAt ? 'Change the text' : 'Pause bookings'}
        done={pausedAt ? 'Saved' : 'Bookings are paused'}
        onSave={(text, { requestId }) => pause.mutateAsync({ text: text('text').trim(), requestId })}
      >
        <TextArea label="What visitors read" name="text" rows={2} maxLength={300} isStarred />
      </EditForm>
      {question}
    </>
  )
}
