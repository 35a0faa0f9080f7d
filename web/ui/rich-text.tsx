import './rich-text.css'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#web/when-idle.ts'

let cleaner: typeof import('./clean-html.ts') | undefined

/** Under the page's policy even an empty text must be a trusted one. */
const noText = (): string | TrustedHTML =>
  (window as { trustedTypes?: { emptyHTML: TrustedHTML } }).trustedTypes?.emptyHTML ?? ''

interface OwnPolicy {
  createHTML: (html: string) => string
}

/**
 * What came with the page's own HTML is as trusted as the page; React sets it again where it has to make a part of
 * the page anew. Nothing else passes here: whatever comes later is cleaned first.
 */
const ownText: OwnPolicy | undefined =
  typeof window === 'undefined'
    ? undefined
    : (
        window as { trustedTypes?: { createPolicy: (name: string, rules: OwnPolicy) => OwnPolicy } }
      ).trustedTypes?.createPolicy('page-text', { createHTML: html => html })

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
  const [cameWithPage] = useState(
    isTakingOver ? { html, shown: { __html: ownText?.createHTML(html) ?? html } } : undefined,
  )
  const [canClean, setCanClean] = useState(cleaner !== undefined)
  useEffect(() => {
    if (canClean) return
    let isWanted = true
    const bringCleaner = () =>
      void import('./clean-html.ts').then(
        ({ cleanHtml, playFilms }) => {
          cleaner = { cleanHtml, playFilms }
          if (isWanted) setCanClean(true)
        },
        () => undefined,
      )
    // What came with the page can be read already.
    const callOff = cameWithPage ? whenIdle(bringCleaner) : undefined
    if (!cameWithPage) bringCleaner()
    return () => {
      isWanted = false
      callOff?.()
    }
  }, [canClean, cameWithPage])
  // The same object for the same text: React, and Trusted Types, leave what is on the page alone.
  const shown = useMemo(() => {
    const known = html === cameWithPage?.html ? cameWithPage.shown : undefined
    if (!canClean || !cleaner) return known ?? { __html: noText() }
    const clean = cleaner.cleanHtml(html)
    return known && String(clean) === html ? known : { __html: clean }
  }, [html, canClean, cameWithPage])
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text.current && shown.__html) cleaner?.playFilms(text.current)
  }, [shown])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for rich text, cleaned as said above.
  return <div ref={text} className={`rich-text ${className}`} dangerouslySetInnerHTML={shown} />
}
