import { business } from './business.ts'
import { cancelledDates } from './cancelled-dates.ts'
import { catalogue, lists, presets, stock } from './catalogue.ts'
import { deskBookings } from './desk-bookings.ts'
import { deskSales } from './desk-sales.ts'
import { enquiries } from './enquiries.ts'
import { families } from './families.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { incidents } from './incidents.ts'
import { messages } from './messages.ts'
import { money } from './money.ts'
import { orders } from './orders.ts'
import { parcels } from './parcels.ts'
import { planner } from './planner.ts'
import { registers } from './registers.ts'
import { reports } from './reports.ts'
import { session } from './session.ts'
import { businessPictures, site } from './site.ts'
import { staff } from './staff.ts'
import { subscriptions } from './subscriptions.ts'
import { terms } from './terms.ts'
import { waiting } from './waiting.ts'
import { walkIns } from './walk-ins.ts'

/** Every call of the office by area. Area and name form its path. */
export const officeContract = {
  deskBookings,
  deskSales,
  enquiries,
  families,
  imports,
  incidents,
  money,
  messages,
  orders,
  parcels,
  registers,
  reports,
  session,
  subscriptions,
  terms,
  waiting,
  walkIns,
  planner,
  cancelledDates,
  ...catalogue,
  lists,
  presets,
  stock,
  site,
  pictures: businessPictures,
  staff,
  business,
  health,
}
export type OfficeContract = typeof officeContract
