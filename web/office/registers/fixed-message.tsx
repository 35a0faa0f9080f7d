import { useState } from 'react'
import { counted } from '#domain/counted.ts'
import {
  everyFixedMessage,
  type FixedMessage,
  fixedMessages,
  maxWordLength,
  problemOfWord,
  writeFixed,
} from '#domain/office/fixed-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useMay } from '../office-session.ts'
import { EditForm } from '../ui/edit-form.tsx'
import { useSendFixed } from './register-queries.ts'

/** The button with which a teacher writes to the families of the date, with one of the fixed texts. */
export function FixedMessageButton({ sessionId }: { sessionId: number }) {
  const [isOpen, setOpen] = useState(false)
  const mayWriteFreely = useMay('message.class')
  const mayWrite = useMay('message.ownDate')
  if (mayWriteFreely || !mayWrite) return null
  return (
    <>
      <Button look="secondary" onClick={() => setOpen(true)}>
        Message
      </Button>
      {isOpen && <FixedMessageDialog sessionId={sessionId} onClose={() => setOpen(false)} />}
    </>
  )
}

function FixedMessageDialog({ sessionId, onClose }: { sessionId: number; onClose: () => void }) {
  const send = useSendFixed()
  const [message, setMessage] = useState<FixedMessage>('late')
  const [word, setWord] = useState('')
  const shown = writeFixed(message, word || '…')
  return (
    <Dialog title="Message to the families" size="small" shape="card" onClose={onClose}>
      <EditForm
        values={{ message: 'late', word: '' }}
        save="Send"
        done=""
        checks={text => [
          {
            field: 'word',
            holds: problemOfWord(message, text('word')) === '',
            sentence: problemOfWord(message, text('word')),
          },
        ]}
        onSave={(text, { requestId }) =>
          send.mutateAsync({ sessionId, message, word: text('word').trim(), requestId })
        }
        onSaved={({ mailed, toRing }, close) => {
          showSuccess(
            `On its way to ${counted(mailed, 'address', 'addresses')}${toRing > 0 ? `. ${toRing} without an email: please ring` : ''}`,
          )
          close()
        }}
      >
        <Select
          label="Text"
          name="message"
          value={message}
          options={everyFixedMessage.map(value => ({ value, label: fixedMessages[value].label }))}
          onChange={event => setMessage(event.currentTarget.value as FixedMessage)}
        />
        <Field
          label={fixedMessages[message].ask}
          name="word"
          maxLength={maxWordLength}
          inputMode={message === 'late' ? 'numeric' : 'text'}
          isStarred
          onInput={event => setWord(event.currentTarget.value)}
        />
        <div className="stack gap-s quiet">
          <p className="strong">{shown.subject}</p>
          {shown.text.split('\n\n').map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </EditForm>
    </Dialog>
  )
}
