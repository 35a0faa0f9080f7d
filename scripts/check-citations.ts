import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SourceFile } from './check-structure.ts'

/** Checks that what code, tests and docs cite is in the repository: docs/spec/README.md says what may be cited, and how. */

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
  'calls.md': found('docs/spec/calls.md', /^###? (\d+(?:\.\d+)?)\.? /gm),
}
const decisions = new Set(
  ['decisions', 'office-decisions'].flatMap(page => [
    ...found(`docs/spec/${page}.md`, /^\| ([A-Z]-\d\d) \|/gm),
  ]),
)
const items = found('docs/spec/checklist.md', /^- \*\*([A-Z]+-\d+)\*\*/gm)
const areas = [...new Set([...items].map(item => item.replace(/-.*/, '')))].join('|')
const trustRows = found('docs/spec/trust.md', /^\| (\d+) +\|/gm)
const invariants = found('docs/spec/trust.md', /^(\d+)\. /gm)
const records = new Set(readdirSync('docs/decisions').map(name => name.slice(0, 3)))
const names = listFiles().map(path => `/${path}`)

/** Each kind of citation: how it is written, and what it may say. A pattern's last group may hold several. */
const kinds: [pattern: RegExp, part: RegExp, known: (source: string) => Set<string>][] = [
  [
    /\b(spec \d+) ((?:(?:, | and | to )?§\d+)+)/gi,
    /\d+/g,
    source => sections[source.toLowerCase() as 'spec 1'],
  ],
  [/\b(calls\.md) ((?:(?:, | and )?§[\d.]*\d)+)/g, /\d+(?:\.\d+)?/g, () => sections['calls.md']],
  [/()(?:\bdecisions? |(?<![\w-])(?=[A-EO]-\d\d(?![\w-])))([A-Z]-\d+)/gi, /.+/g, () => decisions],
  [new RegExp(`()\\b((?:${areas})-\\d+)\\b`, 'g'), /.+/g, () => items],
  [/\b(trust rows?) (\d+(?: and \d+)?)/gi, /\d+/g, () => trustRows],
  [/\b(invariants?) (\d+)\b/gi, /\d+/g, () => invariants],
  [/\b(records?) (\d{3})\b/gi, /\d+/g, () => records],
]
/** Other spellings of the same, and a section of something that is not named before it. */
const strayed =
  /\bdecisions? (?:record )?\d+|\brecords? \d{1,2}\b|(?<!(?:spec \d|calls\.md|RFC \d+|, §\d+|§\d+ and|§\d+,) )§/gi

/** The office's documents name their own sections, and parts of its design that are not built yet. */
const citesItself = /^docs\/spec\/(3-back-office|office-decisions)\.md$/

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
  return [
    ...unknown,
    ...stray,
    ...(path.endsWith('.md') ? [...deadPaths(path, text), ...deadEntries(text)] : []),
  ].map(citation => `${path} cites ${citation}, which is nowhere in docs/`)
}

/** Links, and files named in backticks: by their path, or the end of it. */
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

/** An index names paths as they are from the root; what else a line of it names stands in one of the line's files. */
function deadEntries(text: string): string[] {
  const lines = (text.split('## Index\n')[1] ?? '').split('\n').filter(line => line.startsWith('- '))
  return lines.flatMap(line => {
    const cited = [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string)
    const files = cited.filter(name => statSync(name, { throwIfNoEntry: false })?.isFile())
    return cited.filter(
      name => !existsSync(name) && (/[./]/.test(name) || !files.some(file => read(file).includes(name))),
    )
  })
}

function listFiles(): string[] {
  return folders
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .concat(readdirSync('.'))
}

/** All that may cite: code, tests, migrations, styles and pages of text; but the citations invented for the check's own test. */
export function readTexts(): SourceFile[] {
  return listFiles()
    .filter(path => /\.(ts|tsx|mjs|css|sql|md)$/.test(path) && !basename(path).startsWith('check-citations'))
    .map(path => ({ path, text: read(path) }))
}
