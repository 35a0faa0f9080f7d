import './staff.css'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'

/** Shows ten recovery codes, which cannot be shown again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [isKept, setKept] = useState(false)
  // A reload or a closed tab would lose them, so the browser asks first.
  useEffect(() => {
    if (isKept) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // Registered before the handler of a sign-out in another tab, which silences later ones
    // (`followOtherTabs`).
    window.addEventListener('beforeunload', onUnload, { capture: true })
    return () => window.removeEventListener('beforeunload', onUnload, { capture: true })
  }, [isKept])
  return (
    <section className="stack" aria-label="Recovery codes">
      <p>
        Each of these codes lets you in once, when you have lost your device. They are shown only now. Keep
        them where you keep your passport, not on this device. You can make ten new ones under “My sign-in”.
      </p>
      <ol className="recovery-codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row no-print">
        <Button look="secondary" onClick={() => print()}>
          Print
        </Button>
        <CopyButton text={codes.join('\n')} otherwise="Print them, or write them down" />
      </div>
      <div className="stack no-print">
        <Checkbox
          label="I have kept them"
          checked={isKept}
          onChange={event => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!isKept} onClick={onKept}>
          Continue
        </Button>
      </div>
    </section>
  )
}
