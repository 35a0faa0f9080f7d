import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders a panel beside the form that opens it, without passing events to that form. */
export const BesideForm = ({ children }: { children: ReactNode }) =>
  createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops events from reaching the form.
    <div
      onInput={event => event.stopPropagation()}
      onSubmit={event => event.stopPropagation()}
      onClick={event => event.stopPropagation()}
      // Escape passes: it closes the topmost dialog, which is this one.
      onKeyDown={event => event.key !== 'Escape' && event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  )
