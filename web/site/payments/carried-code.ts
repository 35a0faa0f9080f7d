import type { OfferingKind } from '#domain/offering-kinds.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/forms/form-draft.ts'

const keyOf = (kind: OfferingKind) => `discountCode.${kind}`

/**
 * Reads the discount code that was entered when something was put into the basket. The checkout of its kind starts with
 * that code, in this tab, until log-out.
 */
export const carriedCode = (kind: OfferingKind): string => readDraft(keyOf(kind)) ?? ''

export const carryCode = (kind: OfferingKind, code: string): void =>
  code ? keepDraft(keyOf(kind), code) : forgetDraft(keyOf(kind))
