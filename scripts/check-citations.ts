import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SourceFile } from './check-structure.ts'

/**
 * Checks that everything cited in code, tests and docs is in the repository. docs/spec/README.md says what may be
 * cited, and how.
 */

const read = (path: string) => readFileSync(path, 'utf8')
const found = (path: string, pattern: RegExp) =>
  new Set([...read(path).matchAll(pattern)].map(([, name]) => name as string))

const folders = [
  ...['bench', 'contract', 'demo', 'docs', 'domain', 'journeys', 'scripts', 'server', 'stripe-stand-in'],
  ...['testing', 'web'],
]

const sections = {
  'spec 1': found('docs/spec/1-classes-shop-basket.md', /^## (\d+)\./gm),
  'spec 2': found('docs/spec/2-account-events-parents.md', /^## (\d+)\./gm),
  'spec 3': found('docs/spec/3-back-office.md', /^## (\d+)\./gm),
  'spec 4': found('docs/spec/4-running-a-term.md', /^## (\d+)\./gm),
  'calls.md': found('docs/spec/calls.md', /^###? (\d+(?:\.\d+)?)\.? /gm),
}
const decisions = new Set(
  ['decisions', 'office-decisions'].flatMap(page => [
    ...found(`docs/spec/${page}.md`, /^\| ([A-Z]-\d{2,3}) \|/gm),
  ]),
)
const items = found('docs/spec/checklist.md', /^- \*\*([A-Z]+-\d+)\*\*/gm)
const areas = [...new Set([...items].map(item => item.replace(/-.*/, '')))].join('|')
const trustRows = found('docs/spec/trust.md', /^\| (\d+) +\|/gm)
const invariants = found('docs/spec/trust.md', /^(\d+)\. /gm)
const records = new Set(readdirSync('docs/decisions').map(name => name.slice(0, 3)))
const names = listFiles().map(path => `/${path}`)

/** Each kind of citation: its pattern, and its permitted values. A pattern's last group may hold several. */
const kinds: [pattern: RegExp, part: RegExp, known: (source: string) => Set<string>][] = [
  [
    /\b(spec \d+) ((?:(?:, | and | to )?§\d+)+)/gi,
    /\d+/g,
    source => sections[source.toLowerCase() as 'spec 1'],
  ],
  [/\b(calls\.md) ((?:(?:, | and )?§[\d.]*\d)+)/g, /\d+(?:\.\d+)?/g, () => sections['calls.md']],
  [/()(?:\bdecisions? |(?<![\w-])(?=[A-EO]-\d{2,3}(?![\w-])))([A-Z]-\d+)/gi, /.+/g, () => decisions],
  [new RegExp(`()\\b((?:${areas})-\\d+)\\b`, 'g'), /.+/g, () => items],
  [/\b(trust rows?) (\d+(?: and \d+)?)/gi, /\d+/g, () => trustRows],
  [/\b(invariants?) (\d+)\b/gi, /\d+/g, () => invariants],
  [/\b(records?) (\d{3})\b/gi, /\d+/g, () => records],
]
/** Citations in another spelling, and sections without the document that they belong to. */
const strayed =
  /\bdecisions? (?:record )?\d+|\brecords? \d{1,2}\b|(?<!(?:spec \d|calls\.md|RFC \d+|, §\d+|§\d+ and|§\d+,) )§/gi

/** The documents of the office. They may cite their own sections, and parts that are not built yet. */
const citesItself = /^docs\/spec\/(3-back-office|4-running-a-term|office-decisions)\.md$/

export function findCitationProblems({ path, text }: SourceFile): string[] {
  const flat = text.replace(/\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g, ' ')
  const unknown = kinds.flatMap(([pattern, part, known]) =>
    [...flat.matchAll(pattern)].flatMap(([whole, source = '', cited = '']) =>
      (cited.match(part) ?? []).filter(one => !known(source)?.has(one)).map(() => whole),
    ),
  )
  const stray = citesItself.test(path)
    ? []
    : [...flat.matchAll(strayed)].map(({ index }) => flat.slice(index, index + 30))
  return [...unknown, ...stray, ...(path.endsWith('.md') ? deadPaths(path, text) : [])].map(
    citation => `${path} cites ${citation}, which is nowhere in docs/`,
  )
}

/** Finds links and backticked file names that lead nowhere. A file name may be the end of a path. */
function deadPaths(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].map(([, link]) => link as string)
  const files = [...text.matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|css|sql|mjs))`/g)].map(
    ([, file]) => file as string,
  )
  return [
    ...links.filter(link => !existsSync(join(dirname(path), link))),
    ...files.filter(file => !names.some(name => name.endsWith(`/${file}`))),
  ]
}

function listFiles(): string[] {
  return folders
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .concat(readdirSync('.'))
}

/** Reads all texts that may cite: code, tests, migrations, styles and documents, except this check and its test. */
export function readTexts(): SourceFile[] {
  return listFiles()
    .filter(path => /\.(ts|tsx|mjs|css|sql|md)$/.test(path) && !basename(path).startsWith('check-citations'))
    .map(path => ({ path, text: read(path) }))
}
