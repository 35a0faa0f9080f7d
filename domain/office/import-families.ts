import { maxChildren } from '#domain/limits.ts'
import { isBirthday } from '../child-details.ts'
import { nameKey } from '../compare-text.ts'
import { dialledNumber } from '../email-address.ts'
import { tidyPostcode } from '../tidy-text.ts'
import { type ImportProblem, LineReader, shortened, withNought } from './import-cells.ts'
import { type DateOrder, datesOfColumns } from './import-dates.ts'
import type { ImportLine } from './import-line.ts'
import { splitName } from './split-name.ts'

export const importPolicies = ['createOnly', 'fillEmpty', 'overwrite'] as const
export type ImportPolicy = (typeof importPolicies)[number]

/** An emergency contact, with all five cells or none. */
export interface ImportedContact {
  position: 1 | 2
  firstName: string
  lastName: string
  mobile: string
  email: string
  relationship: string
}

export interface ImportedChild {
  firstName: string
  lastName: string
  birthday: string
  /** Left out if the file does not say. */
  gender?: 0 | 1 | 2 | undefined
  school: string
  medical: string
  allergy: string
  note: string
  photoPermission?: boolean | undefined
  photoMarketingPermission?: boolean | undefined
  contacts: ImportedContact[]
  pickUp: { firstName: string; lastName: string; phone: string; relationship: string }
}

/** The account columns that a file may fill, by column name. */
export const familyColumns = [
  'first_name',
  'last_name',
  'mobile',
  'address_line_1',
  'address_line_2',
  'town',
  'postcode',
  'note',
] as const

/** A valid line: its family (in full on the family's first line) and its child. */
export interface FamilyLine {
  line: number
  email: string
  /** The family's own cells, from its first line. */
  family: Record<(typeof familyColumns)[number], string>
  /** The answer about offers. A yes has a day and a wording; a no may have them. */
  consent: { isGiven: boolean; on: string; wording: string } | undefined
  isFirst: boolean
  child: ImportedChild | undefined
}

/**
 * The existing families by email address: their children's names and birthdays, and how many they may have.
 */
export type KnownFamilies = Map<string, { children: string[]; maxChildren: number }>

/** Returns the key that distinguishes siblings: names and birthday. */
export const childKey = (child: { firstName: string; lastName: string; birthday: string }): string =>
  `${nameKey(`${child.firstName} ${child.lastName}`)}|${child.birthday}`

/**
 * Reads a file of families (spec 3 §5.1). Lines with one address are one family. The family's own cells are on its
 * first line, and repeated or empty on others. If the first line has errors, so have the others. It yields between
 * lines.
 */
export function* readFamilies(
  lines: ImportLine[],
  known: KnownFamilies,
  today: string,
  orders: Record<string, DateOrder> = {},
): Generator<void, { good: FamilyLine[]; problems: ImportProblem[]; warnings: ImportProblem[] }> {
  const columnDates = yield* datesOfColumns(lines, orders)
  const good: FamilyLine[] = []
  const problems: ImportProblem[] = []
  const warnings: ImportProblem[] = []
  const seen = new Map<
    string,
    { first: FamilyLine; isGood: boolean; children: Map<string, number>; count: number }
  >()
  for (const line of lines) {
    yield
    const reader = new LineReader(line, columnDates)
    const email = reader.email('email')
    const before = seen.get(email)
    const read = readLine(reader, line, email, before?.first, today)
    const key = read.child && childKey(read.child)
    const had = known.get(email)
    if (email === '') reader.say('email', 'email is missing')
    else if (before) checkAgainst(reader, before, key)
    const family = before ?? {
      first: read,
      isGood: reader.problems.length === 0,
      children: new Map<string, number>(),
      count: had?.children.length ?? 0,
    }
    if (key !== undefined && !had?.children.includes(key) && !family.children.has(key)) {
      family.count += 1
      const most = had?.maxChildren ?? maxChildren
      if (family.count > most) reader.say('child_first_name', `a family can have ${most} children at most`)
    }
    if (!before && email !== '') seen.set(email, { ...family, isGood: reader.problems.length === 0 })
    if (key !== undefined && reader.problems.length === 0) seen.get(email)?.children.set(key, line.line)
    problems.push(...reader.problems)
    if (reader.problems.length > 0) continue
    good.push(read)
    warnings.push(...reader.warnings)
  }
  return { good, problems, warnings }
}

/** Checks a line against other lines of its family and existing families. */
function checkAgainst(
  reader: LineReader,
  before: { first: FamilyLine; isGood: boolean; children: Map<string, number> },
  key: string | undefined,
): void {
  const twin = key === undefined ? before.first.line : before.children.get(key)
  if (twin !== undefined) reader.say('email', `the same family as line ${twin}`)
  else if (!before.isGood) reader.say('email', `its family in line ${before.first.line} has a problem`)
}

function readLine(
  reader: LineReader,
  { line, cells }: ImportLine,
  email: string,
  first: FamilyLine | undefined,
  today: string,
): FamilyLine {
  if (first) {
    warnOfOtherCells(reader, cells, first)
    return { ...first, line, isFirst: false, child: readChild(reader, cells, today) }
  }
  const { firstName, lastName } = reader.names('')
  const family = {
    first_name: firstName,
    last_name: lastName,
    mobile: reader.phone('mobile'),
    address_line_1: reader.text('address_line_1'),
    address_line_2: reader.text('address_line_2'),
    town: reader.text('town', 100),
    postcode: tidyPostcode(reader.text('postcode', 100)),
    note: reader.text('note', 5_000),
  }
  return {
    line,
    email,
    family,
    consent: readConsent(reader, today),
    isFirst: true,
    child: readChild(reader, cells, today),
  }
}

/** Warns if a family's own cell differs on a later line: the first line counts. */
function warnOfOtherCells(reader: LineReader, cells: Record<string, string>, first: FamilyLine): void {
  const own = { ...first.family, whole_name: `${first.family.first_name} ${first.family.last_name}` }
  const differs = (column: string) =>
    reader.warn(
      column,
      `'${shortened(cells[column] ?? '')}' differs from line ${first.line}, which has the same email address and counts`,
    )
  for (const column of ['whole_name', ...familyColumns] as const) {
    const value = cells[column] ?? ''
    if (value !== '' && !isSameCell(column, value, own[column])) differs(column)
  }
  const wantsOffers = reader.boolean('offers_consent')
  if (wantsOffers !== undefined && wantsOffers !== first.consent?.isGiven) differs('offers_consent')
}

/** Whether two cells of a family have the same value, however written. */
function isSameCell(column: string, one: string, other: string): boolean {
  if (column === 'mobile') return dialledNumber(withNought(one)) === dialledNumber(other)
  if (column === 'postcode') return tidyPostcode(one) === tidyPostcode(other)
  const { firstName, lastName } = splitName(one.slice(0, 200))
  return nameKey(column === 'whole_name' ? `${firstName} ${lastName}` : one) === nameKey(other)
}

/** Requires the day and the wording of a consent to offers (spec 3 §2.4). */
function readConsent(reader: LineReader, today: string): FamilyLine['consent'] {
  const isGiven = reader.boolean('offers_consent')
  const on = reader.day('offers_consent_on', today)
  const wording = reader.text('offers_consent_wording', 1_000)
  if (on > today) reader.say('offers_consent_on', 'offers consent on is in the future')
  if (isGiven === undefined) return undefined
  if (isGiven && (on === '' || wording === '')) {
    reader.say('offers_consent', 'consent needs the day on which it was given and its wording')
  }
  return { isGiven, on, wording }
}

const genders: Record<string, ImportedChild['gender']> = {
  'prefer not to say': 0,
  male: 1,
  m: 1,
  boy: 1,
  female: 2,
  f: 2,
  girl: 2,
}

const childCells = /^(child_|school$|medical$|allergy$|photo_|contact_|pick_up_)/

function readChild(
  reader: LineReader,
  cells: Record<string, string>,
  today: string,
): ImportedChild | undefined {
  const isThere = Object.entries(cells).some(([column, value]) => childCells.test(column) && value !== '')
  if (!isThere) return undefined
  const names = reader.names('child_')
  reader.required('child_birthday')
  const birthday = reader.day('child_birthday', today)
  if (birthday !== '' && !isBirthday(birthday, today)) {
    reader.say('child_birthday', `${shortened(cells.child_birthday ?? '')} is not a date of birth`)
  }
  const gender = reader.text('child_gender').toLowerCase()
  if (gender !== '' && !(gender in genders))
    reader.say('child_gender', 'child gender is female, male or empty')
  return {
    ...names,
    birthday,
    gender: genders[gender],
    school: reader.text('school', 200),
    medical: reader.text('medical', 5_000),
    allergy: reader.text('allergy', 5_000),
    note: reader.text('child_note', 5_000),
    photoPermission: reader.boolean('photo_permission'),
    photoMarketingPermission: reader.boolean('photo_marketing_permission'),
    contacts: ([1, 2] as const).flatMap(position => readContact(reader, position) ?? []),
    pickUp: {
      ...reader.names('pick_up_', false),
      phone: reader.phone('pick_up_phone'),
      relationship: reader.text('pick_up_relationship', 100),
    },
  }
}

function readContact(reader: LineReader, position: 1 | 2): ImportedContact | undefined {
  const contact = {
    position,
    ...reader.names(`contact_${position}_`, false),
    mobile: reader.phone(`contact_${position}_mobile`),
    email: reader.email(`contact_${position}_email`),
    relationship: reader.text(`contact_${position}_relationship`, 100),
  }
  const given = Object.values(contact).filter(value => typeof value === 'string' && value !== '').length
  if (given > 0 && given < 5) {
    reader.say(
      `contact_${position}_first_name`,
      `contact ${position} needs both names, mobile, email and relationship, or none of them`,
    )
  }
  return given > 0 ? contact : undefined
}
