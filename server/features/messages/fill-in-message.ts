import { guestName, longDay } from '#domain/format-dates.ts'
import { fillIn, listInWords, type MessageKind } from '#domain/office/messages.ts'
import { isOwnAddress } from '#server/mail/mail-markup.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import type { AnyAudience, Recipient } from './audience.ts'

export interface Written {
  kind: MessageKind
  audience: AnyAudience
  subject: string
  text: string
}
type Sender = Pick<Services, 'config' | 'business'>

/** Fills in a message for one recipient: the subject, and its text as paragraphs. */
export function fillInMessage(
  { subject, text, audience }: Written,
  { firstName, accountId, children, classes, day }: Omit<Recipient, 'bookings' | 'orders'>,
): { subject: string; paragraphs: string[] } {
  const values = {
    'first name': accountId === null ? (safeName(firstName).split(/\s+/)[0] ?? '') : firstName,
    child: listInWords(children.map(safeName).filter(Boolean)),
    class: listInWords(classes),
    day: audience.to === 'venueDay' && audience.day ? longDay(audience.day) : day ? longDay(day) : '',
  }
  return {
    subject: fillIn(subject, values),
    paragraphs: fillIn(text, values)
      .split(/\n\s*\n/)
      .map(paragraph => paragraph.trim())
      .filter(Boolean),
  }
}

/**
 * Returns a name; '' for one that a mail program would turn into a link, because guests may type anything.
 */
const safeName = (name: string) => (guestName(name) === name ? name.trim() : '')

/** The words that a preview and a test show in place of a link that works for its recipient alone. */
export const ownLink = 'their own link'

/** Returns the last paragraphs of a message's mail: why it came, and how offers are ended. */
export function endingOf(kind: MessageKind, sender: Sender, unsubscribeAddress: string): string[] {
  const name = senderName(sender) || new URL(sender.config.publicUrl).host
  return kind === 'service'
    ? [`You get this from ${name} because of your booking or your account.`]
    : [`You get this because you agreed to offers from ${name}.`, `Unsubscribe: ${unsubscribeAddress}`]
}

/** Returns a message as markup for the family's Notifications. A line that is an address of the site becomes a link. */
export const messageHtml = (paragraphs: string[], config: Sender['config']): string =>
  paragraphs
    .map(paragraph => {
      const lines = paragraph.split('\n').map((line, index) => {
        const isLink = isOwnAddress(line.trim(), config)
        return html`${index > 0 && html`<br>`}${isLink ? html`<a href="${line.trim()}">${line.trim()}</a>` : line}`
      })
      return html`<p>${lines}</p>`.markup
    })
    .join('\n')
