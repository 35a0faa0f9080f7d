import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation.tsx'

const menu = [
  ['Home', '/home/home'],
  ['About', '/home/about'],
  ['Classes', '/home/classes'],
  ['Events & Camps', '/home/event'],
  ['Class Packs', '/home/classPack'],
  ['Parental Support', '/home/parent'],
  ['Parties', '/home/party'],
  ['Private', '/home/bespoke'],
  ['Shop', '/home/mall'],
  ['Contact', '/home/contact'],
] as const

/** Top bar, menu, the page and the footer (spec 1 §2). */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <nav aria-label="Main">
        <ul className="page-width flex flex-wrap gap-4">
          {menu.map(([label, to]) => (
            <li key={to}>
              <PageLink to={to}>{label}</PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
