import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { makeOrderNumber } from '#server/features/orders/order-number.ts'
import type { DemoOrder } from './demo-orders.ts'
import { insertRows, insertRowsForIds } from './insert-rows.ts'
import type { Entry } from './ledgers.ts'
import type { LoadedCatalogue } from './load-catalogue.ts'
import type { LoadedPeople } from './load-people.ts'
import type { LoadedShop } from './load-shop.ts'
import type { DemoFamily } from './people.ts'

interface Loaded {
  people: LoadedPeople
  catalogue: LoadedCatalogue
  shop: LoadedShop
}

const minuteMilliseconds = 60_000

const minutesAfter = (moment: string, minutes: number): string =>
  new Date(Date.parse(moment) + minutes * minuteMilliseconds).toISOString()

const fullName = ({ firstName, lastName }: DemoFamily) => `${firstName} ${lastName}`

const isPaid = ({ status }: DemoOrder) => status === 'paid' || status === 'completed'

const paidByCard = (order: DemoOrder) => isPaid(order) && order.totalPence > 0 && !order.payLater

function paymentMethod(order: DemoOrder): 'card' | 'credits' | 'free' | 'desk' | null {
  if (!isPaid(order)) return null
  if (order.payLater) return 'desk'
  if (order.totalPence > 0) return 'card'
  return order.creditsUsed > 0 ? 'credits' : 'free'
}

const paidAt = (order: DemoOrder) =>
  isPaid(order) ? minutesAfter(order.placedAt, paidByCard(order) ? 4 : 0) : null

/** Inserts orders with their bookings, lines, deliveries, payments and ledger rows. */
export async function loadOrders(tx: Tx, orders: DemoOrder[], loaded: Loaded): Promise<void> {
  const { people } = loaded
  const numbers = orders.map(({ placedAt }) => makeOrderNumber(placedAt.slice(0, 10)))
  const ids = await insertRowsForIds(
    tx,
    'orders',
    orders.map((order, index) => ({
      order_number: numbers[index] as string,
      kind: order.kind,
      account_id: order.family ? (people.accountIds.get(order.family) as number) : null,
      guest_name: order.guest ? fullName(order.guest) : '',
      guest_email: order.guest?.email ?? '',
      guest_phone: order.guest?.mobile ?? '',
      status: order.status,
      is_trial: order.isTrial,
      list_pence: order.listPence,
      credit_value_pence: order.creditValuePence,
      total_pence: order.totalPence,
      paid_pence: paidByCard(order) ? order.totalPence : 0,
      earns_points: order.family !== undefined && (order.status === 'paid' || order.status === 'completed'),
      credits_used: order.creditsUsed,
      payment_method: paymentMethod(order),
      placed_at: order.placedAt,
      hold_expires_at: order.holdExpiresAt,
      paid_at: paidAt(order),
      completed_at: order.completedAt,
      cancelled_at: order.status === 'cancelled' ? minutesAfter(order.placedAt, 12) : null,
      cancel_reason: order.status === 'cancelled' ? 'customer' : null,
    })),
  )
  const idOf = new Map(orders.map((order, index) => [order, ids[index] as number]))
  const numberOf = new Map(orders.map((order, index) => [order, numbers[index] as string]))
  await loadBookings(tx, orders, idOf, loaded)
  await loadPayments(tx, orders.filter(paidByCard), idOf)
  await insertRows(
    tx,
    'payments',
    orders.flatMap((order, index) =>
      order.payLater
        ? [
            {
              ...{ order_id: ids[index] as number, provider: 'desk', method: order.payLater },
              ...{ reference: numbers[index] as string, amount_pence: order.totalPence, status: 'expected' },
              ...{ by_family: true, created_at: order.placedAt, expires_at: order.placedAt },
            } as const,
          ]
        : [],
    ),
  )
  await loadPurchases(tx, orders, idOf, loaded)
  const ledgerRow = (entry: Entry) => ({
    account_id: people.accountIds.get(entry.family) as number,
    delta: entry.delta,
    balance_after: entry.balanceAfter,
    order_id: entry.order ? (idOf.get(entry.order) as number) : null,
    memo: entry.memo || (entry.order ? `Order ${numberOf.get(entry.order)}` : ''),
    created_at: entry.createdAt,
  })
  await insertRows(
    tx,
    'credit_entries',
    people.credits.map(entry => ({ ...ledgerRow(entry), reason: entry.reason as 'pack' | 'booking' })),
  )
  await insertRows(
    tx,
    'point_entries',
    people.points.map(entry => ({ ...ledgerRow(entry), reason: entry.reason as 'purchase' | 'adjustment' })),
  )
}

const bookingStatus = {
  pending: 'held',
  paid: 'confirmed',
  completed: 'confirmed',
  cancelled: 'cancelled',
} as const

async function loadBookings(tx: Tx, orders: DemoOrder[], idOf: Map<DemoOrder, number>, loaded: Loaded) {
  const { people, catalogue } = loaded
  await insertRows(
    tx,
    'bookings',
    orders.flatMap(order => {
      const who = order.family ?? order.guest
      return order.places.map(({ offering, session, child, listPence, creditsUsed, payablePence }) => ({
        order_id: idOf.get(order) as number,
        account_id: order.family ? (people.accountIds.get(order.family) as number) : null,
        session_id: catalogue.sessionIds.get(session) as number,
        offering_type_id: catalogue.typeIds.get(offering.type.key) as number,
        child_id: child ? (people.childIds.get(child) as number) : null,
        attendee_name: !child && who ? fullName(who) : '',
        attendee_email: !child && who ? who.email : '',
        attendee_phone: !child && who ? who.mobile : '',
        is_trial: order.isTrial,
        list_pence: listPence,
        credits_used: creditsUsed,
        payable_pence: payablePence,
        status: bookingStatus[order.status],
        created_at: order.placedAt,
      }))
    }),
  )
}

/**
 * Returns a payment reference that contains the amount, because the practice provider never saw the payment
 * (stripe-stand-in/refunds.ts).
 */
export const demoPaymentRef = (orderId: number, pence: number): string => `pi_demo_${orderId}_${pence}`

async function loadPayments(tx: Tx, orders: DemoOrder[], idOf: Map<DemoOrder, number>) {
  await insertRows(
    tx,
    'payments',
    orders.map(order => ({
      order_id: idOf.get(order) as number,
      provider_ref: `cs_demo_${idOf.get(order)}`,
      payment_ref: demoPaymentRef(idOf.get(order) as number, order.totalPence),
      amount_pence: order.totalPence,
      status: 'succeeded',
      created_at: minutesAfter(order.placedAt, 1),
      expires_at: minutesAfter(order.placedAt, 33),
      settled_at: paidAt(order),
    })),
  )
}

async function loadPurchases(tx: Tx, orders: DemoOrder[], idOf: Map<DemoOrder, number>, { shop }: Loaded) {
  await insertRows(
    tx,
    'order_packs',
    orders.flatMap(order =>
      order.pack
        ? [
            {
              order_id: idOf.get(order) as number,
              class_pack_id: shop.packIds.get(order.pack.key) as number,
              name: order.pack.name,
              credits: order.pack.credits,
              price_pence: order.pack.pence,
            },
          ]
        : [],
    ),
  )
  await insertRows(
    tx,
    'order_items',
    orders.flatMap(order =>
      order.items.map(({ product, quantity }) => ({
        order_id: idOf.get(order) as number,
        product_id: shop.shelfIds.get(product.key) as number,
        name: [product.name, product.sizes[1]?.[0]].filter(Boolean).join(', '),
        image_path: product.pictures[0] ?? '',
        unit_price_pence: product.pence,
        quantity,
        line_pence: product.pence * quantity,
      })),
    ),
  )
  // The demo's stock is what these orders left.
  await sql`update products set supplied = stock + (
    select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
    where i.product_id = products.id and o.status <> 'cancelled')`.execute(tx)
  await insertRows(
    tx,
    'order_deliveries',
    orders.flatMap(order =>
      order.kind === 'product' && order.family
        ? [
            {
              order_id: idOf.get(order) as number,
              full_name: fullName(order.family),
              phone: order.family.mobile,
              address: `${order.family.addressLine1}, ${order.family.addressLine2}, ${order.family.town}`,
              postcode: order.family.postcode,
              dispatched_at: order.isSent ? minutesAfter(order.placedAt, 24 * 60) : null,
            },
          ]
        : [],
    ),
  )
}
