import './rich-text.css'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'

let cleanHtml: ((html: string) => string) | undefined

const never = () => () => undefined

/**
 * The business's own rich text. What came with the page's own HTML stays as it is until the browser has cleaned it
 * again (decision C-24: the site may be pointed at another server); what comes later is shown once it is clean.
 */
export function RichText({ html, className = '' }: { html: string; className?: string }) {
  const isTakingOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [cameWithPage] = useState(isTakingOver ? html : undefined)
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
  const shown = useMemo(() => {
    if (canClean && cleanHtml) return cleanHtml(html)
    return html === cameWithPage ? html : ''
  }, [html, canClean, cameWithPage])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for rich text, cleaned as said above.
  return <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: shown }} />
}
