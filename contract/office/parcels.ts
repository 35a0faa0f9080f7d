import {
  count,
  id,
  instant,
  line,
  list,
  nullable,
  plain,
  read,
  textUpTo,
  type Value,
  write,
} from './office-call.ts'

/** The delivery address as it was stored with the order. */
export const parcelAddress = { name: line, phone: line, address: line, postcode: line }

/** An order with products that wait to be sent. */
const parcel = plain({
  ...parcelAddress,
  number: line,
  accountId: nullable(id),
  paidAt: instant,
  /** The pence of the order that were refunded already: perhaps some products need not be sent. */
  backPence: count,
  items: list(plain({ productId: id, name: line, quantity: count })),
})
export type Parcel = Value<typeof parcel>

/** The most parcels that are shown, printed and marked as sent at once. */
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
}
