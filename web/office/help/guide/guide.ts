import { atTheDesk } from './at-the-desk.ts'
import { childcareAccounts } from './childcare-accounts.ts'
import { enquiries } from './enquiries.ts'
import { firstWeek } from './first-week.ts'
import type { GuideTopic } from './guide-topic.ts'
import { messages } from './messages.ts'
import { moving } from './moving.ts'
import { ownSignIn } from './own-sign-in.ts'
import { refunds } from './refunds.ts'
import { registers } from './registers.ts'
import { reports } from './reports.ts'
import { sellATerm } from './sell-a-term.ts'
import { shop } from './shop.ts'
import { site } from './site.ts'
import { snowDay } from './snow-day.ts'
import { staff } from './staff.ts'
import { vat } from './vat.ts'
import { waitingLists } from './waiting-lists.ts'

/** All topics of the guide, in the order of its list. */
export const guide: readonly GuideTopic[] = [
  firstWeek,
  sellATerm,
  atTheDesk,
  registers,
  snowDay,
  refunds,
  childcareAccounts,
  waitingLists,
  messages,
  enquiries,
  vat,
  reports,
  shop,
  site,
  staff,
  moving,
  ownSignIn,
]
