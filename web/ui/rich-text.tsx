import './rich-text.css'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '#web/when-idle.ts'
import { TextSkeleton } from './skeleton.tsx'

let cleaner: typeof import('./clean-html.ts') | undefined

const bringCleaner = () =>
  import('./clean-html.ts').then(
    ({ cleanHtml, playFilms }) => {
      cleaner = { cleanHtml, playFilms }
    },
    () => undefined,
  )

/**
 * With the code of the first page that has such a text comes its cleaner: while a page that a link led to waits for its
 * data, and after the page that came as HTML can be used.
 */
const cleanerWhenIdle =
  typeof window === 'undefined' ? undefined : new Promise<void>(whenIdle).then(bringCleaner)

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
 * again (decision C-24: the site may be pointed at another server); what comes later is grey until it is clean.
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
    void (cameWithPage ? cleanerWhenIdle : bringCleaner())?.then(() => {
      if (isWanted && cleaner) setCanClean(true)
    })
    return () => {
      isWanted = false
    }
  }, [canClean, cameWithPage])
  // The same object for the same text: React, and Trusted Types, leave what is on the page alone.
  const shown = useMemo(() => {
    const known = html === cameWithPage?.html ? cameWithPage.shown : undefined
    if (!canClean || !cleaner) return known
    const clean = cleaner.cleanHtml(html)
    return known && String(clean) === html ? known : { __html: clean }
  }, [html, canClean, cameWithPage])
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text.current && shown) cleaner?.playFilms(text.current)
  }, [shown])
  if (!shown) {
    return (
      <div className={className}>
        <TextSkeleton />
      </div>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for rich text, cleaned as said above.
  return <div ref={text} className={`rich-text ${className}`} dangerouslySetInnerHTML={shown} />
}
