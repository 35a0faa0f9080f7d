import './code-field.css'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSettings } from '#web/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/forms/failure-note.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useFormChecks, useFormMarking } from '#web/ui/forms/form.tsx'
import { type CodePurpose, useCodeCountdown } from './code-countdown.ts'
import { emailGiven } from './email-field.tsx'
import { useSendCode } from './queries.ts'

/** A field for the four digits mailed to the address in the form's `email` field, with a button that requests them. */
export function CodeField({ purpose }: { purpose: CodePurpose }) {
  const place = useRef<HTMLDivElement>(null)
  const email = useEmailOfForm(place)
  const hold = useFormChecks()
  const mark = useFormMarking()
  const sendCode = useSendCode(purpose)
  const [secondsLeft, startCountdown] = useCodeCountdown(purpose, email)

  const send = () => {
    const form = place.current?.closest('form')
    if (!hold([emailGiven(email)])) return
    sendCode.mutate(email, {
      onError: mark,
      onSuccess: () => {
        startCountdown()
        // A visitor who types on while it is sent keeps the focus.
        if (!(document.activeElement instanceof HTMLInputElement)) fieldOf(form, 'code')?.focus()
      },
    })
  }
  return (
    <div ref={place} className="stack gap-s">
      <div className="code-row">
        <Field
          label="Verification code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={4}
          isStarred
        />
        <Button
          look="secondary"
          className="figures"
          onClick={send}
          isBusy={sendCode.isPending}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send Code'}
        </Button>
      </div>
      <FailureNote error={sendCode.error} act="send" />
      <p role="status" className="field-hint">
        {secondsLeft > 0 ? <CodeIsSent email={email} /> : 'We send four digits to your email address.'}
      </p>
    </div>
  )
}

function CodeIsSent({ email }: { email: string }) {
  const { isDemo } = useSettings()
  return (
    <>
      We have sent a code to <b>{email}</b>. It can take a minute, and may be among your junk mail.
      {isDemo && (
        <>
          {' '}
          In this demo,{' '}
          <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="text-link">
            read it in the mailbox
          </a>
          .
        </>
      )}
    </>
  )
}

const fieldOf = (form: HTMLFormElement | null | undefined, name: string): HTMLInputElement | undefined => {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field : undefined
}

/** Follows the form's email field, also when the browser fills it in. */
function useEmailOfForm(place: RefObject<HTMLElement | null>): string {
  const [email, setEmail] = useState('')
  useEffect(() => {
    const form = place.current?.closest('form')
    const read = () => setEmail(fieldOf(form, 'email')?.value.trim() ?? '')
    read()
    form?.addEventListener('input', read)
    return () => form?.removeEventListener('input', read)
  }, [place])
  return email
}
