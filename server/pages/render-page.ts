import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { InlinePicture } from './inline-picture.ts'

/** `renderPage({ url, … })` → `{ status, headers, html }`; redirects have an empty html. */
export interface PageRequest {
  /** Path and query, as the browser asked for them. */
  url: string
  callInProcess: (path: string, body: unknown) => Promise<{ code: number; msg: string; data: unknown }>
  inlinePicture: InlinePicture
  settings: { apiBase: string; imageBase: string; publicUrl: string; isDemo: boolean; now: Date }
}
export interface PageAnswer {
  status: number
  headers: Record<string, string>
  html: string
}

// The renderer is built from web/rendering/entry-server.tsx, which this process cannot read as it is: Node runs no TSX.
interface Head {
  title: string
  description?: string
  schema?: object | object[]
}
type Rendered =
  | { redirect: string }
  | { head: Head; body: string; data: unknown; file: string; canonical: string; isPrivate: boolean }
type Render = (
  address: string,
  send: PageRequest['callInProcess'],
  settings: PageRequest['settings'],
  now: Date,
) => Promise<Rendered>
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

interface Style {
  file: string
  text: string
  /** For the security policy. */
  hash: string
}
/** What a page brings from the build: its files beside the entry, and the styles that are inlined. */
interface PageFiles {
  entry: string
  preloads: string[]
  styles: Style[]
}
interface Build {
  render: Render
  /** The files of the page in a component file such as `home-page.tsx`. */
  filesOf: (componentFile: string) => PageFiles
}

const folder = (path: string) => new URL(`../../dist/${path}`, import.meta.url)
let build: Promise<Build> | undefined

/** Renders one page for a visitor: what needs a sign-in is sent as its shell. Throws when there is no build yet. */
export async function renderPage(request: PageRequest): Promise<PageAnswer> {
  const { url, callInProcess, inlinePicture, settings } = request
  build ??= loadBuild()
  const { render, filesOf } = await build
  const page = await render(url, callInProcess, settings, settings.now)
  if ('redirect' in page) return { status: 302, headers: { location: page.redirect }, html: '' }
  const { entry, preloads, styles } = filesOf(page.file)
  const address = `${settings.publicUrl}${page.canonical}`
  const html = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.head.title)}</title>
${page.head.description ? `<meta name="description" content="${escapeHtml(page.head.description)}">` : ''}
${page.isPrivate ? '<meta name="robots" content="noindex">' : `<link rel="canonical" href="${escapeHtml(address)}">`}
<meta name="api-base" content="${escapeHtml(settings.apiBase)}">
<meta name="image-base" content="${escapeHtml(settings.imageBase)}">
<meta name="public-url" content="${escapeHtml(settings.publicUrl)}">
${settings.isDemo ? '<meta name="demo" content="yes">' : ''}
<meta name="theme-color" content="#fffdf9">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${styles.map(styleElements).join('\n')}
${preloads.map(file => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`).join('\n')}
<script type="module" src="/${entry}" fetchpriority="low"></script>
${page.head.schema ? jsonBlock('application/ld+json', 'page-schema', { '@context': 'https://schema.org', ...asGraph(page.head.schema) }) : ''}
</head>
<body>
<div id="root">${await withFirstPicture(page.body, inlinePicture)}</div>
${jsonBlock('application/json', 'page-data', page.data)}
</body>
</html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(styles, settings),
      'cache-control': page.isPrivate ? 'no-store' : 'public, max-age=0, must-revalidate',
    },
    html,
  }
}

/** Asked for after the page, the picture that it opens with would make a phone wait twice: it comes along instead. */
async function withFirstPicture(body: string, inlinePicture: InlinePicture): Promise<string> {
  const [, preload = '', address = ''] = firstPicture.exec(body) ?? []
  const inlined = address && (await inlinePicture(address))
  if (!inlined) return body
  const [before, after] = body.split(preload) as [string, string]
  return before + after.replace(`${address} 800w`, `${inlined} 800w`)
}

/** React asks for the picture of the highest priority in a link of its own. */
const firstPicture =
  /(<link rel="preload" as="image" imageSrcSet="([^" ]+) 800w,[^>]* fetchPriority="high"\/>)/

const asGraph = (schema: object | object[]) => (Array.isArray(schema) ? { '@graph': schema } : schema)

/** JSON that cannot end its own script element. */
const jsonBlock = (type: string, id: string, value: unknown) =>
  `<script type="${type}" id="${id}">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, sign => entities[sign] ?? sign)

async function loadBuild(): Promise<Build> {
  const renderer = folder('server/entry-server.js')
  if (!existsSync(renderer) || !existsSync(folder('web/manifest.json'))) {
    throw new Error('The web pages have not been built: run `npm run build`')
  }
  const manifest: Manifest = JSON.parse(readFileSync(folder('web/manifest.json'), 'utf8'))
  const { render } = (await import(fileURLToPath(renderer))) as { render: Render }
  const entry = Object.keys(manifest).find(key => manifest[key]?.isEntry) ?? ''
  const reachedFrom = (key: string): string[] => [key, ...(manifest[key]?.imports ?? []).flatMap(reachedFrom)]
  const styleOf = (file: string): Style => {
    const text = readFileSync(folder(`web/${file}`), 'utf8').trim()
    return { file, text, hash: createHash('sha256').update(text).digest('base64') }
  }
  const makeFiles = (componentFile: string): PageFiles => {
    const page = Object.keys(manifest).find(key => key.endsWith(`/${componentFile}`))
    const chunks = [...new Set([...reachedFrom(entry), ...(page ? reachedFrom(page) : [])])].flatMap(
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
  const filesOf = (componentFile: string): PageFiles => {
    const files = known.get(componentFile) ?? makeFiles(componentFile)
    known.set(componentFile, files)
    return files
  }
  return { render, filesOf }
}

// The disabled link is never fetched: it tells the page's loader that this style is already there.
const styleElements = ({ file, text }: Style) =>
  `<style>${text}</style><link rel="stylesheet" href="/${file}" disabled>`

/** Nothing inline runs, and only what DOMPurify has cleaned becomes HTML (trust row 10). */
function contentSecurityPolicy(styles: Style[], { apiBase, imageBase }: PageRequest['settings']): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles.map(style => `'sha256-${style.hash}'`).join(' ')}`,
    `img-src 'self' data: blob:${elsewhere(imageBase)}`,
    `media-src 'self'${elsewhere(imageBase)}`,
    "font-src 'self'",
    `connect-src 'self'${elsewhere(apiBase)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify page-text',
  ].join('; ')
}

/** The calls and the pictures may come from another server of the same contract. */
const elsewhere = (base: string) => (URL.canParse(base) ? ` ${new URL(base).origin}` : '')
