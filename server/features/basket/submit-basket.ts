import type { OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import type { Payable } from '#domain/shown-price.ts'
import type { SignedIn } from '#server/features/accounts/actor.ts'
import { findRepeatedOrder, type PlacedOrder } from '#server/features/orders/find-repeated-order.ts'
import { type BasketWish, placeWish } from '#server/features/orders/place-order.ts'
import { hashOf } from '#server/features/orders/write-order.ts'
import type { Services } from '#server/services.ts'
import { asWishLine, readBasketLines } from './session-basket-queries.ts'

interface Asked {
  kind: OfferingKind
  lineIds: number[]
  creditsWanted?: number | undefined
  discountCode: string
  /** The price that the customer saw, which the order may not exceed. */
  shown?: Payable | undefined
}

/**
 * One order for the chosen lines of the basket (decision C-30), by the rules and locks of every booking; the lines
 * are gone with it. Submitted again while it is unpaid, or when it is of nothing, it is the same order (decision E-38).
 */
export async function submitBasket(services: Services, actor: SignedIn, asked: Asked): Promise<PlacedOrder> {
  const { kind, lineIds, creditsWanted, discountCode, shown } = asked
  requireThat(lineIds.length > 0, sentences.selectCourse)
  const chosen = lineIds.toSorted((one, other) => one - other)
  const requestHash = hashOf(['basket', kind, creditsWanted ?? null, discountCode, chosen])
  const readWish = async (): Promise<BasketWish> => {
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
      lines: lines.map(line => asWishLine(kind, line)),
      isTrial: false,
      discountCode,
      shown,
      ...(creditsWanted !== undefined && { creditsWanted }),
      basketLines: lines.map(({ id, children }) => ({ id, childIds: children.map(child => child.id) })),
    }
  }
  return placeWish(services, actor, requestHash, readWish)
}
