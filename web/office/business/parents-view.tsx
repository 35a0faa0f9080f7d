import './parents-view.css'
import { useState } from 'react'
import * as addresses from '#contract/addresses.ts'
import type { SetUpStep } from '#domain/office/business-rules.ts'
import { Button } from '#web/ui/button.tsx'
import { PreviewFrame } from '../ui/preview-frame.tsx'
import { useBusiness, useSteps } from './business-queries.ts'

/** The page where parents see the result of a step; other steps have none. */
const pageOf: Partial<Record<SetUpStep | 'open', string>> = {
  business: addresses.contact(),
  look: addresses.home(),
  venues: addresses.ofKind.class.timetable(),
  classes: addresses.home(),
  term: addresses.ofKind.class.timetable(),
  texts: addresses.terms(),
  open: addresses.home(),
}

/**
 * Shows the real page beside its step, as on a phone, and again after each save. Once shown it stays at every step. It
 * is not loaded before, because each load takes a transaction.
 */
export function ParentsView({ step }: { step: SetUpStep | 'open' }) {
  const [isShown, setShown] = useState(false)
  const version = useBusiness().data?.version
  const { data: state } = useSteps()
  const page = pageOf[step]
  if (!page) return null
  return (
    <aside aria-label="What parents will see" className="parents-view">
      <p>
        <Button look="secondary" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          What parents will see
        </Button>
      </p>
      {isShown && (
        <PreviewFrame
          key={`${page} ${version} ${JSON.stringify(state)}`}
          fields={{ area: '', input: '', page }}
        />
      )}
    </aside>
  )
}
