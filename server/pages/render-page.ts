import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { html, type Markup } from '#server/http/markup.ts'
import type { Renderer, RenderRequest } from '#web/rendering/render.ts'
import { type PageFiles, readPageFiles, type Style } from './page-files.ts'
import { contentSecurityPolicy } from './security-policy.ts'

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  /** Empty for a redirect. */
  html: string
}

const built = new URL('../../dist/', import.meta.url)
let build: Promise<{ renderer: Renderer; filesOf: (pagePath: string) => PageFiles }> | undefined

async function loadBuild() {
  const renderer = new URL('server/entry-server.js', built)
  if (!existsSync(renderer)) throw new Error('The web pages have not been built: run `npm run build`')
  return {
    renderer: (await import(fileURLToPath(renderer))) as Renderer,
    filesOf: readPageFiles(built),
  }
}

/** Renders one page for a visitor: what needs a sign-in is sent as its shell. Throws when there is no build yet. */
export async function renderPage(request: RenderRequest): Promise<PageAnswer> {
  const { settings } = request
  build ??= loadBuild()
  const { renderer, filesOf } = await build
  const page = await renderer.render(request)
  if ('redirect' in page) return { status: 302, headers: { location: page.redirect }, html: '' }
  const { entry, preloads, styles } = filesOf(page.path)
  const { title, description, schema } = page.head
  const { markup } = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}
${
  page.isPrivate
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${settings.publicUrl}${page.canonical}">`
}
<meta name="api-base" content="${settings.apiBase}">
<meta name="image-base" content="${settings.imageBase}">
<meta name="public-url" content="${settings.publicUrl}">
${settings.isDemo && html`<meta name="demo" content="yes">`}
<meta name="theme-color" content="#fffdf9">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${styles.map(styleElements)}
${preloads.map(file => html`<link rel="modulepreload" href="/${file}" fetchpriority="low">\n`)}
<script type="module" src="/${entry}" fetchpriority="low"></script>
${schema && jsonBlock('application/ld+json', 'page-schema', { '@context': 'https://schema.org', ...asGraph(schema) })}
</head>
<body>
<div id="root">${{ markup: page.body }}</div>
${jsonBlock('application/json', 'page-data', page.data)}
</body>
</html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(
        styles.map(style => style.hash),
        settings,
      ),
      'cache-control': page.isPrivate ? 'no-store' : 'public, max-age=0, must-revalidate',
    },
    html: markup,
  }
}

const asGraph = (schema: object | object[]) => (Array.isArray(schema) ? { '@graph': schema } : schema)

/** JSON that cannot end its own script element. */
const jsonBlock = (type: string, id: string, value: unknown): Markup =>
  html`<script type="${type}" id="${id}">${{ markup: JSON.stringify(value).replace(/</g, '\\u003c') }}</script>`

// The disabled link is never fetched: it tells the page's loader that this style is already there.
const styleElements = ({ file, text }: Style): Markup =>
  html`<style>${{ markup: text }}</style><link rel="stylesheet" href="/${file}" disabled>`
