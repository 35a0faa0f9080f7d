import './staff.css'
import { type ReactNode, useEffect } from 'react'

/** A page before anybody is signed in. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Office`
  }, [title])
  return (
    <div className="door">
      <h1>{title}</h1>
      {children}
    </div>
  )
}
