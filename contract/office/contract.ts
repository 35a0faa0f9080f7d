import { business } from './business.ts'
import { catalogue, lists, stock } from './catalogue.ts'
import { enquiries } from './enquiries.ts'
import { families } from './families.ts'
import { health } from './health.ts'
import { imports } from './imports.ts'
import { orders } from './orders.ts'
import { planner } from './planner.ts'
import { registers } from './registers.ts'
import { session } from './session.ts'
import { businessPictures, site } from './site.ts'
import { staff } from './staff.ts'
import { terms } from './terms.ts'

/** Every call of the office, by area; the area and the verb are its address. */
export const officeContract = {
  enquiries,
  families,
  imports,
  orders,
  registers,
  session,
  terms,
  planner,
  ...catalogue,
  lists,
  stock,
  site,
  pictures: businessPictures,
  staff,
  business,
  health,
}
export type OfficeContract = typeof officeContract
