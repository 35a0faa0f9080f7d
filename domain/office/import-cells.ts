import { isEmailAddress, isPhoneNumber } from '../email-address.ts'
import { tidyPhone } from '../written-text.ts'
import { readPounds } from './read-pounds.ts'
import { type Names, splitName } from './split-name.ts'

/** A line of a file: its number there, and what stands in each of our columns; what is empty is ''. */
export interface ImportLine {
  line: number
  cells: Record<string, string>
}

/** Why a line is not taken, in a sentence that names the line. It lies unsealed: of a cell it has what a sentence quotes. */
export interface ImportProblem {
  line: number
  column: string
  value: string
  sentence: string
}

/** Notes are sealed, and opened only with a reason: what is wrong with one is told without it. */
export const isNote = (column: string) => column === 'medical' || column === 'allergy'

/** Collects what is wrong with one line. */
export class LineReader {
  readonly problems: ImportProblem[] = []
  private readonly line: ImportLine

  constructor(line: ImportLine) {
    this.line = line
  }

  say(column: string, words: string): void {
    const { line } = this.line
    this.problems.push({
      line,
      column,
      value: isNote(column) ? '' : shortened(this.line.cells[column] ?? ''),
      sentence: `Line ${line}: ${words}`,
    })
  }

  /** A cell as text; a formula and what is too long are no text. */
  text(column: string, longest = 200): string {
    const value = this.line.cells[column] ?? ''
    const named = isNote(column) ? inWords(column) : `'${shortened(value)}'`
    if (isFormula(value)) this.say(column, `${named} is a formula. Write the text itself`)
    else if (value.length > longest) this.say(column, `${inWords(column)} is longer than ${longest} letters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    else if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(value)) {
      this.say(column, `${inWords(column)} has signs that cannot be read. Save the file as CSV UTF-8`)
    }
    return value
  }

  required(column: string, longest?: number): string {
    const value = this.text(column, longest)
    if (value === '') this.say(column, `${inWords(column)} is missing`)
    return value
  }

  /** Somebody's first name and surname (`whose` is `child_`, for one), from two columns or from one that is split. */
  names(whose: string, isNeeded = true): Names {
    const one = (column: string) => (isNeeded ? this.required(column, 100) : this.text(column, 100))
    const column = `${whose}whole_name`
    if (this.line.cells[column] === undefined) {
      return { firstName: one(`${whose}first_name`), lastName: one(`${whose}last_name`) }
    }
    const whole = one(column)
    const names = splitName(whole)
    if (whole !== '' && !isFormula(whole) && names.lastName === '')
      this.say(column, `'${shortened(whole)}' has no surname. Write both names, such as Anna Bell`)
    return names
  }

  email(column: string): string {
    const before = this.problems.length
    const value = this.text(column).toLowerCase()
    if (value !== '' && this.problems.length === before && !isEmailAddress(value))
      this.say(column, `'${shortened(value)}' is not an e-mail address`)
    return value
  }

  phone(column: string): string {
    const value = tidyPhone(withNought(this.text(column)))
    if (value !== '' && !isPhoneNumber(value))
      this.say(column, `'${shortened(value)}' is not a telephone number`)
    return value
  }

  /** `17/05/2020` or `2020-05-17`, as '2020-05-17'; '' when it is empty or none. */
  day(column: string): string {
    const value = this.text(column)
    if (value === '') return ''
    const day = asDay(value)
    if (!day) this.say(column, `${shortened(value)} is not a date. Use day/month/year`)
    return day ?? ''
  }

  /** `9:30` or `09:30`, as '09:30'. */
  time(column: string): string {
    const value = this.text(column)
    const [, hour = '', minute = ''] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(value) ?? []
    if (value !== '' && hour === '') this.say(column, `${shortened(value)} is not a time. Write 09:30`)
    return hour && `${hour.padStart(2, '0')}:${minute}`
  }

  /** An amount as the office types one, in pence; 0 when it is empty. */
  pence(column: string, most: number): number {
    const value = this.text(column)
    const pence = value === '' ? 0 : readPounds(value)
    if (pence === undefined) {
      this.say(column, `${shortened(value)} is not an amount. Write 7.50`)
      return 0
    }
    if (pence > most) this.say(column, `${shortened(value)} is more than £${(most / 100).toFixed(2)}`)
    return pence
  }

  /** A whole number within bounds; the least when it is empty. */
  number(column: string, least: number, most: number): number {
    const value = this.text(column)
    if (value === '') return least
    const isWithin = /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!isWithin) this.say(column, `${shortened(value)} is not a whole number from ${least} to ${most}`)
    return isWithin ? Number(value) : least
  }

  /** Yes or no; undefined when it is empty. */
  truth(column: string): boolean | undefined {
    const value = this.text(column)
    if (value === '') return undefined
    const isYes = /^(yes|y|true|1)$/i.test(value)
    if (!isYes && !/^(no|n|false|0)$/i.test(value))
      this.say(column, `'${shortened(value)}' is neither yes nor no`)
    return isYes
  }
}

const asDay = (text: string): string | undefined => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  const written = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  const midnight = new Date(/^[1-9]\d{3}-\d\d-\d\d$/.test(written) ? `${written}T00:00:00Z` : Number.NaN)
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(written)
  return isDay ? written : undefined
}

/** A table program takes a telephone number for a sum and drops its first nought: 7700900123 is 07700900123. */
export const withNought = (number: string): string => (/^[127]\d{9}$/.test(number) ? `0${number}` : number)

/** A cell with which a table program would begin to work. A telephone number may begin with its plus. */
const isFormula = (text: string) => /^([=@\t]|[+-][a-z=@(])/i.test(text)

/** A column's name as one says it: 'child birthday'. */
export const inWords = (column: string): string => column.replaceAll('_', ' ')

/** As much of a cell as a sentence quotes. No half of a sign stands at its end: the database refuses that. */
export const shortened = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40).replace(/[\ud800-\udbff]$/, '')}…` : text

/** The name among these that was perhaps meant, or '': one begins with the other, or they differ by a letter or two. */
export function nameMeant(given: string, names: string[]): string {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
  const wanted = plain(given)
  return names.find(name => plain(name).startsWith(wanted) || lettersApart(plain(name), wanted) <= 2) ?? ''
}

function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, theirs] of [...other].entries()) {
      const swap = (row[index] ?? 0) + (letter === theirs ? 0 : 1)
      next.push(Math.min(swap, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
