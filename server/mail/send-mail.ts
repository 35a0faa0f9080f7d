import type { SendMailOptions } from 'nodemailer'
import { dayMilliseconds } from '#domain/calendar.ts'
import { isOnThisMachine } from '#server/config.ts'
import { pictureAddress } from '#server/pictures/picture-address.ts'
import type { Services } from '#server/services.ts'
import { mailPage } from './mail-markup.ts'
import { ownName } from './own-name.ts'

/** A mail server that hangs at any step is given up, and asked again later. */
const patience = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
}

/** A mail that is put off by its recipient's server is given up after so long (RFC 5321 §4.5.4.1). */
const longestPutOff = 4 * dayMilliseconds

/** What is no longer kept of a mail that is done with. */
const emptied = { body_text: '', calendar_text: '' }

const calendarFile = { filename: 'booking.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' }

/**
 * Sends one written mail through SMTP, as text and as HTML; without SMTP the local mailbox keeps it and that is all. What the mail server
 * refuses for good, or for days, is recorded as refused; what can no longer help, like an old code, is not sent.
 */
export async function sendMail(services: Services, { mailId }: { mailId: number }): Promise<void> {
  const { db, clock, config } = services
  if (!config.smtpUrl) return
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .executeTakeFirst()
  if (!mail) return
  const refuse = (refusal: string) =>
    db
      .updateTable('mails')
      .set({ refused_at: clock(), refusal, ...emptied })
      .where('id', '=', mailId)
      .execute()
  if (mail.useful_until && mail.useful_until <= clock()) {
    await refuse('too late')
    return
  }
  try {
    await post(
      services,
      { to: mail.to_email, subject: mail.subject, text: mail.body_text },
      {
        attachments: mail.calendar_text ? [{ ...calendarFile, content: mail.calendar_text }] : [],
        messageId: `<mail-${mail.id}@${new URL(config.publicUrl).hostname}>`,
      },
    )
  } catch (error) {
    const status = statusOfRefusal(error)
    if (!status) throw error
    const now = clock()
    if (status < 500 && now.getTime() - (mail.put_off_at ?? now).getTime() <= longestPutOff) {
      await db
        .updateTable('mails')
        .set({ put_off_at: mail.put_off_at ?? now })
        .where('id', '=', mailId)
        .execute()
      throw error
    }
    await refuse(String(status))
    return
  }
  // What was sent is no longer kept: a code or an order belongs to the reader's own mailbox.
  await db
    .updateTable('mails')
    .set({ sent_at: clock(), ...emptied })
    .where('id', '=', mailId)
    .execute()
}

interface Letter {
  to: string
  subject: string
  text: string
}
type Sender = Pick<Services, 'config' | 'business'>

/** Hands a mail over to the mail server, from our own name; what it answers. */
async function post(
  { config, business }: Sender,
  letter: Letter,
  more: SendMailOptions = {},
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const name = ownName({ config, business })
  // Codes and links travel: whoever stands in between must not talk the two out of encrypting. The address may say otherwise.
  const requireTLS = config.smtpUrl !== undefined && !isOnThisMachine(config.smtpUrl)
  const { response } = await createTransport({ requireTLS, url: config.smtpUrl, ...patience }).sendMail({
    from: { name, address: config.mailFrom.address },
    ...letter,
    html: mailPage(letter, {
      name,
      logo: business.logo && pictureAddress(config, business.logo),
      accent: business.accent,
      own: config,
    }),
    ...more,
  })
  return response
}

/** Sends a mail through SMTP while somebody waits for it, to see whether mails arrive. */
export async function sendNow(sender: Sender, letter: Letter): Promise<{ isSent: boolean; answer: string }> {
  try {
    return { isSent: true, answer: (await post(sender, letter)).slice(0, 200) }
  } catch (error) {
    return { isSent: false, answer: (error as Error).message.slice(0, 200) }
  }
}

/**
 * What a mail server answers that refuses this recipient or this message, for good (5xx) or for now (4xx); a log-in or a
 * sender it refuses is a setting of ours.
 */
function statusOfRefusal(error: unknown): number | undefined {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isOfThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  return isOfThisMail && responseCode !== undefined && responseCode >= 400 ? responseCode : undefined
}
