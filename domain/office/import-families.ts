import { isBirthday } from '../child-details.ts'
import { nameKey } from '../compare-text.ts'
import { dialledNumber } from '../email-address.ts'
import { tidyPostcode } from '../written-text.ts'
import { type ImportLine, type ImportProblem, LineReader, shortened, withNought } from './import-cells.ts'
import { type DateOrder, datesOfColumns } from './import-dates.ts'
import { splitName } from './split-name.ts'

export const importPolicies = ['createOnly', 'fillEmpty', 'overwrite'] as const
export type ImportPolicy = (typeof importPolicies)[number]

/** Of a family that is new; whoever has an account may have been given more (record 024). */
const mostChildren = 8

/** A person to ring, with all five cells or none. */
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
  /** As the database has it; left out, as the answers about photos are, where the file says nothing. */
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

/** The columns of an account that a file may bring, by their names there. */
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

/** One line that can be taken: its family, in full on the family's first line, and the child on it. */
export interface FamilyLine {
  line: number
  email: string
  /** The family's own cells, as its first line has them. */
  family: Record<(typeof familyColumns)[number], string>
  /** What was answered about offers: a yes with its day and wording, a no with what the file has of them. */
  consent: { isGiven: boolean; on: string; wording: string } | undefined
  isFirst: boolean
  child: ImportedChild | undefined
}

/** Who is there already, by the address: the names and birthdays of a family's children, and how many it may have. */
export type KnownFamilies = Map<string, { children: string[]; mostChildren: number }>

/** How a child is told from its brothers and sisters: names and birthday. */
export const childKey = (child: { firstName: string; lastName: string; birthday: string }): string =>
  `${nameKey(`${child.firstName} ${child.lastName}`)}|${child.birthday}`

/**
 * Reads a file of families (spec 3 §5.1): lines of one address are one family, whose own cells stand on its first line
 * and are repeated or empty on the others. A line is good or has problems; when a family's first line has, so have all.
 * Between two lines it can be kept waiting.
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
      const most = had?.mostChildren ?? mostChildren
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

/** What only another line of the same family can tell. */
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

/** A family's own cells on a further line: the first line counts, and where this one says something else that is told. */
function warnOfOtherCells(reader: LineReader, cells: Record<string, string>, first: FamilyLine): void {
  const own = { ...first.family, whole_name: `${first.family.first_name} ${first.family.last_name}` }
  const differs = (column: string) =>
    reader.warn(
      column,
      `'${shortened(cells[column] ?? '')}' differs from line ${first.line}, which has the same e-mail address and counts`,
    )
  for (const column of ['whole_name', ...familyColumns] as const) {
    const value = cells[column] ?? ''
    if (value !== '' && !isSameCell(column, value, own[column])) differs(column)
  }
  const wantsOffers = reader.truth('offers_consent')
  if (wantsOffers !== undefined && wantsOffers !== first.consent?.isGiven) differs('offers_consent')
}

/** Whether two cells of a family say the same, however each is written. */
function isSameCell(column: string, one: string, other: string): boolean {
  if (column === 'mobile') return dialledNumber(withNought(one)) === dialledNumber(other)
  if (column === 'postcode') return tidyPostcode(one) === tidyPostcode(other)
  const { firstName, lastName } = splitName(one.slice(0, 200))
  return nameKey(column === 'whole_name' ? `${firstName} ${lastName}` : one) === nameKey(other)
}

/** That somebody agreed to offers is only known with the day and the words (spec 3 §2.4). */
function readConsent(reader: LineReader, today: string): FamilyLine['consent'] {
  const isGiven = reader.truth('offers_consent')
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
    photoPermission: reader.truth('photo_permission'),
    photoMarketingPermission: reader.truth('photo_marketing_permission'),
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
      `contact ${position} needs both names, mobile, e-mail and relationship, or none of them`,
    )
  }
  return given > 0 ? contact : undefined
}
