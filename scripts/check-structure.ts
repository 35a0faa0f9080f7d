import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { contract } from '#contract/contract.ts'
import { callsIn } from '#testing/fields-of-call.ts'

/** Checks what the linter cannot: who may import whom, what a slice may hold, where wire names may stand. */
export interface SourceFile {
  path: string
  text: string
}

/** Of the server's features. */
const areas = [
  'accounts',
  'basket',
  'business',
  'calendar-feed',
  'catalogue',
  'children',
  'content',
  'credits',
  'enquiries',
  'families',
  'health',
  'imports',
  'notifications',
  'offerings',
  'orders',
  'own-data',
  'payments',
  'planning',
  'registers',
  'shop',
  'staff',
  'waiting-list',
]

// `order_sn`, `course_type_id` and `course_shop_id` are missing: they are also names in the fixed addresses of pages.
const wireNames =
  /\b(psot_code|can_num|is_expired|combo_num|course_shop_name|course_product_id|course_products_id|cpu_id|is_try|course_age_id|academic_system)\b/

const mayImport: Record<string, string[]> = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  server: ['server', 'contract', 'domain'],
  web: ['web', 'contract', 'domain'],
  demo: ['demo', 'stripe-stand-in', 'server', 'contract', 'domain'],
  'stripe-stand-in': ['stripe-stand-in', 'server'],
  testing: ['testing', 'stripe-stand-in', 'demo', 'server', 'contract', 'domain'],
}

const shapelessNames = /(^|\/)(utils?|helpers?|common|misc|lib|types|constants|index)\.(ts|tsx)$/

export function findStructureProblems(files: SourceFile[]): string[] {
  return [
    ...files.flatMap(file => [
      ...borderProblems(file),
      ...officeProblems(file),
      ...arrowProblems(file),
      ...nameProblems(file),
      ...sliceProblems(file),
      ...wireProblems(file),
      ...kindProblems(file),
      ...callProblems(file),
      ...effectProblems(file),
    ]),
    ...fileCircleProblems(files),
    ...circleProblems(files, 'server/features/'),
  ]
}

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1] ?? '')

/** `resolved('web/a/x.ts', '#web/b.ts')` → 'web/b.ts'; undefined for what is not ours. */
export function resolved(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined
}

/** The office's own rooms, in the web, the contract and the rules: parents' code takes nothing of them. */
const isOfOffice = (path: string) => /^(web|contract|domain)\/office\//.test(path)
/** What parents' code may be made of. */
const isForParents = (path: string) => /^(web|contract|domain)\//.test(path) && !isOfOffice(path)

/** Two front ends over one base: neither knows of the other (record 056). */
function officeProblems({ path, text }: SourceFile): string[] {
  if (path.includes('.test.')) return []
  return importsOf(text)
    .map(specifier => resolved(path, specifier) ?? '')
    .filter(
      target =>
        (isForParents(path) && isOfOffice(target)) ||
        (path.startsWith('web/office/') && /^web\/(site|rendering|page\.ts)/.test(target)),
    )
    .map(target => `${path} imports ${target}: the site and the office take nothing of each other`)
}

function borderProblems({ path, text }: SourceFile): string[] {
  const from = path.split('/')[0] ?? ''
  const allowed = mayImport[from]
  if (!allowed) return []
  return importsOf(text)
    .map(specifier => resolved(path, specifier))
    .filter(target => target !== undefined)
    .flatMap(target => {
      const to = target.split('/')[0] ?? ''
      // The types of the renderer; what runs is its build.
      const isType =
        path.startsWith('server/pages/') &&
        to === 'web' &&
        !importsToRun(text).some(running => resolved(path, running) === target)
      const isTest = path.includes('.test.') && mayImport.testing?.includes(to)
      if (!allowed.includes(to) && !isType && !isTest && !target.startsWith('node_modules')) {
        return [`${path} imports ${target}: ${from} may import only ${allowed.join(', ')}`]
      }
      return featureBorderProblems(path, target)
    })
}

/** The rooms of the web from the ground up: each may import those before it. An area that others use stands low. */
const areasOfSite = [
  'enquiries',
  'own-data',
  'calendar-feed',
  'notifications',
  'content',
  'accounts',
  'children',
  'payments',
  'credits',
  'offerings',
  'basket',
  'shop',
  'booking',
  'waiting-list',
  'orders',
  'timetable',
  'home',
  'onboarding',
  'shell',
]
const rooms = [
  'web',
  'web/navigation',
  'web/ui',
  'web/page.ts',
  ...areasOfSite.map(area => `web/site/${area}`),
  'web/rendering',
  'web/office',
]

const roomOf = (path: string): number =>
  rooms.findLastIndex(room => path === room || path.startsWith(`${room}/`))

/** An arrow that runs back up, to a room that stands on this one. */
function arrowProblems({ path, text }: SourceFile): string[] {
  if (!path.startsWith('web/') || path.includes('.test.')) return []
  return importsOf(text)
    .map(specifier => resolved(path, specifier) ?? '')
    .filter(target => target.startsWith('web/') && roomOf(target) > roomOf(path))
    .map(target => `${path} imports ${target}: ${rooms[roomOf(target)]} stands above ${rooms[roomOf(path)]}`)
}

/** Another feature's verbs and queries may be used, its calls may not. */
function featureBorderProblems(path: string, target: string): string[] {
  const feature = /^server\/features\/([^/]+)\/calls\.ts$/.exec(target)?.[1]
  if (feature && path.startsWith('server/features/') && !path.startsWith(`server/features/${feature}/`)) {
    return [`${path} imports ${target}: use the feature's verb files and queries, not its calls`]
  }
  return []
}

/** What a file imports besides types: those are gone when it runs. */
const importsToRun = (text: string) =>
  importsOf(
    text
      .replace(/\b(?:import|export) type [^'"]*['"][^'"]*['"]/g, '')
      .replace(/\bimport \{(?:\s*type [^,}]*,?)*\s*\} from\s*['"][^'"]*['"]/g, ''),
  )

/** Files that import each other in a circle, types aside: one line for each circle that is met first. */
function fileCircleProblems(files: SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      importsToRun(text).flatMap(specifier => resolved(path, specifier) ?? []),
    ]),
  )
  const problems: string[] = []
  const isSeen = new Set<string>()
  const visit = (path: string, way: string[]): void => {
    const begin = way.indexOf(path)
    if (begin >= 0) problems.push(`${[...way.slice(begin), path].join(' → ')}: imports run in a circle`)
    if (isSeen.has(path)) return
    isSeen.add(path)
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
  }
  for (const path of imports.keys()) visit(path, [])
  return problems
}

/** The areas below a folder form no circle: each may use those below it, and none of them uses it back. */
function circleProblems(files: SourceFile[], below: string): string[] {
  const areaOf = (path: string) =>
    path.startsWith(below) ? path.slice(below.length).split('/')[0] : undefined
  const uses = new Map<string, Map<string, string>>()
  for (const { path, text } of files) {
    const area = areaOf(path)
    if (!area || path.includes('.test.')) continue
    for (const specifier of importsToRun(text)) {
      const target = resolved(path, specifier) ?? ''
      const used = areaOf(target)
      if (!used || used === area) continue
      uses.set(area, (uses.get(area) ?? new Map()).set(used, `${path} imports ${target}`))
    }
  }
  /** The way from an area to itself, if there is one. */
  const wayBack = (start: string, from = start, seen = new Set<string>()): string[] | undefined => {
    for (const [to, why] of uses.get(from) ?? []) {
      if (to === start) return [why]
      if (seen.has(to)) continue
      const rest = wayBack(start, to, seen.add(to))
      if (rest) return [why, ...rest]
    }
    return undefined
  }
  return [...uses.keys()].flatMap(area => {
    const way = wayBack(area)
    return way ? [`${below}${area} uses itself in a circle: ${way.join('; ')}`] : []
  })
}

/**
 * React calls what an effect returns as its clean-up. An effect without braces returns whatever its expression gives,
 * which may be a promise by the browser's next version, and the page goes blank.
 */
function effectProblems({ path, text }: SourceFile): string[] {
  if (!path.startsWith('web/')) return []
  return [
    ...text.matchAll(/\buse(?:Layout|Insertion)?Effect\(\s*(async\b|\(\)\s*=>(?!\s*(?:\{|\(\)\s*=>)))/g),
  ].map(
    ({ index }) =>
      `${path}:${text.slice(0, index).split('\n').length}: put the body of this effect in braces, and return only its clean-up`,
  )
}

function nameProblems({ path }: SourceFile): string[] {
  const name = basename(path)
  if (shapelessNames.test(path)) return [`${path}: give the file the name of what it holds`]
  return /^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|css|sql)$/.test(name)
    ? []
    : [`${path}: file names are kebab-case`]
}

function sliceProblems({ path }: SourceFile): string[] {
  const [, folder, slice] = /^(server\/features|web\/site)\/([^/]+)\//.exec(path) ?? []
  const known = folder === 'web/site' ? areasOfSite : areas
  return slice && !known.includes(slice) ? [`${path}: ${slice} is not an area of the business`] : []
}

/** `user/login`, wherever it stands. */
const publishedPaths = new RegExp(
  `(?<![\\w-])(?:${callsIn(contract)
    .map(({ path }) => path)
    .join('|')})(?![\\w-])`,
  'i',
)

function wireProblems({ path, text }: SourceFile): string[] {
  if (/^(contract\/|server\/http\/[^/]+\.test\.ts$|scripts\/check-structure)/.test(path)) return []
  const found = wireNames.exec(text) ?? publishedPaths.exec(text)
  return found
    ? [`${path} says ${found[0]}: the wire is spelt in contract/ and server/http/*.test.ts alone`]
    : []
}

const kind =
  '(?:\'(?:class|event|parentSession)\'|"(?:class|event|parentSession)"|`(?:class|event|parentSession)`)'
/** `kind === 'event'`, `'event' !== kind`, `case 'event':`, `['class', 'event'].includes(kind)`. */
const comparedKind = new RegExp(
  `[!=]==?\\s*${kind}|${kind}\\s*[!=]==?|\\bcase\\s+${kind}|${kind}\\s*\\]\\.includes`,
)
/** `kind="event"`, `kinds: ['event']`, `place('event', …)`, `'class' | 'event'`. */
const namedKind = new RegExp(
  `\\bkinds?\\??\\s*[:=]\\s*[[{]?\\s*${kind}|[(,|]\\s*${kind}\\s*[),|]|'parentSession'|"parentSession"`,
)
/** Tables and data that are of one kind each, and the pages whose address is a kind's own. */
const mayNameKinds =
  /^(contract|demo|testing)\/|^domain\/offering-kinds\.ts$|^server\/features\/content\/calls\.ts$|^web\/site\/(home\/|timetable\/classes-page\.tsx$|offerings\/kind-words\.ts$)/

/** What differs between the kinds is a capability of domain/offering-kinds.ts: no code asks which kind it has (record 004). */
function kindProblems({ path, text }: SourceFile): string[] {
  if (path.includes('.test.') || /^(scripts|bench|journeys)\//.test(path)) return []
  const found = comparedKind.exec(text) ?? (mayNameKinds.test(path) ? null : namedKind.exec(text))
  return found
    ? [`${path} says ${found[0]}: branch on a capability of domain/offering-kinds.ts, never on a kind's name`]
    : []
}

/** The site and the office name a call in one of the area's queries alone: there stand its key, and what it makes out of date. */
function callProblems({ path, text }: SourceFile): string[] {
  if (!/^web\/(site|office)\/[^/]+\//.test(path) || /(^|[-/])quer(y|ies)\.ts$/.test(path)) return []
  const found = /\bapi(?:\.(?!ts\b)\w+|\[)|\} = useApi\(\)|\buseMutation\(/.exec(text)
  return found ? [`${path} says ${found[0]}: calls are named in the area's …queries.ts`] : []
}

export function readSources(): SourceFile[] {
  return [...Object.keys(mayImport), 'scripts', 'bench', 'journeys']
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(path => /\.(ts|tsx)$/.test(path))
    .map(path => ({ path, text: readFileSync(path, 'utf8') }))
}
