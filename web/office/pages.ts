import { bringPage } from '#web/page-view.tsx'
import { businessPages } from './business/pages.ts'
import { cancelledDatePages } from './cancelled-dates/pages.ts'
import { cataloguePages } from './catalogue/pages.ts'
import { deskPages } from './desk/pages.ts'
import { enquiryPages } from './enquiries/pages.ts'
import { familyPages } from './families/pages.ts'
import { healthPages } from './health/pages.ts'
import { helpPages } from './help/pages.ts'
import { importPages } from './imports/pages.ts'
import { messagePages } from './messages/pages.ts'
import { moneyPages } from './money/pages.ts'
import { findPage, type OfficePage } from './office-page.ts'
import { orderPages } from './orders/pages.ts'
import { plannerPages } from './planner/pages.ts'
import { registerPages } from './registers/pages.ts'
import { reportPages } from './reports/pages.ts'
import { staffPages } from './staff/pages.ts'
import { todayPages } from './today/pages.ts'
import { waitingPages } from './waiting/pages.ts'

/** Every page of the office, by area. */
export const officePages: OfficePage[] = [
  ...todayPages,
  ...plannerPages,
  ...cancelledDatePages,
  ...registerPages,
  ...deskPages,
  ...familyPages,
  ...orderPages,
  ...waitingPages,
  ...moneyPages,
  ...reportPages,
  ...enquiryPages,
  ...messagePages,
  ...importPages,
  ...cataloguePages,
  ...staffPages,
  ...businessPages,
  ...healthPages,
  ...helpPages,
]

/** Finds the page of a path with its parameters. */
export const findOfficePage = (pathname: string) => findPage(officePages, pathname)

/** Loads the code of an address's page, unless it is loaded. */
export function bringOfficePageOf(pathname: string): Promise<unknown> | undefined {
  const found = findOfficePage(pathname)
  return found && bringPage(found.page)
}
