import { useEffect } from 'react'
import { focusBeginning } from '#web/navigation/arrival.ts'

/**
 * Keeps the focus when its element disappears (spec 3 §2.3). It moves to the element that now has the same `id`, else
 * to the start of the dialog or the page, once that exists.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    const note = (event: FocusEvent) => {
      last = event.target instanceof HTMLElement ? event.target : null
    }
    const look = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const again = last.id && document.getElementById(last.id)
      if (again) again.focus()
      if (document.activeElement !== document.body) return
      const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (dialog) {
        const begins = dialog.querySelector<HTMLElement>('[data-arrival], [data-begins]')
        ;(begins ?? dialog.querySelector('h2'))?.focus()
      } else focusBeginning()
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}
