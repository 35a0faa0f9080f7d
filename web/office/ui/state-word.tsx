import './state-word.css'
import type { ReactNode } from 'react'

const shapes = { good: '●', part: '◐', open: '○', off: '✕', look: '△' } as const

/** Shows a state as a word with a shape, never as colour alone: ● done, ◐ in part, ○ open, ✕ off, △ needs attention. */
export const StateWord = ({ is, children }: { is: keyof typeof shapes; children: ReactNode }) => (
  <span className={`state-word state-${is}`}>
    <span aria-hidden="true">{shapes[is]}</span> {children}
  </span>
)
