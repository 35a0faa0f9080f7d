import {
  boolean,
  count,
  date,
  done,
  id,
  instant,
  line,
  list,
  nullable,
  plain,
  read,
  textUpTo,
  time,
  type Value,
  write,
} from './office-call.ts'

/** The delivery address as it was stored with the order. */
export const parcelAddress = { name: line, phone: line, address: line, postcode: line }

/** The class at which products are handed over. */
export const collectAt = plain({ venue: line, startDate: date, startTime: time })

/** An order with products that wait to be sent. */
const parcel = plain({
  ...parcelAddress,
  number: line,
  accountId: nullable(id),
  /** Whether it is handed over at a class, instead of sent; and the family's next one, if any is booked. */
  isCollected: boolean,
  collectAt: nullable(collectAt),
  paidAt: instant,
  /** The pence of the order that were refunded already: perhaps some products need not be sent. */
  backPence: count,
  items: list(plain({ productId: id, name: line, quantity: count })),
})
export type Parcel = Value<typeof parcel>

/** An order that is handed over to a family at a class. */
export const handOver = plain({
  number: line,
  /** The family's places at the date. */
  bookingIds: list(id),
  items: list(plain({ name: line, quantity: count })),
  /** Its tick in the register of the date; `undoUntil` is null once it can no longer be undone. */
  tick: nullable(plain({ at: instant, by: line, undoUntil: nullable(instant) })),
})
export type HandOver = Value<typeof handOver>

/** The maximum number of parcels that are shown, printed and marked as sent at once. */
export const maxParcels = 200

/** The parcels that the shop sends (spec 4 §3). */
export const parcels = {
  /** Lists the parcels that have waited longest, and counts all that are waiting. */
  list: read('Parcels/list', 'stock.move', {}, plain({ parcels: list(parcel), total: count })),
  /** Marks parcels as sent and tells their customers. It cannot be undone. */
  markSent: write(
    'Parcels/markSent',
    'stock.move',
    { numbers: list(textUpTo(64), maxParcels) },
    plain({ sent: count, left: list(plain({ number: line, sentence: line })) }),
  ),
  /** Lists the orders that wait for the families of a date, and those that were handed over at it (decision O-158). */
  atClass: read('Parcels/atClass', 'child.register', { sessionId: id }, list(handOver), { isPoll: true }),
  /** Ticks an order as handed over at a date, or takes the tick back within 15 minutes. Then the family is told. */
  handOver: write(
    'Parcels/handOver',
    'register.mark',
    { sessionId: id, number: textUpTo(64), isHandedOver: boolean },
    done,
  ),
}
