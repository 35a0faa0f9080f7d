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
    <div className="min-h-dvh bg-cream px-4 pt-5 pb-16">
      <header className="mx-auto flex max-w-xl justify-center">
        <Logo />
      </header>
      <div className="mx-auto mt-6 max-w-xl md:mt-10">
        {above}
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        {intro && <p className="mt-2 text-lg text-quiet">{intro}</p>}
        <div className={isOpen ? 'mt-4' : 'card mt-6 p-5 md:p-8'}>{children}</div>
        {below && <div className="mt-6 grid gap-6">{below}</div>}
      </div>
    </div>
  )
}
