import './parent-quotes.css'
import { readQuote } from '#domain/parent-quotes.ts'

/** Shows what parents said about the business, each with its name; nothing without any. */
export function ParentQuotes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label="What parents say" className="parent-quotes page-width">
      {lines.map(readQuote).map(({ words, name }) => (
        <figure key={words}>
          <blockquote>“{words}”</blockquote>
          {name && <figcaption className="quiet">{name}</figcaption>}
        </figure>
      ))}
    </section>
  )
}
