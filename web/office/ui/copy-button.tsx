import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showProblem } from '#web/ui/messages.tsx'

/** Copies what is shown; `otherwise` is told where the browser does not let the page. */
export function CopyButton({ text, otherwise }: { text: string; otherwise: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showProblem(`Your browser does not let this page copy. ${otherwise}`)
    }
  }
  return (
    <Button look="secondary" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
