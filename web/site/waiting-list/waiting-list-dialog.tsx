import '#web/site/booking/booking-dialogs.css'
import { type FormEvent, useId, useState } from 'react'
import { childSentence } from '#domain/booking-rules.ts'
import { countAttendees, type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { sentences } from '#domain/sentences.ts'
import { closeDialog } from '#web/navigation/layers.ts'
import { ChildPicker } from '#web/site/booking/child-picker.tsx'
import { ContactFields, readContact } from '#web/site/booking/contact-fields.tsx'
import { useJoinWaitingList, useOwnChildren } from '#web/site/booking/queries.ts'
import type { ClickedSession } from '#web/site/offerings/session-card.tsx'
import { spokenDays, timeRange } from '#web/ui/british-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showHint, showSuccess } from '#web/ui/messages.tsx'

interface WaitingListDialogProps {
  kind: OfferingKind
  session: ClickedSession
  onClose: () => void
}

/** Select Child (spec 2 §2): exactly one child, or the contact, waits for a place in a full session. */
export function WaitingListDialog({ kind, session, onClose }: WaitingListDialogProps) {
  const formId = useId()
  const takesChildren = offeringKinds[kind].attendees === 'children'
  const children = useOwnChildren(takesChildren)
  const [childId, setChildId] = useState<number>()
  const childIds = childId === undefined ? [] : [childId]
  const join = useJoinWaitingList(kind)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (join.isPending) return
    const attendees = takesChildren
      ? { who: 'children' as const, childIds }
      : readContact(new FormData(event.currentTarget))
    if (countAttendees(attendees) === 0) return showHint(childSentence(kind, true))
    join.mutate(
      { offeringId: session.offeringId, sessionId: session.id, attendees },
      {
        onSuccess: () => {
          showSuccess(sentences.successful)
          closeDialog()
        },
      },
    )
  }

  return (
    <Dialog
      title={takesChildren ? 'Select Child' : 'Join the waiting list'}
      onClose={onClose}
      footer={
        <Button type="submit" form={formId} isBusy={join.isPending}>
          Join the waiting list
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="booking-who waiting-form">
        <p>
          <strong>{session.typeName}</strong>, {spokenDays(session.date, session.endDate)},{' '}
          {timeRange(session.startTime, session.endTime)}, is full. We will let you know as soon as a place is
          free.
        </p>
        {takesChildren ? (
          <ChildPicker
            legend="Who would come?"
            chosen={childIds}
            onPick={picked => setChildId(picked === childId ? undefined : picked)}
            isSingle
          >
            {children.data ?? []}
          </ChildPicker>
        ) : (
          <ContactFields />
        )}
      </form>
    </Dialog>
  )
}
