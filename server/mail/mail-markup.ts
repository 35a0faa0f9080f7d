import { isWayThere } from '#domain/map-links.ts'
import { nightAccent } from '#domain/office/business-rules.ts'
import type { Config } from '#server/config.ts'
import { html, type Markup } from '#server/request/markup.ts'
import { readRow } from './mail-rows.ts'

/** Our own addresses: only a line that ends in one of them becomes a button or a link. */
type OwnAddresses = Pick<Config, 'publicUrl' | 'officeUrl'>

/** How the markup of a mail is made. */
interface Look {
  own: OwnAddresses
  accent: string
  /** Whether a stranger may have typed lines of it, so that the address of every link outside the site is shown. */
  mayQuote: boolean
}

/**
 * Returns a written mail's text as markup, for the mail itself and for the mailbox page. Colours are the reader's own,
 * so that a dark mailbox stays dark. The first line that ends in an address of the site (`Log in: https://…`) becomes
 * a button, further ones and directions become links, and other typed addresses stay text. Lines such as
 * `When: …` become the rows of a table.
 */
export function mailMarkup(text: string, look: Look): Markup[] {
  const main = text.split('\n').find(line => isMainLine(line, look.own))
  return text.split('\n\n').map(paragraph => {
    const lines = paragraph.split('\n')
    const firstWords = lines.findIndex(line => !readRow(line))
    if (firstWords === -1) return table(lines)
    const rows = firstWords > 0 && table(lines.slice(0, firstWords))
    const words = lines
      .slice(firstWords)
      .map((line, index) => html`${index > 0 && html`<br>\n`}${ofLine(line, look, line === main)}`)
    return html`${rows}<p style="margin:0 0 16px">${words}</p>\n`
  })
}

/** Returns lines as a table of names and values. An old time or venue is struck through. */
function table(lines: string[]): Markup {
  const rows: { name: string; values: string[] }[] = []
  for (const { name, value } of lines.map(line => readRow(line) as { name: string; value: string })) {
    if (name || rows.length === 0) rows.push({ name, values: [value] })
    else rows.at(-1)?.values.push(value)
  }
  const line = 'border-top:1px solid rgba(128,128,128,0.35);padding:6px 0;vertical-align:top;text-align:left'
  return html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 16px;border-collapse:collapse">${rows.map(
    ({
      name,
      values,
    }) => html`<tr><td width="100" style="width:100px;${line};padding-right:12px"><small>${name}</small></td>
<td style="${line}">${values.map((value, index) => html`${index > 0 && html`<br>\n`}${name === 'Instead of' ? html`<s>${value}</s>` : name === 'What' ? html`<b>${value}</b>` : value}`)}</td></tr>\n`,
  )}</table>\n`
}

/** Splits a line such as `Log in: https://…` into its label and address. */
function readLink(line: string): { label: string; address: string } {
  const [, label = '', address = ''] = /^(?:(.*): )?(\S+)$/.exec(line) ?? []
  return { label, address }
}

/** Whether a line may be the one button of a mail. A label with a colon is one of several alternatives. */
function isMainLine(line: string, own: OwnAddresses): boolean {
  const { label, address } = readLink(line)
  return !label.includes(': ') && isOwnAddress(address, own)
}

function ofLine(line: string, { own, accent, mayQuote }: Look, isMain: boolean): Markup {
  const { label, address } = readLink(line)
  if (isWayThere(address) && label) return link(address, label)
  // The office's own map link may lead anywhere, and a stranger can type such a line.
  if (label.startsWith('Directions to ') && address.startsWith('https://'))
    return mayQuote ? html`${label}: ${link(address, address)}` : link(address, label)
  if (!isOwnAddress(address, own)) return html`${line}`
  const name = label || 'Open the page'
  if (!isMain) return link(address, name)
  return html`<a href="${address}" class="main" style="display:inline-block;margin:4px 0;padding:12px 24px;border-radius:24px;background:${accent};color:#ffffff;font-weight:bold;text-decoration:none">${name}</a>`
}

/** A link in the reader's own colour of text, because a mail program's blue may be dark on a dark ground. */
const link = (address: string, name: string): Markup =>
  html`<a href="${address}" style="color:inherit;text-decoration:underline">${name}</a>`

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
  { name, logo, ...look }: { name: string; logo: string } & Look,
): string =>
  html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${mail.subject}</title>
<style>@media(prefers-color-scheme:dark){.main{background:${nightAccent(look.accent)}!important}}</style></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 Nunito,system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${(logo || name) && html`<p style="margin:0 0 16px;font-weight:bold">${logo ? html`<img src="${logo}" alt="${name}" height="48" style="height:48px;max-width:calc(100% - 16px);object-fit:contain;padding:8px;border-radius:8px;background:#fffdf9;color:#17333d">` : name}</p>\n`}<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${mail.subject}</h1>
${mailMarkup(mail.text, look)}</div></body></html>`.markup
