import * as addresses from '#contract/addresses.ts'
import type { SitePart } from '#domain/site-parts.ts'

const { class: classes, event: camps, parentSession: parents } = addresses.ofKind

interface MenuItem {
  label: string
  page: { (): string; path: string; part: SitePart | undefined }
  /** Other pages for which it is marked as current. */
  covers?: { path: string }[]
}

/**
 * The ten items, in the documented order (spec 1 §2); those that the business does not offer are hidden (record 057).
 */
export const menu: MenuItem[] = [
  { label: 'Home', page: addresses.home },
  { label: 'About', page: addresses.about },
  { label: 'Classes', page: classes.timetable, covers: [classes.type, classes.choice] },
  { label: 'Events & Camps', page: camps.timetable, covers: [addresses.events, camps.type, camps.choice] },
  { label: 'Class Packs', page: addresses.classPacks },
  {
    label: 'Parental Support',
    page: parents.timetable,
    covers: [addresses.parentClass, parents.type, parents.choice],
  },
  { label: 'Parties', page: addresses.parties },
  { label: 'Private', page: addresses.bespoke },
  { label: 'Shop', page: addresses.shop, covers: [addresses.category, addresses.product] },
  { label: 'Contact', page: addresses.contact },
]

export const isCurrent = ({ page, covers = [] }: MenuItem, pathname: string): boolean =>
  addresses.isPathOf(pathname, page, ...covers)
