import type { RefObject } from 'react'

/** Brings the first error of a form in sight once it is shown, and focuses the control nearest before it. */
export function showFirstError(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const error = form.current?.querySelector<HTMLElement>('.field-error')
    const controls = form.current?.querySelectorAll<HTMLElement>('input, select, textarea') ?? []
    const before = [...controls].filter(
      control => error && control.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    before.at(-1)?.focus({ preventScroll: true })
    error?.scrollIntoView({ block: 'center' })
  })
}
