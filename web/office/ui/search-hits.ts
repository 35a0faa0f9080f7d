import { type KeyboardEvent, useRef } from 'react'

/**
 * Lets the keyboard choose from what a search field found: Enter takes the only hit, arrows go from the field through
 * the hits and back.
 */
export function useSearchHits<Hit>({
  find,
  onChoose,
}: {
  /** Finds the hits of these words, even if the list still shows the hits of what was typed before. */
  find: (words: string) => Promise<Hit[]>
  onChoose: (hit: Hit) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('li > button:first-child') ?? [])]
  const takeOnly = async (words: string) => {
    const [only, ...more] = await find(words)
    // Only if the person has neither typed on nor left.
    if (only !== undefined && more.length === 0 && field.current?.value === words) onChoose(only)
  }
  return {
    field: {
      ref: field,
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          void takeOnly(event.currentTarget.value).catch(() => {})
        }
        if (event.key !== 'ArrowDown' || buttons().length === 0) return
        event.preventDefault()
        buttons()[0]?.focus()
      },
    },
    list: {
      ref: list,
      onKeyDown: (event: KeyboardEvent<HTMLUListElement>) => {
        const at = buttons().findIndex(button => button.parentElement?.contains(event.target as Node))
        const next = { ArrowDown: buttons()[at + 1], ArrowUp: buttons()[at - 1] ?? field.current }[event.key]
        if (!next) return
        event.preventDefault()
        next.focus()
      },
    },
  }
}
