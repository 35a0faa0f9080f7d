import type { Answer } from '#domain/booking-rules.ts'
import type { LaterMethod } from '#domain/desk-payment.ts'
import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Payable } from '#domain/shown-price.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { type BasketRequest, inHash, placeRequest } from '#server/features/orders/place-order.ts'
import { hashOf } from '#server/features/orders/write-order.ts'
import type { SignedIn } from '#server/request/actor.ts'
import type { Services } from '#server/services.ts'
import { readBasketLines, toRequestLine } from './session-basket-queries.ts'

interface Asked {
  kind: OfferingKind
  lineIds: number[]
  creditsWanted?: number | undefined
  discountCode: string
  /** The price that the customer saw, which the order may not exceed. */
  shown?: Payable | undefined
  /** How the family pays later, if it does. */
  payLater?: LaterMethod | undefined
  /** The answers to the questions of the lines' classes. */
  answers?: (Answer & { lineId?: number | undefined })[] | undefined
}

/**
 * Places one order for the chosen lines of the basket (decision C-30), by the rules and locks of every booking, and
 * removes the lines. A repeated submission returns the same order while it is unpaid, or if it is free or paid later (decision E-38).
 */
export async function submitBasket(services: Services, actor: SignedIn, asked: Asked): Promise<PlacedOrder> {
  const { kind, lineIds, creditsWanted, discountCode, shown, payLater, answers = [] } = asked
  requireThat(lineIds.length > 0, sentences.selectCourse)
  const chosen = lineIds.toSorted((one, other) => one - other)
  const requestHash = hashOf([
    'basket',
    kind,
    creditsWanted ?? null,
    discountCode,
    chosen,
    ...inHash(payLater),
  ])
  const readRequest = async (): Promise<BasketRequest> => {
    const { db, clock } = services
    const now = clock()
    const lines = await readBasketLines(db, actor.accountId, { kind, now, lineIds })
    if (lines.length < lineIds.length) {
      const placed = await findRepeatedOrder(db, actor.accountId, requestHash, now)
      requireThat(placed, sentences.notInBasket)
      return placed
    }
    return {
      kind,
      lines: lines.map(line => ({
        ...toRequestLine(kind, line),
        answers: answers.filter(({ lineId }) => lineId === line.id),
      })),
      isTrial: false,
      discountCode,
      shown,
      payLater,
      ...(creditsWanted !== undefined && { creditsWanted }),
      basketLines: lines.map(({ id, children }) => ({ id, childIds: children.map(child => child.id) })),
    }
  }
  return placeRequest(services, actor, requestHash, readRequest)
}
