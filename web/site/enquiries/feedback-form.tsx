import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { showSuccess } from '#web/ui/messages.tsx'

/** Anyone may send feedback; what is missing is the server's to say (decision E-35). */
export function FeedbackForm({ onSent }: { onSent?: () => void }) {
  const api = useApi()
  const form = useRef<HTMLFormElement>(null)
  const send = useMutation({
    mutationFn: api.enquiries.sendFeedback,
    onSuccess: () => {
      form.current?.reset()
      showSuccess(sentences.successful)
      onSent?.()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '')
    send.mutate({
      name: text('name'),
      contact: text('contact'),
      title: text('title'),
      content: text('content'),
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Your name" name="name" autoComplete="name" />
      <Field label="Email or phone" name="contact" autoComplete="email" hint="So that we can answer" />
      <Field label="Subject" name="title" />
      <TextArea label="Your message" name="content" />
      <Button type="submit" isBusy={send.isPending}>
        Send
      </Button>
    </form>
  )
}
