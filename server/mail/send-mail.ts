import { sql } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import { dayMilliseconds } from '#domain/calendar.ts'
import { type Config, isOnThisMachine } from '#server/config.ts'
import type { Db } from '#server/database/connect.ts'
import { notSent } from '#server/database/mail-states.ts'
import { mailLogoAddress } from '#server/pictures/picture-address.ts'
import type { Services } from '#server/services.ts'
import { mailPage } from './mail-markup.ts'
import { hasPracticeMailbox, patience } from './mail-server.ts'
import { senderName } from './sender-name.ts'

/** How long a mail is retried when the recipient's server defers it (RFC 5321 §4.5.4.1). */
const maxDelayMilliseconds = 4 * dayMilliseconds

/** The columns that are emptied once a mail is sent or refused. */
const emptied = { body_text: '', calendar_text: '', unsubscribe_address: '' }

/** Returns the calendar files of a mail, each with its method: booked places, and cancelled ones. */
const calendarFiles = (text: string) =>
  text
    .split(/(?<=END:VCALENDAR\r?\n)/)
    .filter(Boolean)
    .map(content => {
      const isCancellation = /^METHOD:CANCEL\r?$/m.test(content)
      return {
        filename: isCancellation ? 'cancelled.ics' : 'booking.ics',
        contentType: `text/calendar; charset=utf-8; method=${isCancellation ? 'CANCEL' : 'PUBLISH'}`,
        content,
      }
    })

/**
 * Sends one written mail through SMTP, as text and HTML. In demo mode without SMTP it stays in the practice mailbox. Before
 * an owner has entered a mail server the job fails, and is tried again. A mail that the
 * mail server refuses for good, or for days, is recorded as refused. A mail that is too late, such as an expired code,
 * is not sent.
 */
export async function sendMail(services: Services, { mailId }: { mailId: number }): Promise<void> {
  const { db, clock, config } = services
  if (hasPracticeMailbox(config)) return
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
  if (mail.purpose === 'offers' && !(await getsOffers(db, mail.to_email))) {
    await refuse(notSent.noConsent)
    return
  }
  if ((mail.purpose === 'offers' || mail.purpose === 'message') && (await isOver(db, mailId))) {
    await refuse(notSent.over)
    return
  }
  if (!config.smtpUrl) throw new Error('no mail server is set yet')
  try {
    await post(
      services,
      { to: mail.to_email, subject: mail.subject, text: mail.body_text },
      mail.purpose === 'enquiry',
      {
        attachments: calendarFiles(mail.calendar_text),
        messageId: messageIdOf(config, mail.id),
        ...threadOf(config, mail),
        ...unsubscribeHeaders(mail.unsubscribe_address),
      },
    )
  } catch (error) {
    const status = statusOfRefusal(error)
    if (!status) throw error
    const now = clock()
    if (status < 500 && now.getTime() - (mail.put_off_at ?? now).getTime() <= maxDelayMilliseconds) {
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
    // It may have been stopped while the mail server took it.
    .set({ sent_at: clock(), refused_at: null, refusal: '', ...emptied })
    .where('id', '=', mailId)
    .execute()
}

/** Whether an address still agrees to offers. It may have withdrawn its consent since the mail was written. */
async function getsOffers(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('offer_addresses')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether it is an automatic mail whose places or orders no longer need it. */
async function isOver(db: Db, mailId: number): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`select not exists (
      select from standing_mail_causes s where s.recipient_id = r.id) as "isOver"
    from message_recipients r where r.mail_id = ${mailId}
      and exists (select from automatic_mail_causes c where c.recipient_id = r.id)`.execute(db)
  return rows[0]?.isOver ?? false
}

/** Returns the headers with which a mail program shows a button that ends offers (RFC 8058). */
const unsubscribeHeaders = (address: string) =>
  address
    ? {
        headers: {
          'List-Unsubscribe': `<${address}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }
    : {}

/** RFC 8058 asks that the signature covers both headers that end offers; nodemailer's own list has only one. */
const signedHeaders = [
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:Cc:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'In-Reply-To:References:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

/** Returns how mails are signed in the name of the sender's domain (DKIM), if the business set a key. */
const signing = ({ dkim, mailFrom }: Config) =>
  dkim && {
    dkim: {
      domainName: mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1),
      keySelector: dkim.selector,
      privateKey: dkim.privateKey,
      headerFieldNames: signedHeaders,
    },
  }

const messageIdOf = ({ publicUrl }: Services['config'], id: number) =>
  `<mail-${id}@${new URL(publicUrl).hostname}>`

/** Returns the headers that thread a reply below the mails before it, and the address for answers to it. */
function threadOf(config: Services['config'], { follows, reply_to }: { follows: string; reply_to: string }) {
  const references = follows
    .split(' ')
    .filter(Boolean)
    .map(id => messageIdOf(config, Number(id)))
  const inReplyTo = references.at(-1)
  return {
    ...(inReplyTo && { inReplyTo, references }),
    ...(reply_to && { replyTo: reply_to }),
  }
}

interface Letter {
  to: string
  subject: string
  text: string
}
type Sender = Pick<Services, 'config' | 'business'>

/** Hands a mail to the mail server with our own name; returns its answer. */
async function post(
  { config, business }: Sender,
  letter: Letter,
  /** Whether a stranger may have typed lines of it. */
  mayQuote: boolean,
  more: SendMailOptions = {},
): Promise<string> {
  const { createTransport } = await import('nodemailer')
  const name = senderName({ config, business })
  // Codes and links travel in mails: an attacker in between must not be able to turn encryption off. The address may say otherwise.
  const requireTLS = config.smtpUrl !== undefined && !isOnThisMachine(config.smtpUrl)
  const { response } = await createTransport({
    requireTLS,
    url: config.smtpUrl,
    ...patience,
    ...signing(config),
  }).sendMail({
    from: { name, address: config.mailFrom.address },
    ...letter,
    html: mailPage(letter, {
      name,
      logo: business.logo && mailLogoAddress(config, business.logo),
      accent: business.accent,
      own: config,
      mayQuote,
    }),
    ...more,
  })
  return response
}

/** Sends a mail through SMTP while somebody waits, to test whether mails arrive. */
export async function sendNow(sender: Sender, letter: Letter): Promise<{ isSent: boolean; answer: string }> {
  try {
    return { isSent: true, answer: (await post(sender, letter, false)).slice(0, 200) }
  } catch (error) {
    return { isSent: false, answer: (error as Error).message.slice(0, 200) }
  }
}

/**
 * Returns the status with which a mail server refuses this recipient or message, permanently (5xx) or temporarily
 * (4xx). A refused log-in or sender is an error in our settings instead.
 */
function statusOfRefusal(error: unknown): number | undefined {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isOfThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  return isOfThisMail && responseCode !== undefined && responseCode >= 400 ? responseCode : undefined
}
