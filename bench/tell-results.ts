import { readFileSync, writeFileSync } from 'node:fs'

const page = new URL('./results.md', import.meta.url)

/**
 * Returns a function that prints each result as a line. With `--record`, the results replace the bench's
 * table in bench/results.md once it has ended.
 */
export function tellResults(bench: string): (name: string, value: string) => void {
  const rows: Row[] = []
  const record = () => writeFileSync(page, withResults(readFileSync(page, 'utf8'), bench, rows, new Date()))
  return (name, value) => {
    process.stdout.write(`${name}: ${value}\n`)
    rows.push([name, value])
    // PostgreSQL's starter ends the process in its own `beforeExit` listener, which may be added between two
    // rows. So this listener is always moved before it.
    if (process.argv.includes('--record'))
      process.off('beforeExit', record).prependOnceListener('beforeExit', record)
  }
}

type Row = [name: string, value: string]

/** Replaces the table between the bench's two markers, and writes the day of the measurement above it. */
export function withResults(text: string, bench: string, rows: Row[], now: Date): string {
  const [begin, end] = [`<!-- bench:${bench} -->`, `<!-- /bench:${bench} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`bench/results.md has no place for bench:${bench}`)
  const day = now.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const table: Row[] = [[`Measured ${day}`, 'Result'], ...rows]
  const widths = [0, 1].map(column => Math.max(...table.map(row => row[column as 0 | 1].length)))
  const lineOf = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = lineOf(widths.map(width => '-'.repeat(width)))
  const [head, ...body] = table.map(lineOf)
  return `${text.slice(0, from)}${[begin, '', head, rule, ...body, '', ''].join('\n')}${text.slice(to)}`
}
