import './state-word.css'
import { Circle, CircleCheck, CircleDot, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { good: CircleCheck, part: CircleDot, open: Circle, off: CircleX, look: TriangleAlert } as const

/** Shows a state as a tinted label: a word with an icon, never colour alone. `look` needs attention. */
export function StateWord({ is, children }: { is: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[is]
  return (
    <span className={`state-word state-${is}`}>
      <Icon aria-hidden="true" className="state-icon" />
      <span>{children}</span>
    </span>
  )
}
