import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** What opens beside the form that it is asked from, which hears nothing of what is typed and pressed there. */
export const BesideForm = ({ children }: { children: ReactNode }) =>
  createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events in.
    <div
      onInput={event => event.stopPropagation()}
      onSubmit={event => event.stopPropagation()}
      onClick={event => event.stopPropagation()}
      // Escape goes on: it closes the topmost dialog, which is this one.
      onKeyDown={event => event.key !== 'Escape' && event.stopPropagation()}
    >
      {children}
    </div>,
    document.body,
  )
