import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Parser, parse } from 'csv-parse'
import { isEmailAddress } from '#domain/email-address.ts'
import type { ImportLine, ImportProblem } from '#domain/office/import-cells.ts'
import { countKnownHeadings, maxHeadings } from '#domain/office/import-headings.ts'
import { lineTooLong, peopleSentences, quoteNotClosed } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'
import { tidyLine } from '#domain/written-text.ts'

const maxBytes = 10 * 1024 * 1024
const maxLines = 20_000
/** Of one line. A longer one is nearly always a quotation mark that is never closed. */
const maxLetters = 100_000
/** Of one line, empty ones too: a table program has 16,384 columns, and writes commas for all that it ever used. */
const maxCells = 20_000
/** So many lines may stand above the headings: a title, the day of an export, blank ones. */
const maxTitleLines = 10

/** A file as it was uploaded: its headings, and under them values with the number of their line. */
export interface FileTable {
  headings: string[]
  lines: FileLine[]
}

interface FileLine {
  line: number
  values: string[]
  /** How many values the file has there; no more of them are kept than a file can have columns. */
  width: number
}

/** What a file is written in: UTF-8 or UTF-16 where its first bytes say so or its text is, else Windows-1252. */
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

/** Reads a CSV file. Refuses what is none, what is empty, too long or too wide. */
export async function readCsv(bytes: Buffer): Promise<FileTable> {
  requireThat(bytes.length <= maxBytes, peopleSentences.fileTooLarge)
  const decoded = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // Pictures, archives and workbooks have control characters that no table has.
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
    // The parser's types know no records but lists of texts.
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

/** `readLines`: how many lines of the file are read with this record. */
function asRow(record: string[], readLines: number): FileLine {
  // A table program writes commas for all of its columns, whether or not anything stands in them.
  const width =
    record.length > maxHeadings
      ? Math.max(maxHeadings, record.findLastIndex(value => value !== '') + 1)
      : record.length
  const values = record.slice(0, maxHeadings)
  const lineBreaks = values.join('').split('\n').length - 1
  return { line: readLines - lineBreaks, values: values.map(asTyped), width }
}

/** What the parser gets at a time: it reads it in a few milliseconds, and in some dozens where each line is a single sign. */
const partBytes = 4 * 1024

/** Gives others their turn while a long file is read. The parser ends by itself when it has as much as it was to read. */
async function writeInParts(parser: Parser, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && parser.writable && !parser.readableEnded; at += partBytes) {
    parser.write(bytes.subarray(at, at + partBytes))
    await othersTurn()
  }
  if (parser.writable) parser.end()
}

/**
 * A number or a dash behind the sign that keeps table programs, and our own files, from working it out:
 * `'+44 7700 900001`. No text of the database has a NUL: its line is a bad one, which quotes what stands in its place.
 */
const asTyped = (value: string) =>
  tidyLine(value)
    .replace(/^'(?=[+-]([\d\s(]|$))/, '')
    .replaceAll('\0', '\ufffd')

/** An address or a day, of which each kind of file has one in every line, and which no column is called. */
const isData = (heading: string) =>
  isEmailAddress(heading) || /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(heading)

/** Excel reads its separator from a first line `sep=;`, and does not show that line. The line keeps its number. */
function withoutSeparatorLine(text: string): { text: string; delimiter?: string } {
  const [line = '', delimiter] = /^"?sep=([,;\t])"?(?=[\r\n])/i.exec(text) ?? []
  return delimiter ? { text: text.slice(line.length), delimiter } : { text }
}

/** Enough of a line to tell by what its cells are separated. */
const headingsLookedAt = 50

/** The separator by which the first lines have most headings that are known, or that stands most often in the first. */
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

/** Which row has the headings: of the first ones that where most of them are known, or else the first of several cells. */
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

/** The lines by our columns, and those that have more or fewer values than there are headings. */
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
