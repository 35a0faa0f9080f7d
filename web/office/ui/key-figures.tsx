import './key-figures.css'
import type { ReactNode } from 'react'

/** The figures that an owner looks for first, large, above the table that they sum up. */
export const KeyFigures = ({ figures }: { figures: [label: string, value: ReactNode][] }) => (
  <dl className="key-figures">
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
)

/** A bar as long as a value's share in the largest one; nothing for a value that is not above zero. */
export const Bar = ({ value, largest }: { value: number; largest: number }) => (
  <svg className="money-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    {value > 0 && <rect width={(100 * value) / largest} height="8" />}
  </svg>
)
