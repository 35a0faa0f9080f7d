import { isWayThere } from '#domain/map-links.ts'
import type { Config } from '#server/config.ts'
import { html, type Markup } from '#server/request/markup.ts'

/** Our own addresses: only a line that ends in one of them becomes a button. */
type OwnAddresses = Pick<Config, 'publicUrl' | 'officeUrl'>

/**
 * Returns a written mail's text as markup, for the mail itself and for the mailbox page. Colours are the reader's own,
 * so that a dark mailbox stays dark. A line that ends in an address of the site (`Log in: https://…`) becomes a button
 * with the address below it. Directions to a venue become a link, and other typed addresses stay text.
 */
export const mailMarkup = (text: string, own: OwnAddresses, accent: string): Markup[] =>
  text
    .split('\n\n')
    .map(paragraph => html`<p style="margin:0 0 16px">${lines(paragraph.split('\n'), own, accent)}</p>\n`)

const lines = (texts: string[], own: OwnAddresses, accent: string) =>
  texts.map((text, index) => html`${index > 0 && html`<br>\n`}${withButton(text, own, accent)}`)

function withButton(line: string, { publicUrl, officeUrl }: OwnAddresses, accent: string): Markup {
  const [, label = '', address = ''] = /^(?:(.*): )?(\S+)$/.exec(line) ?? []
  if (isWayThere(address)) return html`<a href="${address}">${label}</a>`
  // The office's own map link may lead anywhere, and anybody can type such a line, so the address stays
  // visible.
  if (label.startsWith('Directions to ') && address.startsWith('https://'))
    return html`${label}: <a href="${address}">${address}</a>`
  if (!isOwnAddress(address, { publicUrl, officeUrl })) return html`${line}`
  const { host } = new URL(address)
  return html`<a href="${address}" style="display:inline-block;margin:4px 0;padding:10px 20px;border-radius:24px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none">${label || host}</a><br>
<small>${address}</small>`
}

/** Whether a text is an address of ours. */
export function isOwnAddress(text: string, { publicUrl, officeUrl }: OwnAddresses): boolean {
  const { origin } = URL.canParse(text) ? new URL(text) : { origin: '' }
  return !/\s/.test(text) && (origin === publicUrl || origin === officeUrl)
}

/**
 * Returns the HTML part of a mail, with the same sentences as its text. It has no script and no picture except the
 * business's logo, which has a background because it was drawn for paper.
 */
export const mailPage = (
  mail: { subject: string; text: string },
  { name, logo, accent, own }: { name: string; logo: string; accent: string; own: OwnAddresses },
): string =>
  html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${mail.subject}</title></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 Nunito,system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${(logo || name) && html`<p style="margin:0 0 16px;font-weight:bold">${logo ? html`<img src="${logo}" alt="${name}" height="48" style="height:48px;max-width:calc(100% - 16px);object-fit:contain;padding:8px;border-radius:8px;background:#fffdf9;color:#17333d">` : name}</p>\n`}<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${mail.subject}</h1>
${mailMarkup(mail.text, own, accent)}</div></body></html>`.markup
