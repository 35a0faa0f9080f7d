import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Style {
  file: string
  text: string
  /** For the security policy. */
  hash: string
}

/** What a page brings from the build: its files beside the entry, and the styles that are inlined. */
export interface PageFiles {
  entry: string
  preloads: string[]
  styles: Style[]
}

/** As the security policy names what is inlined. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Vite's manifest: a source file → the file it was built into, and what that needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** The files that a chunk needs to begin with, the one of the entry first. */
function chunksOf(manifest: Manifest, ...keys: string[]) {
  const reachedFrom = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(reachedFrom)]
  const chunks = [...new Set(keys.flatMap(reachedFrom))].flatMap(key => manifest[key] ?? [])
  const [entry = '', ...preloads] = chunks.map(chunk => chunk.file)
  return { entry, preloads, css: [...new Set(chunks.flatMap(chunk => chunk.css ?? []))] }
}

/** What the office's shell is made of; its style sheets are files. */
export const readOfficeFiles = (built: URL) =>
  chunksOf(
    JSON.parse(readFileSync(new URL('web/office.json', built), 'utf8')) as Manifest,
    'web/office/entry-office.tsx',
  )

/** Reads the build's manifests; answers the files of the page at a path of the table of pages. */
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
