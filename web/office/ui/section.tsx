import type { ReactNode } from 'react'

/** A part of a page under its own heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack gap-s">
    <h2>{title}</h2>
    {children}
  </section>
)
