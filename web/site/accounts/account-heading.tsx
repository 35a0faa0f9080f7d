import './account-heading.css'
import type { ReactNode } from 'react'

/** The heading of an account page, with a picture and actions beside it. */
export function AccountHeading({
  title,
  picture,
  action,
  children,
}: {
  title: ReactNode
  picture?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="account-heading">
      {picture}
      <div>
        <h1>{title}</h1>
        {children && <p className="quiet">{children}</p>}
      </div>
      {action}
    </header>
  )
}
