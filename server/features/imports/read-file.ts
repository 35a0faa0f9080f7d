import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Parser, parse } from 'csv-parse'
import { isEmailAddress } from '#domain/email-address.ts'
import { maxHeadings } from '#domain/limits.ts'
import type { ImportProblem } from '#domain/office/import-cells.ts'
import { countKnownHeadings } from '#domain/office/import-headings.ts'
import type { ImportLine } from '#domain/office/import-line.ts'
import { lineTooLong, peopleSentences, quoteNotClosed } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { tidyLine } from '#domain/tidy-text.ts'

const maxBytes = 10 * 1024 * 1024
const maxLines = 20_000
/** The maximum length of a line. A longer one usually has a quotation mark that is never closed. */
const maxLetters = 100_000
/**
 * The maximum number of cells in a line, including empty ones. A spreadsheet has 16,384 columns, and writes
 * commas for all it ever used.
 */
const maxCells = 20_000
/** The maximum number of lines above the headings: a title, an export date, blank lines. */
const maxTitleLines = 10

/** An uploaded file: its headings, and the values below them with their line numbers. */
export interface FileTable {
  headings: string[]
  lines: FileLine[]
}

interface FileLine {
  line: number
  values: string[]
  /** How many values the line has in the file. `values` holds at most as many as a file may have columns. */
  width: number
}

/** Returns a file's encoding: UTF-8 or UTF-16 by its first bytes or its text, else Windows-1252. */
export function encodingOf(bytes: Buffer): 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16LE'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16BE'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'UTF-8'
  } catch {
    return 'Windows-1252'
  }
}

/** Reads a CSV file. Refuses other files, and those that are empty, too long or too wide. */
export async function readCsv(bytes: Buffer): Promise<FileTable> {
  requireThat(bytes.length <= maxBytes, peopleSentences.fileTooLarge)
  const decoded = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // Pictures, archives and workbooks have control characters that no CSV has.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  requireThat(!/[\u0000-\u0008\u000e-\u001a]/.test(decoded.slice(0, 10_000)), peopleSentences.notCsv)
  const { text, delimiter } = withoutSeparatorLine(decoded)
  const rows = await readRows(text, delimiter ?? delimiterOf(text))
  const at = headingsAt(rows)
  const { values: headings = [], width = 0 } = rows[at] ?? {}
  const lines = rows.slice(at + 1)
  requireThat(width > 1, peopleSentences.notCsv)
  requireThat(width <= maxHeadings, peopleSentences.tooManyHeadings)
  requireThat(!headings.some(isData), peopleSentences.noHeadings)
  requireThat(lines.length > 0, peopleSentences.fileEmpty)
  requireThat(lines.length <= maxLines, peopleSentences.tooManyLines)
  return { headings, lines }
}

async function readRows(text: string, delimiter: string): Promise<FileLine[]> {
  const rows: FileLine[] = []
  let lastLine = 0
  const records = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: maxLetters,
    to: maxTitleLines + maxLines + 2,
    cast: (value, { index }) => {
      if (index >= maxCells) throw new Refusal(peopleSentences.tooManyHeadings)
      return value
    },
    // The parser's types only know records that are lists of texts.
    on_record: (record: string[], { lines }) => {
      lastLine = lines
      return asRow(record, lines) as never
    },
  })
  void writeInParts(records, Buffer.from(text))
  try {
    for await (const row of records as AsyncIterable<FileLine>) {
      const isEmpty = row.width <= maxHeadings && row.values.every(value => value === '')
      if (!isEmpty) rows.push(row)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code, column } = error as { code?: string; column?: number }
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw new Refusal(quoteNotClosed(lastLine + 1))
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw new Refusal(
        Number(column) < maxHeadings ? lineTooLong(lastLine + 1) : peopleSentences.tooManyHeadings,
      )
    throw new Refusal(peopleSentences.notCsv)
  }
  return rows
}

/** Makes a row. `readLines` is the number of lines read so far. */
function asRow(record: string[], readLines: number): FileLine {
  // A spreadsheet writes commas for all of its columns, even empty ones.
  const width =
    record.length > maxHeadings
      ? Math.max(maxHeadings, record.findLastIndex(value => value !== '') + 1)
      : record.length
  const values = record.slice(0, maxHeadings)
  const lineBreaks = values.join('').split('\n').length - 1
  return { line: readLines - lineBreaks, values: values.map(asTyped), width }
}

/**
 * The number of bytes that the parser gets at a time. They take a few milliseconds, or some dozens if each line is a
 * single character.
 */
const partBytes = 4 * 1024

/** Feeds a long file in parts, so that other work can run. The parser ends by itself at its limit. */
async function writeInParts(parser: Parser, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && parser.writable && !parser.readableEnded; at += partBytes) {
    parser.write(bytes.subarray(at, at + partBytes))
    await othersTurn()
  }
  if (parser.writable) parser.end()
}

/**
 * Removes the apostrophe before a number or dash, which keeps spreadsheets from calculating the cell; our own
 * files have it too: `'+44 7700 900001`. Replaces NUL, which the database cannot store.
 */
const asTyped = (value: string) =>
  tidyLine(value)
    .replace(/^'(?=[+-]([\d\s(]|$))/, '')
    .replaceAll('\0', '\ufffd')

/** Whether a cell is an email address or a date, which every data line has and no heading does. */
const isData = (heading: string) =>
  isEmailAddress(heading) || /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(heading)

/** Removes a first line `sep=;`, which tells Excel the separator. Lines keep their numbers. */
function withoutSeparatorLine(text: string): { text: string; delimiter?: string } {
  const [line = '', delimiter] = /^"?sep=([,;\t])"?(?=[\r\n])/i.exec(text) ?? []
  return delimiter ? { text: text.slice(line.length), delimiter } : { text }
}

/** The length of text that is searched for the separator. */
const headingsLookedAt = 50

/** Returns the separator with the most known headings in the first lines, else the most frequent one. */
function delimiterOf(text: string): string {
  const first = text.slice(0, 100_000).split(/\r\n|\r|\n/, maxTitleLines + 1)
  const cells = (line: string, sign: string) =>
    line.split(sign, headingsLookedAt).map(cell => cell.replaceAll('"', '').trim())
  const known = (sign: string) => Math.max(...first.map(line => countKnownHeadings(cells(line, sign))))
  const candidates = [',', ';', '\t'].map(sign => ({
    sign,
    known: known(sign),
    count: cells(first[0] ?? '', sign).length,
  }))
  candidates.sort((one, other) => other.known - one.known || other.count - one.count)
  return candidates[0]?.sign ?? ','
}

/** Finds the row of headings: the one with the most known headings, else the first with several cells. */
function headingsAt(rows: FileLine[]): number {
  const first = rows.slice(0, maxTitleLines + 1)
  const known = first.map(({ values }) => countKnownHeadings(values))
  const most = Math.max(...known)
  if (most > 1) return known.indexOf(most)
  return Math.max(
    0,
    first.findIndex(({ values }) => values.filter(value => value !== '').length > 1),
  )
}

/** Maps the lines to our columns, and reports those with more or fewer values than headings. */
export function* asLines(
  { headings, lines }: FileTable,
  columns: string[],
): Generator<void, { lines: ImportLine[]; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const good: ImportLine[] = []
  for (const { line, values, width } of lines) {
    yield
    const hasMore = width > headings.length && values.slice(headings.length).some(value => value !== '')
    if (hasMore || width > maxHeadings) {
      const sentence = `Line ${line}: has ${width} columns, the heading has ${headings.length}`
      problems.push({ line, column: '', value: '', sentence })
      continue
    }
    const cells = columns.flatMap((column, at) => (column === '' ? [] : [[column, values[at] ?? '']]))
    good.push({ line, cells: Object.fromEntries(cells) })
  }
  return { lines: good, problems }
}
