import './messages.css'
import { useState } from 'react'
import type { AutomaticMail } from '#contract/office/messages.ts'
import { counted } from '#domain/counted.ts'
import { maxSubjectLength } from '#domain/limits.ts'
import { automaticMails } from '#domain/office/automatic-mails.ts'
import { advertisingIn, bracedWords } from '#domain/office/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { EditForm } from '../ui/edit-form.tsx'
import { TickField } from '../ui/fields.tsx'
import { usePreviewAutomatic, useSaveAutomatic } from './message-queries.ts'
import { Samples } from './samples.tsx'

/** The form of an automatic mail: its switch, its text, and how it arrives. */
export function AutomaticMailForm({ mail }: { mail: AutomaticMail }) {
  const { kind } = mail
  const { hint, fillIns, kind: messageKind } = automaticMails[kind]
  const save = useSaveAutomatic()
  const preview = usePreviewAutomatic()
  const [mayAdvertise, setMayAdvertise] = useState(messageKind === 'service' && soundsLikeOffer(mail))
  const look = (form: HTMLFormElement | null) => {
    if (!form) return
    const typed = new FormData(form)
    preview.mutate({ kind, subject: String(typed.get('subject')), text: String(typed.get('text')) })
  }
  return (
    <EditForm
      thing={mail}
      fields={({ isOn, subject, text }) => ({
        ...{ isOn: isOn ? 'yes' : '', subject, text },
        isNotAdvertising: soundsLikeOffer({ subject, text }) ? 'yes' : '',
      })}
      onSave={async (text, { requestId, version }) => {
        const [subject, body] = [text('subject').trim(), text('text').trim()]
        if (messageKind === 'service') setMayAdvertise(soundsLikeOffer({ subject, text: body }))
        return save.mutateAsync({
          ...{ kind, subject, text: body, requestId, version },
          isOn: text('isOn') === 'yes',
          isNotAdvertising: text('isNotAdvertising') === 'yes',
        })
      }}
      buttons={
        <Button look="secondary" isBusy={preview.isPending} onClick={event => look(event.currentTarget.form)}>
          Preview
        </Button>
      }
    >
      <p className="quiet">{hint}</p>
      <TickField label="Send this mail" name="isOn" />
      <Field label="Subject" name="subject" maxLength={maxSubjectLength} isStarred />
      <TextArea
        label="Text"
        name="text"
        rows={8}
        maxLength={5_000}
        isStarred
        hint={`Filled in for each: ${bracedWords(fillIns)}. An address of your site on a line of its own becomes a button`}
      />
      {mayAdvertise && (
        <TickField label="It is about what they booked, and no advertising" name="isNotAdvertising" />
      )}
      {preview.data && (
        <>
          <p role="status">
            If it went now it would reach {counted(preview.data.mailed, 'address', 'addresses')}
            {preview.data.withoutConsent > 0 && `; ${preview.data.withoutConsent} have not agreed to offers`}.
          </p>
          <Samples samples={preview.data.samples} />
        </>
      )}
    </EditForm>
  )
}

const soundsLikeOffer = ({ subject, text }: Pick<AutomaticMail, 'subject' | 'text'>) =>
  advertisingIn(`${subject}\n${text}`) !== undefined
