import { nameKey } from '../compare-text.ts'
import { isEmailAddress, isPhoneNumber } from '../email-address.ts'
import { tidyPhone } from '../tidy-text.ts'
import { columnWords } from './column-words.ts'
import { type ColumnDates, readDay } from './import-dates.ts'
import type { ImportLine } from './import-line.ts'
import { readPounds } from './read-pounds.ts'
import { type Names, splitName } from './split-name.ts'

/** The longest name of a person or a thing. */
export const maxNameLetters = 100

/**
 * An error message about a line, with the line's number. It is stored unencrypted, so it contains no more of a cell
 * than the message quotes.
 */
export interface ImportProblem {
  line: number
  column: string
  value: string
  sentence: string
}

/** Whether a column holds medical notes. They are encrypted and opened only with a reason, so no message quotes one. */
export const isNote = (column: string) => column === 'medical' || column === 'allergy'

/** Collects the errors of one line. */
export class LineReader {
  readonly problems: ImportProblem[] = []
  /** A warning about a line that is otherwise valid. */
  readonly warnings: ImportProblem[] = []
  private readonly line: ImportLine
  private readonly dates: ColumnDates

  constructor(line: ImportLine, dates: ColumnDates = {}) {
    this.line = line
    this.dates = dates
  }

  say(column: string, words: string): void {
    this.problems.push(this.found(column, words))
  }

  warn(column: string, words: string): void {
    this.warnings.push(this.found(column, words))
  }

  private found(column: string, words: string): ImportProblem {
    const { line } = this.line
    const value = isNote(column) ? '' : shortened(this.line.cells[column] ?? '')
    return { line, column, value, sentence: `Line ${line}: ${words}` }
  }

  /** Reads a cell as text. A formula and a text that is too long are errors. */
  text(column: string, longest = 200): string {
    const value = this.line.cells[column] ?? ''
    const named = isNote(column) ? columnWords(column) : `'${shortened(value)}'`
    if (isFormula(value)) this.say(column, `${named} is a formula. Write the text itself`)
    else if (value.length > longest)
      this.say(column, `${columnWords(column)} is longer than ${longest} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    else if (/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(value)) {
      this.say(
        column,
        `${columnWords(column)} has characters that cannot be read. Save the file as CSV UTF-8`,
      )
    }
    return value.slice(0, longest)
  }

  /** Returns the first of several values in one cell, as Google Contacts writes them. */
  private first(column: string): string {
    return this.text(column).split(' ::: ')[0] ?? ''
  }

  required(column: string, longest?: number): string {
    const value = this.text(column, longest)
    if (value === '') this.say(column, `${columnWords(column)} is missing`)
    return value
  }

  /**
   * Reads a first name and a surname from two columns, or from one that is split. `whose` is a prefix such as
   * `child_`.
   */
  names(whose: string, isNeeded = true): Names {
    const one = (column: string) =>
      isNeeded ? this.required(column, maxNameLetters) : this.text(column, maxNameLetters)
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
    const value = this.first(column).toLowerCase()
    if (value !== '' && this.problems.length === before && !isEmailAddress(value))
      this.say(column, `'${shortened(value)}' is not an email address`)
    return value
  }

  phone(column: string): string {
    const value = tidyPhone(withNought(this.first(column)))
    if (value !== '' && !isPhoneNumber(value))
      this.say(column, `'${shortened(value)}' is not a telephone number`)
    return value
  }

  /**
   * Reads a date in any common format (import-dates.ts) as '2020-05-17'; '' if it is empty or invalid. A
   * birthday with a two-digit year is the latest that is not after `today`.
   */
  day(column: string, today: string | 'future'): string {
    const value = this.text(column)
    if (value === '') return ''
    const dates = this.dates[column] ?? { order: 'dayFirst' }
    if ('monthFirst' in dates) {
      const { line, value: example } = dates.monthFirst
      const sentence = monthFirst(column, example, line)
      this.problems.push({ ...this.found(column, ''), sentence })
      return ''
    }
    const day = readDay(value, dates.order, today)
    if (!day) this.say(column, `${shortened(value)} is not a date. Use ${orderWords[dates.order]}`)
    return day ?? ''
  }

  /** Reads `9:30`, `09:30:00` or `9.30 am` as '09:30'. */
  time(column: string): string {
    const value = this.text(column)
    const time = asTime(value)
    if (value !== '' && !time) this.say(column, `${shortened(value)} is not a time. Write 09:30`)
    return time ?? ''
  }

  /** Reads an amount as the office types it, in pence; 0 if it is empty. */
  pence(column: string, most: number): number {
    const value = this.text(column)
    const pence = value === '' ? 0 : readPounds(value.replace(/^GBP\s*|\s*(GBP|£)$/i, ''))
    if (pence === undefined) {
      this.say(column, `${shortened(value)} is not an amount. Write 7.50`)
      return 0
    }
    if (pence > most) this.say(column, `${shortened(value)} is more than £${(most / 100).toFixed(2)}`)
    return pence
  }

  /** Reads a whole number within bounds; the minimum if it is empty. */
  number(column: string, least: number, most: number): number {
    const value = this.text(column)
    if (value === '') return least
    const isWithin = /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!isWithin) this.say(column, `${shortened(value)} is not a whole number from ${least} to ${most}`)
    return isWithin ? Number(value) : least
  }

  /** Reads yes or no; undefined if it is empty. */
  boolean(column: string): boolean | undefined {
    const value = this.text(column)
    if (value === '') return undefined
    const isYes = /^(yes|y|true|1)$/i.test(value)
    if (!isYes && !/^(no|n|false|0)$/i.test(value))
      this.say(column, `'${shortened(value)}' is neither yes nor no`)
    return isYes
  }
}

const orderWords = { dayFirst: 'day/month/year', monthFirst: 'month/day/year' }

const monthFirst = (column: string, example: string, line: number) =>
  `${columnWords(column)}: ${shortened(example)} in line ${line} can only be month/day/year. Choose for this column whether day or month comes first`

function asTime(text: string): string | undefined {
  const [, hours = '', minutes = '', half = ''] =
    /^(\d{1,2})(?:[:.]([0-5]\d)(?:[:.][0-5]\d)?)?\s*(?:([ap])\.?m\.?)?$/i.exec(text) ?? []
  const hour = Number(hours)
  if (hours === '' || (half === '' && minutes === '')) return undefined
  if (half === '' ? hour > 23 : hour < 1 || hour > 12) return undefined
  const inDay = half === '' ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(inDay).padStart(2, '0')}:${minutes || '00'}`
}

/** Restores the leading 0 that a spreadsheet drops: 7700900123 becomes 07700900123. */
export const withNought = (number: string): string => (/^[127]\d{9}$/.test(number) ? `0${number}` : number)

/** Whether a spreadsheet would run a cell as a formula. A phone number may begin with a plus. */
const isFormula = (text: string) => /^([=@\t]|[+-][a-z=@(])/i.test(text)

/** Shortens a cell for a message. It does not cut a character in half, which the database refuses. */
export const shortened = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 40).replace(/[\ud800-\udbff]$/, '')}…` : text

/** Normalises a catalogue name for comparison: `3 to 5 yrs` equals `3–5 years`. */
export const comparableName = (name: string): string =>
  nameKey(name)
    .replace(/(\d) to (\d)/g, '$1 $2')
    .replace(/\byrs?\b/g, 'years')

const lettersOf = (text: string) => nameKey(text).replaceAll(' ', '')

/**
 * Returns the most similar name, or '' if none is similar. A name is similar if one of the two begins with the other,
 * or if they differ by at most two letters.
 */
export function nameMeant(given: string, names: string[]): string {
  const wanted = lettersOf(given.slice(0, maxNameLetters))
  if (wanted === '') return ''
  const near = names.flatMap(name => {
    const letters = lettersOf(name)
    const isPart = letters.startsWith(wanted) || (letters.length > 2 && wanted.startsWith(letters))
    const mayBe = isPart || Math.abs(letters.length - wanted.length) <= 2
    const apart = mayBe ? lettersApart(letters, wanted) : Number.POSITIVE_INFINITY
    return isPart || apart <= 2 ? [{ name, apart }] : []
  })
  return near.toSorted((one, other) => one.apart - other.apart)[0]?.name ?? ''
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
