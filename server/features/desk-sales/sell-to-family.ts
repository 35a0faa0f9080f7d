import type { deskSales } from '#contract/office/desk-sales.ts'
import type { CallInput, CallOutput } from '#contract/wire.ts'
import { momentInLondon } from '#domain/calendar.ts'
import { deskSentences, priceIsNow } from '#domain/office/desk-sentences.ts'
import { OfficeRefusal, requireFields } from '#domain/office/office-refusal.ts'
import { officeSentences, saysWhy } from '#domain/office/sentences.ts'
import { endOfHold } from '#domain/payment-times.ts'
import { type Delivery, planPurchase, requireDelivery } from '#domain/product-orders.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Tx } from '#server/database/connect.ts'
import { violatedConstraint } from '#server/database/transaction.ts'
import { requirePackOnSale, writePack } from '#server/features/credits/buy-pack.ts'
import { lockFamily, requireOpenFamily } from '#server/features/families/lock-family.ts'
import { requireCollectAt } from '#server/features/orders/collect-at-class.ts'
import { moveStock } from '#server/features/orders/move-stock.ts'
import {
  type DeskSettlement,
  type Paid,
  readSettlement,
  settleAtDesk,
} from '#server/features/orders/settle-at-desk.ts'
import { hashOf, writeOrder } from '#server/features/orders/write-order.ts'
import { writeLines } from '#server/features/shop/place-product-order.ts'
import { readPostage, readWanted, suggestDelivery } from '#server/features/shop/queries.ts'
import type { AccountId } from '#server/request/actor.ts'
import type { OfficeRequest, Recorded } from '#server/request/serve-office.ts'
import { type Action, recordAction } from '#server/staff-log/record-action.ts'

type AskedFree = CallInput<typeof deskSales.placeFree>
type Sold = CallOutput<typeof deskSales.place>

/** Sells a pack or products to a family that pays at the desk, later, or by a mailed link (spec 4 §4). */
export function sellToFamily(
  request: OfficeRequest,
  asked: CallInput<typeof deskSales.place>,
): Promise<Recorded<Sold>> {
  const { settlement, problem } = readSettlement(request, asked)
  requireFields({
    method: problem,
    isGiven: asked.isGiven && asked.pay === 'link' && deskSentences.givenUnpaid,
  })
  return sell(request, { ...asked, reason: '' }, settlement)
}

/** Gives a pack or products to a family without payment. The log keeps the reason. */
export function giveToFamily(request: OfficeRequest, asked: AskedFree): Promise<Recorded<Sold>> {
  const reason = asked.reason.trim()
  requireFields({ reason: !saysWhy(reason) && officeSentences.sayWhy })
  return sell(request, { ...asked, reason }, 'nothing')
}

/**
 * Sells in one transaction: locks the account, then the products by id, and refuses with 409 if the price differs from
 * the one shown.
 */
async function sell(
  request: OfficeRequest,
  asked: AskedFree,
  settlement: DeskSettlement | 'nothing' | undefined,
): Promise<Recorded<Sold>> {
  const { jobWaiting, clock } = request
  const { accountId, reason } = asked
  const recorded = await recordAction(request, asked, async tx => {
    await lockFamily(tx, accountId)
    await requireOpenFamily(tx, accountId)
    const isFree = settlement === 'nothing'
    const { orderId, number, totalPence } = await (asked.packId
      ? sellPack(tx, request, { ...asked, packId: asked.packId }, isFree)
      : sellProducts(tx, request, asked, isFree))
    const paid: Paid = isFree
      ? { how: 'nothing' }
      : await settleAtDesk(tx, request, { orderId, totalPence }, settlement)
    if (asked.isGiven && !asked.packId) await giveProducts(tx, request, orderId, clock())
    const ofOrder = { subjectKind: 'order', subjectId: orderId, accountId, reason }
    const facts = { order: number, pence: totalPence, paid: paid.how, isGiven: asked.isGiven }
    const action: Action[] = [
      {
        ...{ action: 'order.sell', ...ofOrder },
        facts: { ...facts, ...(paid.isExpected && { isExpected: true }) },
      },
    ]
    if (paid.keptUntil) {
      const keptUntil = momentInLondon(paid.keptUntil)
      action.push({ action: 'order.paymentLink', ...ofOrder, facts: { keptUntil } })
    }
    return { answer: { number, totalPence }, action }
  }).catch((error: unknown) => {
    const isSoldOut = violatedConstraint(error) === 'products_stock_not_negative'
    throw isSoldOut ? new Refusal(sentences.notEnoughStock) : error
  })
  jobWaiting()
  return recorded
}

interface Written {
  orderId: number
  number: string
  totalPence: number
}

/** Returns the fields that every order of the desk has. */
const ofDesk = ({ staff, config, clock }: OfficeRequest, { accountId, requestId }: AskedFree) => ({
  accountId: accountId as AccountId,
  placedBy: staff.staffId,
  // The submission's own id recognises a repetition, so no other order has this hash.
  requestHash: hashOf(['desk', staff.staffId, requestId]),
  placedAt: clock(),
  holdExpiresAt: endOfHold(clock(), config.holdMinutes),
})

function requireShown(shownPence: number, totalPence: number): void {
  if (totalPence !== shownPence) throw new OfficeRefusal(priceIsNow({ totalPence, creditsUsed: 0 }), 409)
}

async function sellPack(
  tx: Tx,
  request: OfficeRequest,
  asked: AskedFree & { packId: number },
  isFree: boolean,
): Promise<Written> {
  const pack = await requirePackOnSale(tx, asked.packId)
  requireShown(asked.expected.totalPence, isFree ? 0 : pack.price_pence)
  const { orderId, placed } = await writePack(tx, pack, {
    ...ofDesk(request, asked),
    totalPence: isFree ? 0 : pack.price_pence,
  })
  return { orderId, number: placed.orderNumber, totalPence: placed.totalPence }
}

/** The postage of products that the family takes away at once: none. */
const noPostage = { pricePence: 0, freeFromPence: null, deliveryTime: '', offersCollect: false }

async function sellProducts(
  tx: Tx,
  request: OfficeRequest,
  asked: AskedFree,
  isFree: boolean,
): Promise<Written> {
  const accountId = asked.accountId as AccountId
  const delivery = await deliveryOf(tx, accountId, asked)
  const postage = asked.isGiven ? noPostage : await readPostage(tx)
  if (delivery.collects) await requireCollectAt(tx, accountId, postage, request.clock())
  const ids = asked.products.map(({ productId, variantId }) => variantId ?? productId)
  requireThat(ids.length > 0, sentences.selectProduct)
  requireThat(new Set(ids).size === ids.length, deskSentences.productTwice)
  await tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const wanted = []
  for (const product of asked.products) wanted.push(...(await readWanted(tx, accountId, product)))
  const purchase = planPurchase(wanted, postage, delivery)
  requireShown(asked.expected.totalPence, isFree ? 0 : purchase.totalPence)
  const { orderId, placed } = await writeOrder(tx, {
    ...{ ...ofDesk(request, asked), kind: 'product' as const, postagePence: purchase.postagePence },
    ...{ listPence: purchase.totalPence, totalPence: isFree ? 0 : purchase.totalPence },
  })
  await writeLines(tx, orderId, purchase.lines, delivery)
  await moveStock(tx, orderId, 'taken', request.clock())
  return { orderId, number: placed.orderNumber, totalPence: placed.totalPence }
}

/** Returns where the products go: to the asked address, to a class, or into the family's own hands. */
async function deliveryOf(
  tx: Tx,
  accountId: AccountId,
  { isGiven, delivery, collects = false }: AskedFree,
): Promise<Delivery> {
  if (isGiven) {
    const { fullName, mobile } = await suggestDelivery(tx, accountId)
    return { fullName, mobile, address: deskSentences.givenAddress, postcode: '' }
  }
  const asked = { fullName: '', address: '', postcode: '', mobile: '', ...delivery, collects }
  requireDelivery(asked)
  return asked
}

const giveProducts = (tx: Tx, { staff }: OfficeRequest, orderId: number, now: Date) =>
  tx
    .updateTable('order_deliveries')
    .set({ is_given: true, dispatched_at: now, dispatched_by: staff.staffId })
    .where('order_id', '=', orderId)
    .execute()
