import type { sentences } from './sentences.ts'

/**
 * The code of a refusal: 0 in general, 66 if the account has no child yet, 401 if nobody is signed in (spec 1 §8).
 * 409 means that the form must ask the customer first, because somebody else changed the same thing or the child
 * exists already. Only calls that send one of our optional fields get 409. The client uses 503 for a busy server.
 */
export type RefusalCode = 0 | 66 | 401 | 409 | 503

/**
 * An expected refusal with the customer's message. Anything else that is thrown is a bug. A refusal is never
 * recognised by its text.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** The field that the message is about, if it is about one. A form highlights it. */
  readonly field: string | undefined
  constructor(sentence: string, code: RefusalCode = 0, field?: string) {
    super(sentence)
    this.code = code
    this.field = field
  }
}

/** Whether the server refused the request, rather than being too busy. */
export const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.code !== 503

/** Throws the message, for the named field if there is one, unless the rule holds. */
export function requireThat(
  rule: unknown,
  sentence: (typeof sentences)[keyof typeof sentences] | (string & {}),
  field?: string,
): asserts rule {
  if (!rule) throw new Refusal(sentence, 0, field)
}
