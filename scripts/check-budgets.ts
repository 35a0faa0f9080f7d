import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Checks that the first load of each page is within its budget (bytes over the wire, gzip). */

interface Chunk {
  file: string
  name?: string
  src?: string
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

const folder = 'dist/web'
const readManifest = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest
const manifest = readManifest('manifest.json')
const office = readManifest('office.json')
const kilobyte = 1000

const budgets: { page: string; most: number; styles?: number }[] = [
  { page: 'web/site/home/home-page.tsx', most: 120, styles: 8 },
  { page: 'web/site/timetable/classes-page.tsx', most: 120, styles: 9 },
  { page: 'web/site/accounts/register-page.tsx', most: 125 },
  { page: 'web/site/children/edit-child-page.tsx', most: 125 },
]
const maxPageChunkKilobytes = 8
/** Home page and timetable have more, because they hold the finder; the timetable also has the rows of the week. */
const maxStylesKilobytes = 7.5
/** The budget of the page of a register, with what works without a signal (spec 4 §5). */
const maxRegisterKilobytes = 40
/** The budget of the office's frame, with its styles and the code that its pages share. */
const maxOfficeKilobytes = 120

const zipped = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / kilobyte

/** Compresses the style sheets of a page together, because they are inlined one after the other. */
const zippedTogether = (files: string[]) =>
  gzipSync(Buffer.concat(files.map(file => readFileSync(join(folder, file)))), { level: 9 }).length / kilobyte

function filesOf(key: string, seen = new Set<string>(), from = manifest): Set<string> {
  const chunk = from[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen, from)
  return seen
}

const problems: string[] = []
function hold(what: string, size: number, most: number): void {
  const line = `${what}: ${size.toFixed(1)} KB of ${most}`
  process.stdout.write(`${line}\n`)
  if (size > most) problems.push(line)
}

const shared = filesOf('web/rendering/entry-client.tsx')
for (const { page, most, styles: maxStyles = maxStylesKilobytes } of budgets) {
  const chunk = manifest[page]
  if (!chunk) {
    problems.push(`${page} is not in the build`)
    continue
  }
  const all = filesOf(page, new Set(shared))
  const size = [...all].reduce((total, key) => total + zipped(manifest[key]?.file ?? ''), 0)
  hold(`first load of ${page}`, size, most)
  hold('its own chunk', zipped(chunk.file), maxPageChunkKilobytes)
  const styles = [...all].flatMap(key => manifest[key]?.css ?? [])
  hold('its styles', zippedTogether(styles), maxStyles)
}
const shell = [...filesOf('web/office/entry-office.tsx', new Set(), office)].flatMap(key => {
  const { file, css = [] } = office[key] as Chunk
  return [file, ...css]
})
hold(
  'the shell of the office',
  shell.reduce((total, file) => total + zipped(file), 0),
  maxOfficeKilobytes,
)
// What a register loads besides the shell, and what it needs without a signal.
const ofRegister = Object.keys(office).filter(key =>
  /^web\/office\/registers\/(register-page|offline\/)/.test(key),
)
const ofShell = filesOf('web/office/entry-office.tsx', new Set(), office)
const besides = new Set(ofRegister.flatMap(key => [...filesOf(key, new Set(), office)]))
hold(
  'the scripts of a register',
  [...besides].reduce((total, key) => total + (ofShell.has(key) ? 0 : zipped(office[key]?.file ?? '')), 0),
  maxRegisterKilobytes,
)
// The manifest has every chunk, whether it is loaded at once or later.
for (const key of Object.keys(manifest)) {
  if (/^(web|contract|domain)\/office\//.test(key)) problems.push(`${key} is in the site's build`)
}
for (const problem of problems) process.stderr.write(`Over budget: ${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
