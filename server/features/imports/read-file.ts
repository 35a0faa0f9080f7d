import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Parser, parse } from 'csv-parse'
import { isEmailAddress } from '#domain/email-address.ts'
import type { ImportLine, ImportProblem } from '#domain/office/import-cells.ts'
import { peopleSentences, quoteNotClosed } from '#domain/office/people-sentences.ts'
import { Refusal, requireThat } from '#domain/refusal.ts'

const mostBytes = 10 * 1024 * 1024
const mostLines = 20_000

/** A file as it was uploaded: its headings, and under them values with the number of their line. */
export interface FileTable {
  headings: string[]
  lines: { line: number; values: string[] }[]
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

/** Reads a CSV file, or its first `atMost` lines. Refuses what is none, what is empty and what is too long. */
export async function readCsv(bytes: Buffer, atMost = mostLines): Promise<FileTable> {
  requireThat(bytes.length <= mostBytes, peopleSentences.fileTooLarge)
  const decoded = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // Pictures, archives and workbooks have signs that no table has.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  requireThat(!/[\u0000-\u0008\u000e-\u001a]/.test(decoded.slice(0, 10_000)), peopleSentences.notCsv)
  // Further down such a sign makes a bad line, which is told with it: no text of the database has this one.
  const text = decoded.replaceAll('\0', '\ufffd')
  const lines: FileTable['lines'] = []
  let lastLine = 0
  const records = parse({
    delimiter: delimiterOf(text),
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    to: atMost + 2,
    on_record: (record, { lines: read }) => {
      lastLine = read
      return record
    },
  })
  void writeInParts(records, Buffer.from(text))
  try {
    for await (const { info, record } of records as AsyncIterable<{
      info: { lines: number }
      record: string[]
    }>) {
      const within = record.join('').split('\n').length - 1
      if (record.some(value => value !== ''))
        lines.push({ line: info.lines - within, values: record.map(asTyped) })
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refusal(quoteNotClosed(lastLine + 1))
    throw new Refusal(peopleSentences.notCsv)
  }
  const headings = lines.shift()?.values ?? []
  requireThat(headings.length > 1, peopleSentences.notCsv)
  requireThat(!headings.some(isData), peopleSentences.noHeadings)
  requireThat(lines.length > 0, peopleSentences.fileEmpty)
  requireThat(lines.length <= mostLines, peopleSentences.tooManyLines)
  return { headings, lines }
}

/** What the parser gets at a time: about as many lines as it reads in two milliseconds. */
const partBytes = 16 * 1024

/** Gives others their turn while a long file is read. The parser ends by itself when it has as much as it was to read. */
async function writeInParts(parser: Parser, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length && parser.writable; at += partBytes) {
    parser.write(bytes.subarray(at, at + partBytes))
    await othersTurn()
  }
  if (parser.writable) parser.end()
}

/** A number or a dash behind the sign that keeps table programs, and our own files, from working it out: `'+44 7700 900001`. */
const asTyped = (value: string) => value.replace(/^'(?=[+-]([\d\s(]|$))/, '')

/** An address or a day, of which each kind of file has one in every line, and which no column is called. */
const isData = (heading: string) =>
  isEmailAddress(heading) || /^\d{1,4}([-./])\d{1,2}\1\d{1,4}$/.test(heading)

/** What stands most often between the headings. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
  const times = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].sort((one, other) => times(other) - times(one))[0] ?? ','
}

/** The lines by our columns, and those that have more or fewer values than there are headings. */
export function* asLines(
  { headings, lines }: FileTable,
  columns: string[],
): Generator<void, { lines: ImportLine[]; problems: ImportProblem[] }> {
  const problems: ImportProblem[] = []
  const good: ImportLine[] = []
  for (const { line, values } of lines) {
    yield
    const isWhole =
      values.length === headings.length || values.slice(headings.length).every(value => value === '')
    if (values.length < headings.length || !isWhole) {
      const sentence = `Line ${line}: has ${values.length} columns, the heading has ${headings.length}`
      problems.push({ line, column: '', value: '', sentence })
      continue
    }
    const cells = columns.flatMap((column, at) => (column === '' ? [] : [[column, values[at] ?? '']]))
    good.push({ line, cells: Object.fromEntries(cells) })
  }
  return { lines: good, problems }
}
