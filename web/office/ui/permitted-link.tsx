import { PageLink } from '#web/navigation/page-link.tsx'
import type { LinkProps } from '#web/navigation/router.tsx'
import { useMayOpen } from '../office-session.ts'

/** A link if the signed-in member may open its page, else plain text. */
export function PermittedLink({ to, children, ...link }: LinkProps) {
  const mayOpen = useMayOpen()
  return mayOpen(to) ? (
    <PageLink to={to} {...link}>
      {children}
    </PageLink>
  ) : (
    <span className={link.className}>{children}</span>
  )
}
