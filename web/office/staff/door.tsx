import './staff.css'
import { type ReactNode, useEffect } from 'react'
import { focusBeginning } from '#web/navigation/arrival.ts'

/** A page before anybody is signed in. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Office`
    focusBeginning()
  }, [title])
  return (
    <div className="door">
      <h1 tabIndex={-1} data-arrival>
        {title}
      </h1>
      {children}
    </div>
  )
}
