import './sign-in-frame.css'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation/page-link.tsx'
import { Logo } from '#web/site/content/logo.tsx'

/** The page around signing in, registering and onboarding: the logo, one heading and one card. */
export function SignInFrame({
  title,
  intro,
  above,
  children,
  instead,
  isOpen = false,
}: {
  title: ReactNode
  intro?: ReactNode
  above?: ReactNode
  children: ReactNode
  /** For who is wrong here: a question, and the way on. */
  instead?: { question: string; to: string; label: string }
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
        {instead && (
          <p className="above-s">
            {instead.question}{' '}
            <PageLink to={instead.to} className="text-link lone-link">
              {instead.label}
            </PageLink>
          </p>
        )}
        <div className={isOpen ? 'above-m' : 'card sign-in-card'}>{children}</div>
      </div>
    </div>
  )
}
