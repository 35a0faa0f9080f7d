import type { PromoPage } from '#contract/content.ts'
import { sentences } from '#domain/sentences.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useSendEnquiry } from './queries.ts'

/** Asks about a party or a private class. Nothing is checked here: what is missing is the server's to say (spec 2 §5). */
export function EnquiryForm({ page }: { page: PromoPage }) {
  const { mutateAsync } = useSendEnquiry(page)
  return (
    <Form
      className="stack"
      draft={`enquiry-${page}`}
      onSend={text =>
        mutateAsync({
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          content: text('content'),
        })
      }
      onSent={(_, form) => {
        form.reset()
        showSuccess(sentences.successful)
      }}
    >
      <Field label="Full name" name="name" autoComplete="name" />
      <Field label="Email" name="email" type="email" autoComplete="email" />
      <Field label="Mobile" name="phone" type="tel" autoComplete="tel" />
      <TextArea label="Your Message" name="content" rows={6} />
      <SubmitButton>Submit</SubmitButton>
    </Form>
  )
}
