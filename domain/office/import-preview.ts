import type { ClassLine } from './import-classes.ts'
import type { CreditLine } from './import-credits.ts'
import { childKey, type FamilyLine, type KnownFamilies } from './import-families.ts'

const nothing = { families: 0, children: 0, classes: 0, dates: 0, credits: 0 }
type Things = typeof nothing

/** The expected result of importing the valid lines of a file. */
export interface ImportPreview {
  /** How much would be created. */
  makes: Things
  /** How much exists already and would be changed. */
  joins: Things
  /** How much exists already, whether or not the policy changes it. */
  there: Things
}

const different = (of: unknown[]) => new Set(of).size

/** Counts what a file of families would create and change. */
export function previewFamilies(good: FamilyLine[], known: KnownFamilies): ImportPreview {
  const isThere = ({ email }: FamilyLine) => known.has(email)
  const withChild = good.flatMap(line => (line.child ? [{ ...line, key: childKey(line.child) }] : []))
  const fresh = withChild.filter(({ email, key }) => !known.get(email)?.children.includes(key))
  const joining = fresh.filter(isThere)
  const emails = (lines: FamilyLine[]) => different(lines.map(({ email }) => email))
  return {
    makes: { ...nothing, families: emails(good.filter(line => !isThere(line))), children: fresh.length },
    joins: { ...nothing, families: emails(joining), children: joining.length },
    there: {
      ...nothing,
      families: emails(good.filter(isThere)),
      children: withChild.length - fresh.length,
    },
  }
}

/** Counts what a file of classes would create and change. */
export function previewClasses(good: ClassLine[]): ImportPreview {
  const fresh = good.filter(({ dates }) => dates.length > 0)
  const joining = fresh.filter(({ classId }) => classId !== undefined)
  const count = (lines: ClassLine[]) => lines.reduce((sum, { dates }) => sum + dates.length, 0)
  return {
    makes: {
      ...nothing,
      classes: different(fresh.flatMap(({ classId, key }) => (classId === undefined ? [key] : []))),
      dates: count(fresh),
    },
    joins: { ...nothing, classes: different(joining.map(({ classId }) => classId)), dates: count(joining) },
    there: { ...nothing, dates: good.reduce((sum, { present }) => sum + present, 0) },
  }
}

/** Counts what a file of credits would give. */
export function previewCredits(good: CreditLine[]): ImportPreview {
  return {
    makes: { ...nothing, credits: good.reduce((sum, { credits }) => sum + credits, 0) },
    joins: { ...nothing, families: different(good.map(({ email }) => email)) },
    there: nothing,
  }
}
