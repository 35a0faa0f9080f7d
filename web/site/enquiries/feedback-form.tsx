import { sentences } from '#domain/sentences.ts'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useSendFeedback } from './queries.ts'

/** The form for feedback from anybody. Only the server checks it (decision E-35). */
export function FeedbackForm({ onSent }: { onSent?: () => void }) {
  const send = useSendFeedback()
  return (
    <Form
      className="stack"
      draft="feedback"
      onSend={text =>
        send.mutateAsync({
          name: text('name'),
          contact: text('contact'),
          title: text('title'),
          content: text('content'),
        })
      }
      onSent={(_, form) => {
        form.reset()
        showSuccess(sentences.successful)
        onSent?.()
      }}
    >
      <Field label="Your name" name="name" autoComplete="name" />
      <Field label="Email or phone" name="contact" autoComplete="email" hint="So that we can answer" />
      <Field label="Subject" name="title" />
      <TextArea label="Your message" name="content" />
      <SubmitButton act="send">Send</SubmitButton>
    </Form>
  )
}
