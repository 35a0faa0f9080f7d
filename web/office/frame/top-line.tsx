import { CircleUser, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { mayOpen } from '../office-page.ts'
import { useMe } from '../office-session.ts'
import { findOfficePage, officePages } from '../pages.ts'
import { Menu } from '../ui/menu.tsx'
import { Bell } from './bell.tsx'
import { HelpButton } from './help-button.tsx'
import { Palette, useOpensPalette } from './palette.tsx'
import { useSignOut } from './queries.ts'
import { chooseTheme, chosenTheme, type Theme, themes } from './theme.ts'

/** The top line: search, “+ New”, and the member's own menu. */
export function TopLine() {
  const me = useMe()
  const [isSearching, setSearching] = useState(false)
  useOpensPalette(() => setSearching(true))
  const making = officePages.filter(page => page.makes && me && mayOpen(me.role, page))
  return (
    <>
      <header className="top-line no-print">
        <button type="button" className="top-search" onClick={() => setSearching(true)}>
          <Search aria-hidden="true" className="icon" />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </button>
        {making.length > 0 && (
          <Menu
            id="new-things"
            className="button button-secondary button-small"
            label={
              <>
                <Plus aria-hidden="true" className="icon" />
                New
              </>
            }
          >
            {making.map(page => (
              <PageLink key={page.path} to={page.path} className="menu-entry">
                {page.makes}
              </PageLink>
            ))}
          </Menu>
        )}
        <HelpButton />
        <Bell />
        <OwnMenu name={me?.fullName ?? ''} />
      </header>
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </>
  )
}

const ownPages = [
  ['My sign-in', addresses.mySignIn()],
  ['Sessions', addresses.ownSessions()],
] as const

function OwnMenu({ name }: { name: string }) {
  const signOut = useSignOut()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <Menu
      id="own-menu"
      name={`Your menu, ${name}`}
      className="icon-button"
      label={<CircleUser aria-hidden="true" />}
    >
      <p className="menu-name">{name}</p>
      {ownPages.map(
        ([label, to]) =>
          findOfficePage(to) && (
            <PageLink key={to} to={to} className="menu-entry">
              {label}
            </PageLink>
          ),
      )}
      <fieldset className="menu-choice">
        <legend>Theme</legend>
        {(Object.keys(themes) as Theme[]).map(one => (
          <label key={one} className="menu-entry">
            <input type="radio" name="theme" checked={theme === one} onChange={() => choose(one)} />
            {themes[one]}
          </label>
        ))}
      </fieldset>
      <button type="button" className="menu-entry" onClick={signOut}>
        Sign out
      </button>
    </Menu>
  )
}
