import type { sentences } from './sentences.ts'

/** 0 in general, 66 when the account has no child yet, 401 when nobody is signed in (spec 1 §8). */
export type RefusalCode = 0 | 66 | 401

/** An expected "no" with the customer's sentence; anything else thrown is a bug. Never matched by its text. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  constructor(sentence: string, code: RefusalCode = 0) {
    super(sentence)
    this.code = code
  }
}

/** Throws the sentence unless the rule holds. */
export function requireThat(
  rule: unknown,
  sentence: (typeof sentences)[keyof typeof sentences] | (string & {}),
): asserts rule {
  if (!rule) throw new Refusal(sentence)
}
