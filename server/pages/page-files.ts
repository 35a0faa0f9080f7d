import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Style {
  file: string
  text: string
  /** The hash for the security policy. */
  hash: string
}

/** A page's files from the build: those to load, and the styles to inline. */
export interface PageFiles {
  entry: string
  preloads: string[]
  styles: Style[]
}

/** Returns the hash by which the security policy allows an inlined style. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Vite's manifest: each source file with its built file and the files that it needs. */
type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; assets?: string[] }
>

/** Returns the files that an entry needs, starting with its own. */
function chunksOf(manifest: Manifest, ...keys: string[]) {
  const reachedFrom = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(reachedFrom)]
  const chunks = [...new Set(keys.flatMap(reachedFrom))].flatMap(key => manifest[key] ?? [])
  const [entry = '', ...preloads] = chunks.map(chunk => chunk.file)
  return { entry, preloads, css: [...new Set(chunks.flatMap(chunk => chunk.css ?? []))] }
}

export interface OfficeFiles {
  entry: string
  preloads: string[]
  css: string[]
}

/** Reads the files of the office's page; its style sheets stay files. */
export const readOfficeFiles = (built: URL): OfficeFiles =>
  chunksOf(
    JSON.parse(readFileSync(new URL('web/office.json', built), 'utf8')) as Manifest,
    'web/office/entry-office.tsx',
  )

/** The built service worker, and the files that it keeps on a device. */
export interface OfficeWorker {
  script: string
  files: string[]
}

/**
 * The sources that work without a signal, besides those that every page loads. A session may end while the signal
 * comes and goes, so the sign-in page is among them.
 */
const worksWithoutSignal = (key: string) =>
  key.startsWith('web/office/registers/') ||
  ['web/office/frame/room-for-messages.ts', 'web/office/staff/sign-in-page.tsx'].includes(key)

/** Reads the service worker. It keeps the files of registers, and only the fonts for Latin script. */
export function readOfficeWorker(built: URL): OfficeWorker {
  const manifest = JSON.parse(readFileSync(new URL('web/office.json', built), 'utf8')) as Manifest
  const pages = Object.keys(manifest).filter(worksWithoutSignal)
  const reached = new Set<string>()
  const reach = (key: string) => {
    if (reached.has(key)) return
    reached.add(key)
    for (const imported of manifest[key]?.imports ?? []) reach(imported)
  }
  for (const key of ['web/office/entry-office.tsx', ...pages]) reach(key)
  const files = [...reached].flatMap(key => {
    const { file = [], css = [], assets = [] } = manifest[key] ?? {}
    return [file, css, assets.filter(asset => /nunito-latin-/.test(asset))].flat()
  })
  return {
    script: readFileSync(new URL('worker/office-worker.js', built), 'utf8'),
    files: [...new Set(files)].sort(),
  }
}

/** Reads the build's manifests. Returns a function from a page's path to its files. */
export function readPageFiles(built: URL): (pagePath: string) => PageFiles {
  const read = (path: string) => readFileSync(new URL(path, built), 'utf8')
  const manifest: Manifest = JSON.parse(read('web/manifest.json'))
  const components: Record<string, string> = JSON.parse(read('server/component-files.json'))
  const styleOf = (file: string): Style => {
    const text = read(`web/${file}`).trim()
    return { file, text, hash: hashOf(text) }
  }
  const filesOf = (component: string): PageFiles => {
    const { css, ...files } = chunksOf(manifest, 'web/rendering/entry-client.tsx', component)
    return { ...files, styles: css.map(styleOf) }
  }
  const known = new Map<string, PageFiles>()
  return pagePath => {
    const component = components[pagePath]
    if (!component) throw new Error(`The build knows no page ${pagePath}`)
    const files = known.get(component) ?? filesOf(component)
    known.set(component, files)
    return files
  }
}
