import type { ReactNode } from 'react'
import { PermittedLink } from '../ui/permitted-link.tsx'

const marked = /\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)/g

/** Shows a text of the guide: what is pressed is bold, and links lead where the reader may go. */
export function HelpText({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let from = 0
  for (const found of text.matchAll(marked)) {
    const [all, pressed, words = '', to = ''] = found
    parts.push(text.slice(from, found.index))
    parts.push(
      pressed ? (
        <strong key={found.index}>{pressed}</strong>
      ) : (
        <PermittedLink key={found.index} to={to}>
          {words}
        </PermittedLink>
      ),
    )
    from = found.index + all.length
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}
