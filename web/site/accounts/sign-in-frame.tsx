import './sign-in-frame.css'
import type { ReactNode } from 'react'
import { Logo } from '#web/site/content/logo.tsx'

/** The page around signing in, registering and onboarding: the logo, one heading and one card. */
export function SignInFrame({
  title,
  intro,
  above,
  children,
  below,
  isOpen = false,
}: {
  title: ReactNode
  intro?: ReactNode
  above?: ReactNode
  children: ReactNode
  below?: ReactNode
  /** Without the card, for what brings its own. */
  isOpen?: boolean
}) {
  return (
    <div className="sign-in">
      <header>
        <Logo />
      </header>
      <div>
        {above}
        <h1 className="title">{title}</h1>
        {intro && <p className="lead quiet">{intro}</p>}
        <div className={isOpen ? 'above-m' : 'card sign-in-card'}>{children}</div>
        {below && <div className="sign-in-below">{below}</div>}
      </div>
    </div>
  )
}
