import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { contract } from '#contract/contract.ts'
import { telOf } from '#domain/email-address.ts'
import { coloursOf } from '#server/features/business/present-business.ts'
import { readSettings } from '#server/features/content/queries.ts'
import { pictureAddress } from '#server/pictures/picture-address.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'

const builtAssets = new URL('../../dist/web/assets/', import.meta.url)
const font = existsSync(builtAssets)
  ? readdirSync(builtAssets).find(file => /^nunito.*\.woff2$/.test(file))
  : undefined
const fontFace = font
  ? `@font-face{font-family:Nunito;font-weight:200 1000;src:url("/assets/${font}") format("woff2")}\n`
  : ''
const styles = fontFace + readFileSync(new URL('./plain-page.css', import.meta.url), 'utf8')

export interface Contact {
  email: string
  phone: string
}

/** Shows the business's contacts as links after `lead`; nothing if it has none. */
export const waysToReach = ({ email, phone }: Contact, lead = ''): Markup | '' =>
  (email || phone) &&
  html`<p>${lead}${email && html`<a href="mailto:${email}">${email}</a>`}${email && phone && ' · '}${phone && html`<a href="tel:${telOf(phone)}">${phone}</a>`}</p>`

/**
 * Sends a page that the server makes itself, without scripts, in the site's look. `content` gets the site's
 * settings.
 */
export async function sendPlainPage(
  reply: FastifyReply,
  { db, config, business }: Pick<Services, 'db' | 'config' | 'business'>,
  title: string,
  content: (site: Contact) => Markup,
): Promise<FastifyReply> {
  const site = await readSettings(db, 'site', contract.content.siteSettings.output)
  const logo = site.logo && pictureAddress(config, site.logo)
  return sendPlainMarkup(reply, {
    title,
    logo,
    colours: coloursOf(business),
    content: content({ email: site.contactEmail, phone: site.contactPhone }),
  })
}

/** Sends a plain page with settings that are already known, without a database query. */
export function sendPlainMarkup(
  reply: FastifyReply,
  {
    title,
    logo = '',
    colours = '',
    content,
  }: { title: string; logo?: string; colours?: string; content: Markup },
): FastifyReply {
  const look = styles + colours
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fffdf9">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#10181b">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${{ markup: look }}</style>
</head>
<body>
${logo && html`<header><a href="${addresses.home()}" aria-label="Home"><img src="${logo}" alt=""></a></header>`}
<main><div class="card"><h1>${title}</h1>
${content}
</div></main>
</body>
</html>`
  return reply
    .header('content-security-policy', policy(look, logo))
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page.markup)
}

const policy = (look: string, logo: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(look).digest('base64')}'`,
    "font-src 'self'",
    `img-src 'self'${logo && ` ${new URL(logo).origin}`}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
