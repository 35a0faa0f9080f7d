import {
  Banknote,
  CalendarDays,
  ClipboardList,
  Globe,
  Hourglass,
  House,
  Inbox,
  type LucideIcon,
  Mail,
  ReceiptText,
  Settings,
  ShoppingBag,
  Users,
} from 'lucide-react'
import * as addresses from '#contract/office/addresses.ts'
import { may, type Permission, type Role } from '#domain/office/permissions.ts'
import { mayOpen } from '../office-page.ts'
import { findOfficePage } from '../pages.ts'

export interface Place {
  label: string
  to: string
  icon: LucideIcon
  /** The beginnings of the paths of its pages. */
  paths: string[]
  /** Whether a phone shows it in the bottom bar rather than under More. */
  isBelow?: boolean
}

/**
 * The places of the menu, in order. Each opens its first permitted page. A place is left out for a role that has nothing
 * to do there, even if it may read its pages (spec 4 §2.7): `toDo` holds the permissions of its work.
 */
const places: (Omit<Place, 'to'> & { pages: (() => string)[]; toDo?: Permission[] })[] = [
  { label: 'Today', icon: House, pages: [addresses.today], paths: ['/office'], isBelow: true },
  {
    label: 'Planner',
    icon: CalendarDays,
    pages: [addresses.planner],
    paths: ['/office/planner'],
  },
  {
    label: 'Registers',
    icon: ClipboardList,
    pages: [addresses.registers],
    paths: ['/office/registers', '/office/register', '/office/session', '/office/incident', '/office/fire'],
    isBelow: true,
  },
  {
    label: 'Families',
    icon: Users,
    pages: [addresses.families],
    paths: ['/office/families', '/office/family'],
    isBelow: true,
  },
  {
    label: 'Orders',
    icon: ReceiptText,
    pages: [addresses.orders],
    paths: ['/office/orders', '/office/order'],
  },
  {
    label: 'Waiting',
    icon: Hourglass,
    pages: [addresses.waiting],
    paths: ['/office/waiting'],
  },
  {
    label: 'Enquiries',
    icon: Inbox,
    pages: [addresses.enquiries],
    paths: ['/office/enquiries'],
    isBelow: true,
  },
  {
    label: 'Messages',
    icon: Mail,
    pages: [addresses.messages],
    paths: ['/office/messages', '/office/message'],
  },
  {
    label: 'Money',
    icon: Banknote,
    pages: [addresses.money],
    paths: ['/office/money'],
  },
  {
    label: 'Catalogue',
    icon: ShoppingBag,
    pages: [addresses.types],
    toDo: ['catalogue.edit', 'stock.move'],
    paths: ['/office/catalogue'],
  },
  { label: 'Site', icon: Globe, pages: [addresses.texts], paths: ['/office/site'] },
  {
    label: 'Settings',
    icon: Settings,
    pages: [addresses.business, addresses.staff, addresses.importing, addresses.health],
    paths: ['/office/settings', '/office/set-up'],
  },
]

const reportPaths = '/office/reports'
/** The reports stand under Money; those who see no money find them under Registers (spec 4 §2.7). */
const placeOfReports = (role: Role) => (may(role, 'money.see') ? 'Money' : 'Registers')

export function placesOf(role: Role): Place[] {
  return places.flatMap(({ pages, toDo, ...place }) => {
    if (toDo && !toDo.some(permission => may(role, permission))) return []
    const to = pages
      .map(address => address())
      .find(address => {
        const page = findOfficePage(address)?.page
        return page && mayOpen(role, page)
      })
    if (!to) return []
    const paths = [...place.paths, ...(place.label === placeOfReports(role) ? [reportPaths] : [])]
    return [{ ...place, paths, to }]
  })
}

/** Whether a page belongs to this place; Today is a single page. */
export const isIn = (pathname: string, { paths }: Place): boolean =>
  paths.some(path => pathname === path || (path !== '/office' && pathname.startsWith(`${path}/`)))
