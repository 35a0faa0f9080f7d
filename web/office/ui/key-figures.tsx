import './key-figures.css'
import type { ReactNode } from 'react'

/** The figures that an owner looks for first, large, above what they sum up. Its children are `KeyFigure`s. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
  <dl className="key-figures">{children}</dl>
)

/** One large figure with its label. */
export const KeyFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="figures">{children}</dd>
  </div>
)

/** A bar as long as a value's share in the largest one; nothing for a value that is not above zero. */
export const Bar = ({ value, largest }: { value: number; largest: number }) => (
  <svg className="money-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    {value > 0 && <rect width={(100 * value) / largest} height="8" />}
  </svg>
)
