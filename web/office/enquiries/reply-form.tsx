import { useState } from 'react'
import type { OpenedEnquiry } from '#contract/office/enquiries.ts'
import { enquirySentences } from '#domain/office/enquiry-sentences.ts'
import { OfficeRefusal } from '#domain/office/office-refusal.ts'
import { replyFrom } from '#domain/office/reply-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { useCloseDialog } from '#web/ui/forms/dialog.tsx'
import { Select, TextArea } from '#web/ui/forms/field.tsx'
import { useLeaveGuard } from '#web/ui/forms/leave-guard.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useThings } from '../catalogue/catalogue-queries.ts'
import { showFailure } from '../office-query-client.ts'
import { useMe } from '../office-session.ts'
import { useReply } from './enquiry-queries.ts'
import { ThreadEntry } from './enquiry-thread.tsx'

const maxReply = 5_000

const lastReplyOf = ({ thread }: Pick<OpenedEnquiry, 'thread'>) =>
  thread.findLast(({ kind }) => kind === 'reply')

/**
 * Replies by mail. If a colleague replied first, their reply is shown and must be read before
 * anything is sent.
 */
export function ReplyForm({ enquiry }: { enquiry: OpenedEnquiry }) {
  const { id, name, email } = enquiry
  const me = useMe()
  const reply = useReply()
  const texts = useThings('replyTexts').data?.filter(({ isActive }) => isActive) ?? []
  const close = useCloseDialog()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  // The last reply when the form was opened. A later one is shown before anything is sent.
  const [seenId, setSeenId] = useState(lastReplyOf(enquiry)?.id ?? null)
  const newest = lastReplyOf(enquiry)
  const isBehind = newest !== undefined && newest.id !== seenId
  const [leaveDialog, release] = useLeaveGuard({
    isOn: text.trim() !== '',
    question: 'Leave without sending?',
    onLeave: () => setText(''),
  })
  const press = async (next: 'waitingForThem' | 'done', lastReplyId: number | null) => {
    setProblem(text.trim() ? '' : enquirySentences.answerRequired)
    if (!text.trim()) return
    try {
      await reply.mutateAsync({ id, text: text.trim(), lastReplyId, next })
    } catch (error) {
      // The thread is read again, and the box above the buttons shows what a colleague answered.
      if (!(error instanceof OfficeRefusal && error.officeCode === 409)) throw error
      setProblem(error.message)
      return
    }
    setText('')
    await release()
    close()
    showSuccess(`The answer is on its way to ${email}`)
  }
  const send = (next: 'waitingForThem' | 'done', lastReplyId = seenId) =>
    void press(next, lastReplyId).catch(showFailure)
  return (
    <form
      className="stack gap-s"
      method="dialog"
      onSubmit={event => {
        event.preventDefault()
        if (!isBehind) send('waitingForThem')
      }}
    >
      <Select
        label="Begin with a text"
        value=""
        options={[
          { value: '', label: 'Choose a text' },
          ...texts.map(one => ({ value: one.id, label: String(one.name) })),
        ]}
        onChange={event => {
          const chosen = texts.find(one => String(one.id) === event.currentTarget.value)
          if (chosen) setText(replyFrom(String(chosen.body), { to: name, by: me?.fullName ?? '' }))
        }}
      />
      <TextArea
        label={`Answer to ${email}`}
        rows={8}
        maxLength={maxReply}
        value={text}
        error={problem}
        hint="They answer to the business’s mailbox, not here"
        onChange={event => setText(event.currentTarget.value)}
      />
      {isBehind && (
        <section aria-label="A colleague answered first" className="enquiry-first stack gap-s">
          <p className="strong">A colleague answered meanwhile. Yours is not sent.</p>
          <ul className="enquiry-thread">
            <ThreadEntry entry={newest} />
          </ul>
          <p>
            <Button
              look="secondary"
              onClick={() => {
                setSeenId(newest.id)
                setProblem('')
              }}
            >
              I have read it
            </Button>
          </p>
        </section>
      )}
      {!isBehind && (
        <p className="row gap-s">
          <Button type="submit" isBusy={reply.isPending && reply.variables.next === 'waitingForThem'}>
            Send
          </Button>
          <Button
            look="secondary"
            isBusy={reply.isPending && reply.variables.next === 'done'}
            onClick={() => send('done')}
          >
            Send and mark as done
          </Button>
        </p>
      )}
      {leaveDialog}
    </form>
  )
}
