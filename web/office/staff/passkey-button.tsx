import { KeyRound } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { awaitPasskey, leavePasskey } from './passkey.ts'

/** Asks for a passkey. Until the device answers it says what it waits for, and can be left: the browser's window may be gone. */
export function PasskeyButton({ isBusy = false, children, ...button }: ComponentProps<typeof Button>) {
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isBusy) return
    awaitPasskey()
    // Before what Escape closes otherwise, such as the dialog around.
    const leaveByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      void leavePasskey()
    }
    document.addEventListener('keydown', leaveByEscape, { capture: true })
    return () => document.removeEventListener('keydown', leaveByEscape, { capture: true })
  }, [isBusy])
  return (
    <>
      <Button {...button} ref={pressed} isBusy={isBusy}>
        <KeyRound aria-hidden="true" className="icon" />
        {children}
      </Button>
      <p role="status" className="quiet">
        {isBusy && 'Waiting for your device…'}
      </p>
      {isBusy && (
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
