import './menu.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from '#web/navigation/router.tsx'

/** A button and the list that it opens. Escape, a press outside, or going to another page closes it. */
export function Menu({
  id,
  label,
  name,
  className,
  onOpen,
  children,
}: {
  id: string
  label: ReactNode
  /** The name for screen readers, if the label is a picture. */
  name?: string
  className: string
  /** Called each time it opens. */
  onOpen?: () => void
  children: ReactNode
}) {
  const list = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it.
  useEffect(() => {
    list.current?.hidePopover()
  }, [key])
  return (
    <div className="menu">
      <button type="button" popoverTarget={id} aria-label={name} className={className}>
        {label}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu-list"
        onToggle={event => event.newState === 'open' && onOpen?.()}
      >
        {children}
      </div>
    </div>
  )
}
