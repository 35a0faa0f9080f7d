import './rich-text.css'
import { useEffect, useMemo, useState } from 'react'

let cleanHtml: ((html: string) => string | TrustedHTML) | undefined

/** Under the page's policy even an empty text must be a trusted one. */
const noText = (): string | TrustedHTML =>
  (window as { trustedTypes?: { emptyHTML: TrustedHTML } }).trustedTypes?.emptyHTML ?? ''

/**
 * The business's own rich text. Our server keeps it clean; the site may be pointed at another one, so the browser
 * cleans it again (decision C-24). React leaves the server's HTML alone until that has happened.
 */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const [canClean, setCanClean] = useState(cleanHtml !== undefined)
  useEffect(() => {
    if (canClean) return
    let isWanted = true
    import('./clean-html.ts').then(
      file => {
        cleanHtml = file.cleanHtml
        if (isWanted) setCanClean(true)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [canClean])
  // One object per text: given another one, React would write the same text again, and a film would start anew.
  const shown = useMemo(() => {
    if (typeof document === 'undefined') return { __html: html }
    return { __html: canClean && cleanHtml ? cleanHtml(html) : noText() }
  }, [html, canClean])
  return (
    <div
      className={`rich-text ${className}`}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for rich text, cleaned as said above.
      dangerouslySetInnerHTML={shown}
    />
  )
}
