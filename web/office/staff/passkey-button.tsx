import { KeyRound } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { awaitPasskey, leavePasskey } from './passkey.ts'

/**
 * Asks for a passkey. Until the device answers, it says what it waits for and can be cancelled, because the
 * browser's window may have gone. Once the device has answered, the server checks and it cannot be cancelled.
 */
export function PasskeyButton({ isBusy = false, children, ...button }: ComponentProps<typeof Button>) {
  const pressed = useRef<HTMLButtonElement>(null)
  const [isAnswered, setAnswered] = useState(false)
  const isWaiting = isBusy && !isAnswered
  useEffect(() => {
    if (!isBusy) return
    awaitPasskey(() => setAnswered(true))
    return () => setAnswered(false)
  }, [isBusy])
  useEffect(() => {
    if (!isWaiting) return
    // Handles Escape before the dialog around it does.
    const leaveByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      void leavePasskey()
    }
    document.addEventListener('keydown', leaveByEscape, { capture: true })
    return () => document.removeEventListener('keydown', leaveByEscape, { capture: true })
  }, [isWaiting])
  return (
    <>
      <Button {...button} ref={pressed} isBusy={isBusy}>
        <KeyRound aria-hidden="true" className="icon" />
        {children}
      </Button>
      <p role="status" className="quiet">
        {isBusy && (isAnswered ? 'Checking…' : 'Waiting for your device…')}
      </p>
      {isWaiting && (
        <Button
          look="secondary"
          onClick={() => {
            pressed.current?.focus()
            void leavePasskey()
          }}
        >
          Cancel
        </Button>
      )}
    </>
  )
}
