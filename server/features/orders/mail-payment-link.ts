import { sql } from 'kysely'
import type { OfficeOrder } from '#contract/office/orders.ts'
import { longMoment } from '#domain/format-dates.ts'
import { minMinutesBetweenReminders } from '#domain/limits.ts'
import { pounds } from '#domain/money.ts'
import { requireFields } from '#domain/office/office-refusal.ts'
import { keptAtMost, linkSentences, remindedBefore } from '#domain/office/order-sentences.ts'
import { latestKept, usuallyKept } from '#domain/payment-times.ts'
import { requireThat } from '#domain/refusal.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isoTime } from '#server/database/london-time-sql.ts'
import { notifyCustomer } from '#server/features/notifications/notify-customer.ts'
import { placeRows, type RowsAndList } from '#server/mail/mail-rows.ts'
import { senderName } from '#server/mail/sender-name.ts'
import type { OfficeRequest } from '#server/request/serve-office.ts'
import { type DescribedPlace, datesWithoutNames, describeOrder, rowsOfOrder } from './describe-order.ts'
import { lockOrder } from './lock-order.ts'
import { paymentAddress } from './order-link.ts'

const minute = 60_000

interface OrderToMail {
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  totalPence: number
  holdExpiresAt: Date | null
  firstSessionStartsAt: Date | undefined
  email: string
  isBeingChecked: boolean
  links: { at: string; by: string; isReminder: boolean }[]
}

async function readOrdersToMail(db: Db, numbers: string[]): Promise<Map<string, OrderToMail>> {
  type Row = Omit<OrderToMail, 'holdExpiresAt' | 'firstSessionStartsAt'> & {
    number: string
    holdExpiresAt: string | null
    firstStartsAt: string | null
  }
  const { rows } =
    await sql<Row>`select ord.order_number as number, ord.status, ord.total_pence as "totalPence",
      ${isoTime('ord.hold_expires_at')} as "holdExpiresAt", coalesce(acc.email, ord.guest_email) as email,
      (select ${isoTime('first.starts_at')} from (select min(s.starts_at) as starts_at from bookings b
          join sessions s on s.id = b.session_id where b.order_id = ord.id and b.status <> 'cancelled') first)
        as "firstStartsAt",
      exists (select from payments p where p.order_id = ord.id and p.status = 'mismatched') as "isBeingChecked",
      coalesce((select json_agg(json_build_object('at', ${isoTime('l.mailed_at')}, 'by', m.full_name,
          'isReminder', l.is_reminder) order by l.id desc)
        from payment_links l join staff m on m.id = l.staff_id where l.order_id = ord.id), '[]') as links
    from orders ord left join accounts acc on acc.id = ord.account_id where ord.order_number = any(${numbers}::text[])`.execute(
      db,
    )
  return new Map(
    rows.map(({ number, firstStartsAt, holdExpiresAt, ...order }) => [
      number,
      {
        ...order,
        holdExpiresAt: holdExpiresAt === null ? null : new Date(holdExpiresAt),
        firstSessionStartsAt: firstStartsAt === null ? undefined : new Date(firstStartsAt),
      },
    ]),
  )
}

const readOrderToMail = async (db: Db, number: string) =>
  (await readOrdersToMail(db, [number])).get(number) as OrderToMail

/** Returns for each order why its family cannot be reminded of it just now; '' if it can. */
export async function readWhyNoReminder(db: Db, numbers: string[], now: Date): Promise<Map<string, string>> {
  const orders = await readOrdersToMail(db, numbers)
  return new Map([...orders].map(([number, order]) => [number, whyNoReminder(order, now)]))
}

/** Says why no link to pay an order can be mailed; '' if one can. */
function whyNoLink(
  { status, totalPence, holdExpiresAt, email, isBeingChecked }: OrderToMail,
  now: Date,
): string {
  if (status === 'paid' || status === 'completed') return linkSentences.paid
  if (status === 'cancelled' || !holdExpiresAt || holdExpiresAt <= now) return linkSentences.noLongerKept
  if (totalPence === 0) return linkSentences.nothingToPay
  if (isBeingChecked) return linkSentences.isBeingChecked
  return email === '' ? linkSentences.noEmail : ''
}

/** Says why the family cannot be reminded just now; '' if it can. */
function whyNoReminder(order: OrderToMail, now: Date): string {
  const why = whyNoLink(order, now)
  const [last] = order.links
  if (why || !last) return why
  const next = new Date(new Date(last.at).getTime() + minMinutesBetweenReminders * minute)
  return next > now ? remindedBefore(last.by, new Date(last.at), next) : ''
}

/** Reads what the office can do about an order that is not paid; null once it was paid. */
export async function readUnpaid(db: Db, number: string, now: Date): Promise<OfficeOrder['unpaid']> {
  const order = await readOrderToMail(db, number)
  const { holdExpiresAt, firstSessionStartsAt, links, status } = order
  if (status === 'paid' || status === 'completed') return null
  const ends = holdExpiresAt ?? now
  return {
    links,
    whyNoLink: whyNoLink(order, now),
    whyNoReminder: whyNoReminder(order, now),
    usuallyKept: usuallyKept({ holdExpiresAt: ends, firstSessionStartsAt }, now).toISOString(),
    latestKept: latestKept(now, firstSessionStartsAt).toISOString(),
  }
}

/**
 * Mails the link to pay an unpaid order, in the caller's transaction, which may have just placed it. Keeps
 * the order until `keepUntil`: by default 24 hours, at most 7 days, never past its first session's start, and
 * never less than it is kept already. A reminder does not extend it, and is refused within an hour of the
 * last mail. Refuses an order that is paid, free, ended or being checked, or without an email address. Locks
 * the account, then the order. Returns until when the order is kept. The caller logs the action, and calls
 * `jobWaiting` after the commit.
 */
export async function mailPaymentLink(
  tx: Tx,
  request: Pick<OfficeRequest, 'config' | 'clock' | 'business' | 'staff'>,
  { orderId, keepUntil, isReminder = false }: { orderId: number; keepUntil?: Date; isReminder?: boolean },
): Promise<{ keptUntil: Date; accountId: number | null }> {
  const { clock, staff } = request
  const now = clock()
  const { account_id: accountId, order_number: number } = await lockOrder(tx, orderId)
  const order = await readOrderToMail(tx, number)
  const why = isReminder ? whyNoReminder(order, now) : whyNoLink(order, now)
  requireThat(why === '', why)
  const held = { ...order, holdExpiresAt: order.holdExpiresAt ?? now }
  const keptUntil = isReminder ? held.holdExpiresAt : endOfLink(held, keepUntil, now)
  if (keptUntil > held.holdExpiresAt) {
    await tx.updateTable('orders').set({ hold_expires_at: keptUntil }).where('id', '=', orderId).execute()
  }
  const { id } = await tx
    .insertInto('payment_links')
    .values({
      ...{ order_id: orderId, staff_id: staff.staffId, is_reminder: isReminder },
      ...{ kept_until: keptUntil, mailed_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, request, { orderId, linkId: id, keptUntil, isReminder })
  return { keptUntil, accountId }
}

/** Returns until when a link keeps an order. Refuses a time that is past, or too late. */
function endOfLink(
  order: OrderToMail & { holdExpiresAt: Date },
  keepUntil: Date | undefined,
  now: Date,
): Date {
  if (!keepUntil) return usuallyKept(order, now)
  const latest = latestKept(now, order.firstSessionStartsAt)
  requireFields({
    keepUntil: (keepUntil <= now && linkSentences.keepToCome) || (keepUntil > latest && keptAtMost(latest)),
  })
  return keepUntil > order.holdExpiresAt ? keepUntil : order.holdExpiresAt
}

const rowsWithoutNames = (places: DescribedPlace[]): RowsAndList => {
  const dates = datesWithoutNames(places)
  return {
    rows: placeRows(
      dates.map(({ count, ...date }) => ({ ...date, who: count > 1 ? `${count} places` : '' })),
    ),
    list: dates.map(dateLine),
  }
}

const dateLine = ({ when, what, where, count }: ReturnType<typeof datesWithoutNames>[number]) =>
  `${when}: ${what} at ${where}${count > 1 ? `, ${count} places` : ''}`

/** Writes the mail. It names no child and no attendee, because a payment link is passed on to others. */
async function announce(
  tx: Tx,
  request: Pick<OfficeRequest, 'config' | 'clock' | 'business'>,
  {
    orderId,
    linkId,
    keptUntil,
    isReminder,
  }: {
    orderId: number
    linkId: number
    keptUntil: Date
    isReminder: boolean
  },
): Promise<void> {
  const { config, clock } = request
  const order = await describeOrder(tx, orderId)
  const what = order.places.length > 0 ? 'booking' : 'order'
  const sender = senderName(request)
  await notifyCustomer(
    tx,
    order,
    {
      title: isReminder ? `Your ${what} is not paid yet` : `Please pay for your ${what}`,
      body: [
        `We are keeping your ${what} until ${longMoment(keptUntil)}. Please pay ${pounds(order.totalPence)} by card before then. After that it ends, and you are not charged.`,
        order.places.length === 0 ? rowsOfOrder(order) : rowsWithoutNames(order.places),
        `Order number: ${order.orderNumber}`,
      ],
      mailEnding: [
        `Pay ${pounds(order.totalPence)} by card: ${paymentAddress(config, order.orderNumber, clock())}`,
        'You need not log in. Somebody else can pay with this link too: it shows neither your name nor a child’s.',
        sender && `With best wishes\n${sender}`,
      ],
      ...{ topic: 'order', orderId, onceKey: `payment-link-${linkId}`, usefulUntil: keptUntil },
    },
    clock(),
  )
}
