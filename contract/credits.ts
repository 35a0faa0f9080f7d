import { shownPrice, submitted } from './orders.ts'
import { namedOrder } from './own-bookings.ts'
import {
  both,
  call,
  count,
  id,
  integer,
  line,
  list,
  localDateTime,
  longText,
  nothing,
  nullable,
  page,
  pageQuery,
  pence,
  record,
} from './wire.ts'

/** A number of class credits at one price. */
export const classPack = record({
  id: ['id', id],
  name: ['name', line],
  credits: ['num', count],
  description: ['describe', longText],
  description2: ['describe_two', longText],
  pricePence: ['price', pence],
  image: ['image', line],
})

/** The order that caused an entry, with its name and link. The documented fields lack it (record 035). */
const ofOrder = { order: ['order', nullable(both(namedOrder, record({ name: ['name', line] })))] } as const

/** Credits gained (above 0) or spent (below 0), and why. */
export const creditEntry = record({
  id: ['id', id],
  placedAt: ['createtime', localDateTime],
  credits: ['combo', integer],
  memo: ['memo', line],
  ...ofOrder,
})

export const pointEntry = record({
  id: ['id', id],
  placedAt: ['createtime', localDateTime],
  points: ['score', integer],
  memo: ['memo', line],
  ...ofOrder,
})

export const credits = {
  packs: call('Course_Combo/getCourseComboList', 'anyone', nothing, list(classPack)),
  buyPack: call(
    'Course_Combo/submit_order',
    'signedIn',
    both(record({ packId: ['id', id] }), shownPrice),
    submitted,
  ),
  creditEntries: call('user/getComboList', 'signedIn', pageQuery, page(creditEntry)),
  pointEntries: call('user/getIntegralList', 'signedIn', pageQuery, page(pointEntry)),
}
