import './fold.css'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { currentLocation } from '#web/navigation/history.ts'
import { useArrivedBy, useLocation, useNavigate } from '#web/navigation/router.tsx'

/**
 * A part of a page that is closed at first. A press, the browser's search, an address that ends in `#id`, and printing
 * open it. The address names the one that was opened last, so that Back and a reload find it open.
 */
export function Fold({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const { pathname, search, hash, key } = useLocation()
  const navigate = useNavigate()
  const arrivedBy = useArrivedBy()
  const fold = useRef<HTMLDetailsElement>(null)
  const isNamed = hash === `#${id}`
  useEffect(() => {
    if (!isNamed || !fold.current || fold.current.open) return
    fold.current.open = true
    // Back and a reload keep the browser's position.
    if (arrivedBy !== 'pop' || key === 'first') fold.current.scrollIntoView()
  }, [isNamed, key, arrivedBy])
  const remember = (isOpen: boolean) => {
    // The next page may be on its way.
    if (isOpen === isNamed || currentLocation().pathname !== pathname) return
    navigate(pathname + search + (isOpen ? `#${id}` : ''), { replace: true, state: { keepsScroll: true } })
  }
  return (
    <details
      ref={fold}
      id={id}
      className="fold"
      onToggle={event => {
        // In React, the toggling of a dialog or popover within it bubbles to here.
        if (event.target === fold.current) remember(fold.current.open)
      }}
    >
      <summary>
        <h2 className="card-title">{title}</h2>
        <ChevronDown aria-hidden="true" className="icon" />
      </summary>
      {children}
    </details>
  )
}
