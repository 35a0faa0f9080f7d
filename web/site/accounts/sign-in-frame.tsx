import './sign-in-frame.css'
import type { ReactNode } from 'react'
import * as addresses from '#contract/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { Logo } from '#web/site/content/logo.tsx'

/** The page around signing in, registering and onboarding: the logo, one heading and one card. */
export function SignInFrame({
  title,
  intro,
  above,
  children,
  instead,
  hasAccountLinks = false,
  isOpen = false,
}: {
  title: ReactNode
  intro?: ReactNode
  above?: ReactNode
  children: ReactNode
  /** A question and a link for visitors who need another page. */
  instead?: { question: string; to: string; label: string } | undefined
  /** Whether to show the links to log in and to sign up, side by side. */
  hasAccountLinks?: boolean
  /** Whether to leave out the card, for content that has its own. */
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
        {hasAccountLinks && <AccountLinks />}
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

const accountLinks = [
  { question: 'Already have an account?', to: addresses.logIn(), label: 'Log in' },
  { question: 'New here?', to: addresses.register(), label: 'Sign up' },
]

function AccountLinks() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Your account" className="sign-in-links">
      {accountLinks.map(({ question, to, label }) => (
        <PageLink key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
          <span className="small">{question}</span> <strong>{label}</strong>
        </PageLink>
      ))}
    </nav>
  )
}
