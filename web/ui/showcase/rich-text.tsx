import './rich-text.css'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { whenIdle } from '#web/when-idle.ts'

let cleaner: typeof import('./clean-html.ts') | undefined

const bringCleaner = () =>
  import('./clean-html.ts').then(
    ({ cleanHtml, playFilms }) => {
      cleaner = { cleanHtml, playFilms }
    },
    () => undefined,
  )

/**
 * Loads the cleaner with the code of the first page that has such a text: while a linked page waits for its data, or
 * when a page that came as HTML is usable.
 */
const cleanerWhenIdle =
  typeof window === 'undefined' ? undefined : new Promise<void>(whenIdle).then(bringCleaner)

interface OwnPolicy {
  createHTML: (html: string) => string
}

/**
 * Trusts text from the page's own HTML, which React sets again when it re-creates a part of the page. Any later
 * text is cleaned first.
 */
const ownText: OwnPolicy | undefined =
  typeof window === 'undefined'
    ? undefined
    : (
        window as { trustedTypes?: { createPolicy: (name: string, rules: OwnPolicy) => OwnPolicy } }
      ).trustedTypes?.createPolicy('page-text', { createHTML: html => html })

const never = () => () => undefined

/**
 * The business's own rich text. Text in the page's own HTML stays until the browser has cleaned it again
 * (decision C-24: the site may be pointed at another server). Later text is a grey block until it is clean.
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
  // The same object for the same text, so that React and Trusted Types leave the page alone.
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
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for rich text, sanitised as described above.
  return <div ref={text} className={`rich-text ${className}`} dangerouslySetInnerHTML={shown} />
}
