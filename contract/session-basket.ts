import { forEveryKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { session } from './offerings.ts'
import { attendeesOf, bookingPaths, extras, mayPayLater, ofSubmit, submitted } from './orders.ts'
import {
  both,
  call,
  count,
  flag,
  id,
  idList,
  ifPresent,
  line,
  list,
  name,
  nothing,
  page,
  pageQuery,
  pence,
  record,
  sparse,
} from './wire.ts'

/** The beginning of each kind's basket paths, spelled as published. */
const area = { class: 'course_cart', event: 'Events_cart', parentSession: 'parents_cart' } as const

/** A session in the basket and its attendees: children, or one person by name. */
export const sessionLine = record({
  id: ['id', id],
  session: ['course', both(session, record({ image: ['image', line] }))],
  children: ['child', list(record({ id: ['id', id], name: ['name', line] }))],
  fullName: ['full_name', name],
  places: ['num', count],
  pricePence: ['price', pence],
  credits: ['combo_num', count],
  isValid: ['valid', flag],
  /** Why the line can no longer be booked; empty if it can. */
  problem: ['msg', line],
  /** The question of its class, to be answered at the checkout. A field of our own. */
  question: ['question', ifPresent(line)],
})

/** A page of the basket, or the chosen lines, and the total of those that can be booked. */
export const sessionBasket = record({
  lines: ['all_course_list', page(sessionLine)],
  totalPence: ['total_price', pence],
  creditsUsed: ['combo_num', count],
  creditBalance: ['user_combo_num', count],
  listPence: ['original_price', pence],
  discountPence: ['discount_price', pence],
  ...mayPayLater,
})

const chosenLines = record({ lineIds: ['cart_id', idList] })

function sessionBasketCalls(kind: OfferingKind) {
  return {
    add: call(
      `${area[kind]}/add`,
      'signedIn',
      both(record({ sessionIds: ['course_product_id', idList] }), attendeesOf(kind, 'child_ids')),
      nothing,
    ),
    list: call(
      `${area[kind]}/getCartList`,
      'signedIn',
      sparse(both(both(pageQuery, chosenLines), extras)),
      sessionBasket,
    ),
    remove: call(`${area[kind]}/del`, 'signedIn', chosenLines, nothing),
    submit: call(
      `${bookingPaths[kind].order}/cartSubmitOrder`,
      'signedIn',
      both(both(chosenLines, extras), ofSubmit),
      submitted,
    ),
  }
}

export const sessionBaskets = forEveryKind(sessionBasketCalls)
