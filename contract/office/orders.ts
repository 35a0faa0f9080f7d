import { everyOfferingKind } from '#domain/offering-kinds.ts'
import { familyPlace, orderKind, orderLine, orderState, payMethod } from './families.ts'
import {
  choice,
  count,
  date,
  exported,
  id,
  ifPresent,
  instant,
  line,
  list,
  name,
  nullable,
  officeList,
  ofPeople,
  pageOfList,
  plain,
  read,
  sortedBy,
  textUpTo,
  truth,
  type Value,
} from './office-call.ts'

const filters = {
  state: ifPresent(orderState),
  kind: ifPresent(orderKind),
  method: ifPresent(payMethod),
  placedFrom: ifPresent(date),
  placedTo: ifPresent(date),
  paidFrom: ifPresent(date),
  paidTo: ifPresent(date),
  sessionFrom: ifPresent(date),
  sessionTo: ifPresent(date),
  venueId: ifPresent(id),
  typeId: ifPresent(id),
  accountId: ifPresent(id),
  /** Money of it is back or on its way, whatever became of the order. */
  withRefund: ifPresent(truth),
  /** Something was taken off it by this discount code. */
  codeId: ifPresent(id),
}

/** What happened to an order, told in the order in which it did; `words` are of a message or a move. */
const event = plain({
  at: instant,
  what: choice([
    'placed',
    'pageOpened',
    'paid',
    'differs',
    'points',
    'moved',
    'newTime',
    'told',
    'refundAsked',
    'refunded',
    'sent',
    'completed',
    'cancelled',
  ]),
  words: line,
  pence: nullable(count),
  /** Who did it: whoever booked, the site by itself, or somebody of the office, by name where that is known. */
  by: choice(['family', 'site', 'office']),
  byName: name,
})
export type OrderEvent = Value<typeof event>

const order = plain({
  order: orderLine,
  guest: nullable(plain({ name: line, email: line, phone: line })),
  places: list(familyPlace),
  items: list(plain({ name: line, quantity: count, pence: count })),
  /** Where products are sent. */
  delivery: nullable(plain({ name: line, phone: line, address: line, postcode: line })),
  listPence: count,
  creditPence: count,
  discountPence: count,
  paidPence: count,
  creditsUsed: count,
  payments: list(
    plain({
      reference: line,
      /** Where the provider's own pages show it, or ''. */
      dashboard: line,
      pence: count,
      state: choice(['created', 'succeeded', 'expired', 'mismatched']),
      createdAt: instant,
      settledAt: nullable(instant),
      back: list(
        plain({ pence: count, state: choice(['requested', 'succeeded']), at: instant, reason: line }),
      ),
    }),
  ),
  events: list(event),
})
export type OfficeOrder = Value<typeof order>

/** Orders of every kind (spec 3 §2.9), to be read. */
export const orders = {
  list: read(
    'Orders/list',
    'order.see',
    { ...filters, ...pageOfList, sort: sortedBy('placed', 'total', 'back') },
    officeList(orderLine),
  ),
  get: read('Orders/get', 'order.see', { number: textUpTo(64) }, order),
  /** What the list can be narrowed to. */
  choices: read(
    'Orders/choices',
    'order.see',
    {},
    plain({
      venues: list(plain({ id, name })),
      types: list(plain({ id, name, kind: choice(everyOfferingKind) })),
    }),
  ),
  export: exported('Orders', 'people.export', filters, ofPeople),
}
