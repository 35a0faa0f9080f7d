import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { showProblem } from '#web/ui/messages.tsx'

interface CopyButtonProps {
  text: string
  /** The advice if the browser refuses to copy. */
  otherwise: string
  /** Names the copied text for screen readers, if a page has several such buttons. */
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
