import { type AgeRange, ageWords, isMeantFor, monthsOld, rangeWords } from './ages.ts'
import { classIsFor, sentences } from './sentences.ts'

/** The rules about who may book a class (decision E-26). */
export interface ClassRules {
  /** The ages that it takes; null if its ages are only advice. */
  onlyAges: AgeRange | null
  /** Whether it takes only families who have been with the business before. */
  isMembersOnly: boolean
}

/** A person who wants a place, with the facts that these rules need. */
export interface ClassCandidate {
  /** Null for somebody who leaves a contact: nobody knows their age. */
  child: { firstName: string; dateOfBirth: string } | null
  isMember: boolean
}

/** Returns the sentence with which a class refuses a child of another age on a day; undefined if it takes the child. */
export function ageProblem(
  onlyAges: AgeRange | null,
  child: { firstName: string; dateOfBirth: string } | null,
  day: string,
): string | undefined {
  if (!onlyAges || !child) return undefined
  const months = monthsOld(child.dateOfBirth, day)
  if (isMeantFor(onlyAges, months)) return undefined
  return classIsFor(child.firstName, ageWords(months), rangeWords(onlyAges))
}

/** Returns why a class does not take somebody on a day; undefined if it does. */
export const classRuleProblem = (
  { onlyAges, isMembersOnly, day }: ClassRules & { day: string },
  { child, isMember }: ClassCandidate,
): string | undefined =>
  ageProblem(onlyAges, child, day) ?? (isMembersOnly && !isMember ? sentences.membersOnly : undefined)
