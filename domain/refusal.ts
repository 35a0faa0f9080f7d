import type { sentences } from './sentences.ts'

/**
 * 0 in general, 66 when the account has no child yet, 401 when nobody is signed in (spec 1 §8), 409 when the form has to
 * ask the customer first: somebody else changed the same thing, or the child is there already. Only calls that send one
 * of our optional fields are answered 409. A client makes 503 of a server that was too busy to look.
 */
export type RefusalCode = 0 | 66 | 401 | 409 | 503

/** An expected "no" with the customer's sentence; anything else thrown is a bug. Never matched by its text. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** What of that which was filled in it is about, where it is about one thing: a form marks it. */
  readonly field: string | undefined
  constructor(sentence: string, code: RefusalCode = 0, field?: string) {
    super(sentence)
    this.code = code
    this.field = field
  }
}

/** Whether the answer was a "no", and not just "not now". */
export const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.code !== 503

/** Throws the sentence, about a field of what was asked where one is named, unless the rule holds. */
export function requireThat(
  rule: unknown,
  sentence: (typeof sentences)[keyof typeof sentences] | (string & {}),
  field?: string,
): asserts rule {
  if (!rule) throw new Refusal(sentence, 0, field)
}
