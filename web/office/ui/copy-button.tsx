import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showProblem } from '#web/ui/messages.tsx'

interface CopyButtonProps {
  text: string
  /** What the person can do where the browser does not let the page copy. */
  otherwise: string
  /** Names what is copied to screen readers, where a page has several such buttons. */
  of?: string
}

/** Copies a text that is shown beside it. */
export function CopyButton({ text, otherwise, of }: CopyButtonProps) {
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
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  )
}
