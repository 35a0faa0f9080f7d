import { Refusal } from '../refusal.ts'

/**
 * The office's refusals: not signed in (401), role not allowed (403), changed by somebody else in the
 * meantime (409), invalid fields (422), re-authentication needed (428).
 */
export type OfficeRefusalCode = 0 | 401 | 403 | 409 | 422 | 428

/** The details of a 409: who saved last, when, and the current state. */
export interface Meanwhile {
  by: string
  at: string
  current: unknown
}
/** The details of a 422: an error message for each invalid field. */
export interface WrongFields {
  fields: Record<string, string>
}

/** An expected refusal of the office. `facts` are sent to the page with the message. */
export class OfficeRefusal extends Refusal {
  readonly officeCode: OfficeRefusalCode
  readonly facts: Meanwhile | WrongFields | null
  constructor(
    sentence: string,
    officeCode: OfficeRefusalCode = 0,
    facts: Meanwhile | WrongFields | null = null,
  ) {
    // A form highlights the first invalid field.
    super(sentence, 0, facts && 'fields' in facts ? Object.keys(facts.fields)[0] : undefined)
    this.officeCode = officeCode
    this.facts = facts
  }
}

/** Whether an error means that nobody is signed in. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof OfficeRefusal && error.officeCode === 401

/** Refuses if any field is invalid, with the first message and all messages by field. */
export function requireFields(fields: Record<string, string | false | undefined | null>): void {
  const wrong = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const [first] = wrong
  if (first) throw new OfficeRefusal(first[1], 422, { fields: Object.fromEntries(wrong) })
}
