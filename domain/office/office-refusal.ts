import { Refusal } from '../refusal.ts'

/**
 * Why the office says no: nobody is signed in (401), not with this role (403), somebody else changed it meanwhile (409),
 * fields are wrong (422), or whoever asks must prove once more who they are (428).
 */
export type OfficeRefusalCode = 0 | 401 | 403 | 409 | 422 | 428

/** What a 409 tells: who saved last, when, and how the thing stands now. */
export interface Meanwhile {
  by: string
  at: string
  current: unknown
}
/** What a 422 tells: a sentence for each field that is wrong. */
export interface WrongFields {
  fields: Record<string, string>
}

/** An expected "no" of the office; `facts` travel to the page beside the sentence. */
export class OfficeRefusal extends Refusal {
  readonly officeCode: OfficeRefusalCode
  readonly facts: Meanwhile | WrongFields | null
  constructor(
    sentence: string,
    officeCode: OfficeRefusalCode = 0,
    facts: Meanwhile | WrongFields | null = null,
  ) {
    // A form marks the first of the fields that are wrong.
    super(sentence, 0, facts && 'fields' in facts ? Object.keys(facts.fields)[0] : undefined)
    this.officeCode = officeCode
    this.facts = facts
  }
}

/** Whether a call says that nobody is signed in. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof OfficeRefusal && error.officeCode === 401

/** Refuses when any field is wrong: the first sentence, and all of them by field. */
export function requireFields(fields: Record<string, string | false | undefined | null>): void {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const [first] = wrong
  if (first) throw new OfficeRefusal(first[1], 422, { fields: Object.fromEntries(wrong) })
}
