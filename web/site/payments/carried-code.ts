import type { OfferingKind } from '#domain/offering-kinds.ts'
import { forgetDraft, keepDraft, readDraft } from '#web/ui/form-draft.ts'

const keyOf = (kind: OfferingKind) => `discountCode.${kind}`

/**
 * The discount code that was entered where something was put into the basket: the checkout of its kind begins with it, in
 * this tab, until somebody signs out.
 */
export const carriedCode = (kind: OfferingKind): string => readDraft(keyOf(kind)) ?? ''

export const carryCode = (kind: OfferingKind, code: string): void =>
  code ? keepDraft(keyOf(kind), code) : forgetDraft(keyOf(kind))
