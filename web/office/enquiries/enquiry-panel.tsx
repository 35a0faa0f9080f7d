import './enquiries.css'
import { useQuery } from '@tanstack/react-query'
import * as addresses from '#contract/office/addresses.ts'
import type { Enquiry, OpenedEnquiry } from '#contract/office/enquiries.ts'
import { telOf } from '#domain/email-address.ts'
import { useToday } from '#web/today.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useOfficeApi } from '../office-api.ts'
import { useMay } from '../office-session.ts'
import { spokenInstant } from '../ui/moments.ts'
import { WithAnswer } from '../ui/not-loaded.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { showUndo } from '../ui/undo-bar.tsx'
import { colleaguesQuery, enquiryQuery, useAssignEnquiry, useSetEnquiryState } from './enquiry-queries.ts'
import { StateOf } from './enquiry-state.tsx'
import { EnquiryThread } from './enquiry-thread.tsx'
import { enquiryKinds } from './enquiry-words.ts'
import { NoteForm } from './note-form.tsx'
import { ReplyForm } from './reply-form.tsx'

/** Shows one enquiry with its messages, and replies to it. */
export function EnquiryPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(enquiryQuery(useOfficeApi(), id))
  const enquiry = query.data
  const title = enquiry ? enquiry.name || enquiry.email || 'Enquiry' : 'Enquiry'
  return (
    <SidePanel title={title} onClose={onClose}>
      <WithAnswer query={query}>{enquiry => <Opened enquiry={enquiry} />}</WithAnswer>
    </SidePanel>
  )
}

function Opened({ enquiry }: { enquiry: OpenedEnquiry }) {
  const today = useToday()
  const mayEdit = useMay('family.edit')
  const { id, email, phone, title, accountId, at, state, answeredAt, answeredBy } = enquiry
  return (
    <div className="stack">
      <p className="quiet">
        {enquiryKinds[enquiry.kind]}, {spokenInstant(at, today)} · <StateOf enquiry={enquiry} />
      </p>
      {answeredAt && (
        <p className="quiet">
          {enquiry.isAnsweredElsewhere ? 'Answered elsewhere' : 'Answered'} {spokenInstant(answeredAt, today)}
          {answeredBy && ` by ${answeredBy}`}
        </p>
      )}
      <p className="row gap-m">
        {phone && <a href={`tel:${telOf(phone)}`}>{phone}</a>}
        {email && (
          <a
            href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(title && `Re: ${title}`)}`}
          >
            {email}
          </a>
        )}
        {accountId !== null && (
          <LinkButton look="quiet" size="small" to={addresses.family({ id: accountId })}>
            Their family
          </LinkButton>
        )}
        {accountId === null && state !== 'spam' && mayEdit && (
          <LinkButton look="quiet" size="small" to={`${addresses.newFamily()}?enquiry=${id}`}>
            Add as a family
          </LinkButton>
        )}
      </p>
      <Assignee enquiry={enquiry} />
      {title && <h3>{title}</h3>}
      <EnquiryThread enquiry={enquiry} />
      {state !== 'spam' && (email ? <ReplyForm key={id} enquiry={enquiry} /> : <NoAddress />)}
      <NoteForm id={id} />
      <StatePresses enquiry={enquiry} />
    </div>
  )
}

const NoAddress = () => (
  <p className="quiet">They left no email address. Ring them, then press “Answered elsewhere”.</p>
)

function Assignee({ enquiry: { id, version, assignedTo, assignee } }: { enquiry: OpenedEnquiry }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery(useOfficeApi()))
  const assign = useAssignEnquiry()
  const isKnown = assignedTo === null || colleagues.some(one => one.id === assignedTo)
  const choices = isKnown ? colleagues : [{ id: assignedTo, name: assignee }, ...colleagues]
  const change = async (staffId: number | null) => {
    await assign.mutateAsync({ id, version, staffId })
    showSuccess(staffId === null ? 'It is assigned to nobody' : 'It is assigned to them')
  }
  return (
    <Select
      label="Who looks after it"
      value={assignedTo === null ? '' : String(assignedTo)}
      disabled={assign.isPending}
      options={[
        { value: '', label: 'Nobody yet' },
        ...choices.map(one => ({ value: String(one.id), label: one.name })),
      ]}
      onChange={event => void change(Number(event.currentTarget.value) || null).catch(() => {})}
    />
  )
}

function StatePresses({ enquiry: { id, version, state, replies } }: { enquiry: OpenedEnquiry }) {
  const setState = useSetEnquiryState()
  const closeDialog = useCloseDialog()
  const press = async (next: Enquiry['state'], said: string, isAnsweredElsewhere = false) => {
    const saved = await setState.mutateAsync({ id, version, state: next, isAnsweredElsewhere })
    closeDialog()
    showUndo(said, () => setState.mutateAsync({ id, version: saved.version, state, isUndo: true }))
  }
  const button = (next: Enquiry['state'], label: string, said: string, isElsewhere = false) => (
    <Button
      look="secondary"
      isBusy={setState.isPending && setState.variables.state === next}
      onClick={() => void press(next, said, isElsewhere).catch(() => {})}
    >
      {label}
    </Button>
  )
  const isFinished = state === 'done' || state === 'spam'
  return (
    <div className="row gap-s">
      {state === 'waitingForThem' && button('open', 'They answered', 'Open again')}
      {!isFinished && replies > 0 && button('done', 'Done', 'Marked as done')}
      {!isFinished && button('done', 'Answered elsewhere', 'Marked as answered elsewhere', true)}
      {state === 'new' && button('open', 'Keep it open', 'Kept open')}
      {isFinished && button('open', 'Open it again', 'Opened again')}
      {!isFinished && button('spam', 'Spam', 'Marked as spam')}
    </div>
  )
}
