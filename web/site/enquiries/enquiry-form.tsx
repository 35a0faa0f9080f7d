import { useState } from 'react'
import type { PromoPage } from '#contract/content.ts'
import { sentences } from '#domain/sentences.ts'
import { Field, TextArea } from '#web/ui/forms/field.tsx'
import { Form, SubmitButton } from '#web/ui/forms/form.tsx'
import { showSuccess } from '#web/ui/messages.tsx'
import { useSendEnquiry } from './queries.ts'

/**
 * The form to ask about a party or a private class. Only the server checks it (spec 2 §5). After sending it says what
 * happens next; `phone` is the business's.
 */
export function EnquiryForm({ page, phone }: { page: PromoPage; phone: string }) {
  const { mutateAsync } = useSendEnquiry(page)
  const [answerTo, setAnswerTo] = useState<string>()
  return (
    <Form
      className="stack"
      draft={`enquiry-${page}`}
      onSend={async text => {
        const enquiry = {
          name: text('name'),
          email: text('email'),
          phone: text('phone'),
          content: text('content'),
        }
        await mutateAsync(enquiry)
        return enquiry
      }}
      onSent={(sent, form) => {
        form.reset()
        setAnswerTo(sent.email || sent.phone || 'the address of your account')
        showSuccess(sentences.successful)
      }}
    >
      <Field label="Full name" name="name" autoComplete="name" />
      <Field label="Email" name="email" type="email" autoComplete="email" />
      <Field label="Mobile" name="phone" type="tel" autoComplete="tel" />
      <TextArea label="Your Message" name="content" rows={6} />
      <SubmitButton act="send">Submit</SubmitButton>
      <div role="status">
        {answerTo && (
          <p className="hint-box">
            Thank you, your message is with us. Next, one of us answers you at <b>{answerTo}</b>; no copy is
            mailed to you, and nothing is booked yet.
            {phone && (
              <>
                {' '}
                You would rather talk? Call{' '}
                <a href={`tel:${phone.replace(/\s/g, '')}`} className="text-link one-line">
                  {phone}
                </a>
                .
              </>
            )}
          </p>
        )}
      </div>
    </Form>
  )
}
