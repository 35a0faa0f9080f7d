import { bringPage } from '#web/page-view.tsx'
import { businessPages } from './business/pages.ts'
import { cataloguePages } from './catalogue/pages.ts'
import { enquiryPages } from './enquiries/pages.ts'
import { familyPages } from './families/pages.ts'
import { healthPages } from './health/pages.ts'
import { importPages } from './imports/pages.ts'
import { type OfficePage, valuesOf } from './office-page.ts'
import { orderPages } from './orders/pages.ts'
import { plannerPages } from './planner/pages.ts'
import { registerPages } from './registers/pages.ts'
import { staffPages } from './staff/pages.ts'
import { todayPages } from './today/pages.ts'

/** Every page of the office, by area. */
export const officePages: OfficePage[] = [
  ...todayPages,
  ...plannerPages,
  ...registerPages,
  ...familyPages,
  ...orderPages,
  ...enquiryPages,
  ...importPages,
  ...cataloguePages,
  ...staffPages,
  ...businessPages,
  ...healthPages,
]

/** The page of a path and what the path carries. */
export function findOfficePage(
  pathname: string,
): { page: OfficePage; values: Record<string, string> } | undefined {
  for (const page of officePages) {
    const values = valuesOf(page.path, pathname)
    if (values) return { page, values }
  }
  return undefined
}

/** Brings the page of an address, unless it is there. */
export function bringOfficePageOf(pathname: string): Promise<unknown> | undefined {
  const found = findOfficePage(pathname)
  return found && bringPage(found.page)
}
