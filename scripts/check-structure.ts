import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { contract } from '#contract/contract.ts'
import { callsIn } from '#testing/call-fields.ts'

/** Checks what the linter cannot: who may import whom, what an area may contain, and where wire names may appear. */
export interface SourceFile {
  path: string
  text: string
}

/** The areas of server/features, lowest first. Each may import those before it. */
const areas = [
  'offerings',
  'accounts',
  'children',
  'staff',
  'content',
  'calendar-feed',
  'business',
  'notifications',
  'enquiries',
  'waiting-list',
  'orders',
  'money',
  'registers',
  'credits',
  'shop',
  'own-data',
  'health',
  'planning',
  'cancelled-dates',
  'families',
  'messages',
  'waiting-desk',
  'reports',
  'walk-ins',
  'desk-bookings',
  'desk-sales',
  'basket',
  'payments',
  'catalogue',
  'imports',
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
  ]
}

const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(match => match[1] ?? '')

/** Resolves an import: `resolved('web/a/x.ts', '#web/b.ts')` → 'web/b.ts'; undefined for packages. */
export function resolved(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined
}

/** Whether a file belongs to the office. Parents' code may not import it. */
const isOfOffice = (path: string) => /^(web|contract|domain)\/office\//.test(path)
/** Whether parents' code may import the file. */
const isForParents = (path: string) => /^(web|contract|domain)\//.test(path) && !isOfOffice(path)

/** Checks that neither front end imports the other (record 054). */
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
      // A type of the renderer may be imported. Its code may not, because at run time its build is loaded.
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

/** The rooms of the web, lowest first. Each may import those before it, so an area that others use comes early. */
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
/** The rooms of the server and of the web, lowest first. A file may import its own room and those before it. */
const rooms = [
  'server/clock.ts',
  'server/in-parts.ts',
  'server/exit-within.ts',
  'server/create-limiter.ts',
  'server/give-back-memory.ts',
  'server/log-output.ts',
  'server/config.ts',
  'server/env-file.ts',
  'server/data-folder.ts',
  'server/pictures',
  'server/database',
  'server/services.ts',
  'server/log.ts',
  'server/listen-in-folder.ts',
  'server/cards',
  'server/request',
  'server/jobs',
  'server/mail',
  'server/staff-log',
  'server/audit',
  ...areas.map(area => `server/features/${area}`),
  'server/http',
  'server/pages',
  'server/routes.ts',
  'server/office-routes.ts',
  'server/background',
  'server/operating',
  'server/app.ts',
  'server/demo-mode.ts',
  'server/open-server.ts',
  'server/start-server.ts',
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

/** Finds imports, types included, of a room above the file's own. */
function arrowProblems({ path, text }: SourceFile): string[] {
  const [folder] = path.split('/', 1)
  if ((folder !== 'server' && folder !== 'web') || path.includes('.test.')) return []
  const room = roomOf(path)
  if (room < 0) return [`${path}: the list of rooms in scripts/check-structure.ts does not name it`]
  return importsOf(text)
    .map(specifier => resolved(path, specifier) ?? '')
    .filter(target => target.startsWith(`${folder}/`) && roomOf(target) > room)
    .map(target => `${path} imports ${target}: ${rooms[roomOf(target)]} stands above ${rooms[room]}`)
}

/** Checks that a feature imports only commands and queries of another feature, not its calls. */
function featureBorderProblems(path: string, target: string): string[] {
  const feature = /^server\/features\/([^/]+)\/calls\.ts$/.exec(target)?.[1]
  if (feature && path.startsWith('server/features/') && !path.startsWith(`server/features/${feature}/`)) {
    return [`${path} imports ${target}: use the feature's verb files and queries, not its calls`]
  }
  return []
}

/** Lists a file's imports without types, which do not exist at run time. */
const importsToRun = (text: string) =>
  importsOf(
    text
      .replace(/\b(?:import|export) type [^'"]*['"][^'"]*['"]/g, '')
      .replace(/\bimport \{(?:\s*type [^,}]*,?)*\s*\} from\s*['"][^'"]*['"]/g, ''),
  )

/** Finds circular imports of files, types included: one line for each circle. */
function fileCircleProblems(files: SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).flatMap(specifier => resolved(path, specifier) ?? []),
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

/**
 * Finds effects without braces, which return the value of their expression. React calls that value as the clean-up. If a
 * later browser returns a promise there, the page goes blank.
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

/** Matches a published path such as `user/login`. */
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
/** Tables and data that belong to one kind each, and pages whose address is for one kind. */
const mayNameKinds =
  /^(contract|demo|testing)\/|^domain\/(offering-kinds|office\/presets)\.ts$|^server\/features\/content\/calls\.ts$|^web\/site\/(home\/|timetable\/classes-page\.tsx$|offerings\/kind-words\.ts$)/

/** Finds code that asks which kind it has. Differences are capabilities in domain/offering-kinds.ts (record 004). */
function kindProblems({ path, text }: SourceFile): string[] {
  if (path.includes('.test.') || /^(scripts|bench|journeys)\//.test(path)) return []
  const found = comparedKind.exec(text) ?? (mayNameKinds.test(path) ? null : namedKind.exec(text))
  return found
    ? [`${path} says ${found[0]}: branch on a capability of domain/offering-kinds.ts, never on a kind's name`]
    : []
}

/**
 * Checks that calls are named only in an area's queries, together with their key and the queries that they invalidate.
 */
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
