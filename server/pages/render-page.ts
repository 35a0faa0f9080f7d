import { createHash } from 'node:crypto'
import { officeSentences } from '#domain/office/sentences.ts'
import type { Clock } from '#server/clock.ts'
import { createLimiter } from '#server/create-limiter.ts'
import { coloursOf } from '#server/features/business/present-business.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { PresentBusiness } from '#server/services.ts'
import type { Drawn, RenderRequest } from '#web/rendering/render.ts'
import type { RuntimeSettings } from '#web/runtime-settings.ts'
import { earlyPresses } from './early-presses.ts'
import { hashOf, type Style } from './page-files.ts'
import type { PageSource } from './page-source.ts'
import { contentSecurityPolicy } from './security-policy.ts'
import { SentPage } from './send-page.ts'

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  /** The page; missing for a redirect. */
  page?: SentPage
}

const maxKept = 40
/** Limits rendering, because it blocks the process for about ten milliseconds. */
const limitRendering = createLimiter({ maxWaiting: 100, maxSeconds: 5 })

/**
 * Renders pages for visitors; a page that needs a sign-in is sent without data. A page's data are read each time, and
 * it is rendered again only if they changed. Throws if there is no build.
 */
export function pageRenderer(
  from: Omit<RenderRequest, 'url' | 'now' | 'settings'> & {
    source: PageSource
    settings: Omit<RuntimeSettings, 'lacks' | 'pauseText'>
    clock: Clock
    business: PresentBusiness
  },
): (url: string) => Promise<PageAnswer> {
  /** The latest pages, by address and data. */
  const kept = new Map<string, PageAnswer>()

  const { source } = from

  return async url => {
    const renderer = await source.loadRenderer()
    const settings = { ...from.settings, lacks: from.business.lacks, pauseText: from.business.pauseText }
    const asked = await renderer.ask({ ...from, settings, url, now: from.clock() })
    if ('redirect' in asked) return { status: 302, headers: { location: asked.redirect } }
    const data = JSON.stringify(asked.data)
    const look = lookOf(from.business)
    const key = createHash('sha256')
      .update(`${url}\n${look.styles}${look.ribbon}${settings.lacks}\n${settings.pauseText}\n${data}`)
      .digest('base64')
    const known = kept.get(key)
    const drawn = known ?? toAnswer(await limitRendering(() => asked.draw()), data, source, settings, look)
    kept.delete(key)
    if (asked.isComplete && source.keepsPages) kept.set(key, drawn)
    if (kept.size > maxKept) kept.delete(kept.keys().next().value as string)
    return drawn
  }
}

interface Look {
  styles: string
  ribbon: string
}

const ribbonStyles =
  'body>.ribbon{position:fixed;z-index:70;inset:auto auto .5rem .5rem;padding:.25rem .75rem;border-radius:99rem;background:#17333d;color:#fff;font-weight:800;font-size:.875rem;pointer-events:none}'

/** Returns what the business adds to every page: its colours and, before it opens, a note to its staff. */
function lookOf(business: PresentBusiness): Look {
  const { isOpen } = business
  const styles = coloursOf(business) + (isOpen ? '' : ribbonStyles)
  return { styles, ribbon: isOpen ? '' : officeSentences.onlyYouSee }
}

function toAnswer(
  page: Drawn,
  data: string,
  source: PageSource,
  settings: RuntimeSettings,
  look: Look,
): PageAnswer {
  const { entry, preloads, styles } = source.filesOf(page.path)
  const { title, business, description, image, schema } = page.head
  const address = settings.publicUrl + page.canonical
  const { markup } = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${{ markup: earlyPresses }}</script>
<title>${title}</title>
${description && html`<meta name="description" content="${description}">`}
${
  page.isPrivate
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address}">
<meta property="og:type" content="website">
<meta property="og:locale" content="en_GB">
${business && html`<meta property="og:site_name" content="${business}">`}
<meta property="og:title" content="${title}">
${description && html`<meta property="og:description" content="${description}">`}
<meta property="og:url" content="${address}">
<meta property="og:image" content="${image ?? `${settings.publicUrl}/apple-touch-icon.png`}">
<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`
}
<meta name="api-base" content="${settings.apiBase}">
<meta name="image-base" content="${settings.imageBase}">
<meta name="public-url" content="${settings.publicUrl}">
${settings.isDemo && html`<meta name="demo" content="${settings.hasDemoPeople ? 'people' : 'empty'}">`}
${settings.lacks.length > 0 && html`<meta name="lacks" content="${settings.lacks.join(' ')}">`}
${settings.pauseText && html`<meta name="pause" content="${settings.pauseText}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffdf9">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10181b">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${source.head && { markup: source.head }}${styles.map(styleElements)}
${look.styles && html`<style>${{ markup: look.styles }}</style>\n`}${preloads.map(file => html`<link rel="modulepreload" href="/${file}" fetchpriority="low">\n`)}
<script type="module" src="/${entry}" fetchpriority="low"></script>
</head>
<body>
<div id="root">${{ markup: page.body }}</div>
${look.ribbon && html`<aside aria-label="Before you open" class="ribbon">${look.ribbon}</aside>\n`}${jsonBlock('application/json', 'page-data', data)}
${schema && jsonBlock('application/ld+json', 'page-schema', JSON.stringify({ '@context': 'https://schema.org', ...asGraph(schema) }))}
</body>
</html>`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': source.relaxPolicy(
        contentSecurityPolicy(
          [...styles.map(style => style.hash), ...(look.styles ? [hashOf(look.styles)] : [])],
          settings,
        ),
      ),
      'cache-control': page.isPrivate || look.ribbon ? 'no-store' : 'public, max-age=0, must-revalidate',
    },
    page: new SentPage(markup),
  }
}

const asGraph = (schema: object | object[]) => (Array.isArray(schema) ? { '@graph': schema } : schema)

/** Writes JSON that cannot end its own script element. */
const jsonBlock = (type: string, id: string, json: string): Markup =>
  html`<script type="${type}" id="${id}">${{ markup: json.replace(/</g, '\\u003c') }}</script>`

// The link tells the page's loader that this style is loaded already. Being disabled, it is not fetched.
// Chromium's preload scanner ignores `disabled` but respects the media query.
const styleElements = ({ file, text }: Style): Markup =>
  html`<style>${{ markup: text }}</style><link rel="stylesheet" href="/${file}" media="not all" disabled>`
