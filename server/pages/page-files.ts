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

/** Vite's manifest: a source file → the file it was built into, and what that needs. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** Reads the build's manifests; answers the files of the page at a path of the table of pages. */
export function readPageFiles(built: URL): (pagePath: string) => PageFiles {
  const read = (path: string) => readFileSync(new URL(path, built), 'utf8')
  const manifest: Manifest = JSON.parse(read('web/manifest.json'))
  const components: Record<string, string> = JSON.parse(read('server/component-files.json'))
  const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry) ?? ''
  const reachedFrom = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(reachedFrom)]
  const styleOf = (file: string): Style => {
    const text = read(`web/${file}`).trim()
    return { file, text, hash: createHash('sha256').update(text).digest('base64') }
  }
  const filesOf = (component: string): PageFiles => {
    const chunks = [...new Set([...reachedFrom(entry), ...reachedFrom(component)])].flatMap(
      key => manifest[key] ?? [],
    )
    const [first, ...others] = chunks.map(chunk => chunk.file)
    return {
      entry: first ?? '',
      preloads: others,
      styles: [...new Set(chunks.flatMap(chunk => chunk.css ?? []))].map(styleOf),
    }
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
