import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { sentences } from '#domain/sentences.ts'
import { useApi } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { showHint, showSuccess } from '#web/ui/messages.tsx'
import { RichText } from '#web/ui/rich-text.tsx'

const subscribedKey = 'maypole.subscribed'
const closedKey = 'maypole.deals-closed'
const never = () => () => undefined

const wasAnswered = () =>
  localStorage.getItem(subscribedKey) !== null || sessionStorage.getItem(closedKey) !== null

/**
 * Asks visitors for an e-mail address, until they subscribe (kept) or close it (kept for the browser session):
 * decision C-11. It does not stop anybody from using the page.
 */
export function DealsPopup({ html }: { html: string }) {
  const wasAnsweredBefore = useSyncExternalStore(never, wasAnswered, () => true)
  const [isClosed, setClosed] = useState(false)
  const api = useApi()
  const subscribe = useMutation({
    mutationFn: api.enquiries.subscribe,
    onSuccess: () => {
      localStorage.setItem(subscribedKey, 'yes')
      showSuccess(sentences.successful)
      setClosed(true)
    },
  })
  if (wasAnsweredBefore || isClosed) return null

  const close = () => {
    sessionStorage.setItem(closedKey, 'yes')
    setClosed(true)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!email) return showHint(sentences.emailRequired)
    subscribe.mutate({ email })
  }
  return (
    <section
      role="dialog"
      aria-labelledby="deals-title"
      className="deals"
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <header className="flex items-start justify-between gap-2">
        <h2 id="deals-title" className="text-xl">
          A little treat for your inbox
        </h2>
        <button type="button" aria-label="Close" className="icon-button -mt-2 -mr-2" onClick={close}>
          <X aria-hidden="true" />
        </button>
      </header>
      <RichText html={html} className="text-sm" />
      <form onSubmit={submit} noValidate className="mt-3 grid gap-3">
        <Field label="Email" name="email" type="email" inputMode="email" autoComplete="email" />
        <Button type="submit" isBusy={subscribe.isPending}>
          Send me deals
        </Button>
      </form>
    </section>
  )
}
