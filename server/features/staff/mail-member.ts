import * as addresses from '#contract/office/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import type { Db } from '#server/database/connect.ts'
import { senderName } from '#server/mail/sender-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { countTry } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'

type MailContext = Pick<Services, 'business' | 'config' | 'clock'>
interface Addressee {
  id: number
  email: string
}

const orElse = ({ config }: MailContext) =>
  `If it was not you, set up your sign-in again now: that signs everybody else out.\n${config.officeUrl}${addresses.recover()}`

/** Mails about a sign-in on an unknown device, at most five times a day. */
export async function tellOfNewDevice(
  db: Db,
  context: MailContext,
  { id, email }: Addressee,
  device: string,
): Promise<void> {
  const now = context.clock()
  if ((await countTry(db, { key: `office-new-device:${id}`, perMinutes: 24 * 60 }, now)) > 5) return
  await writeMail(
    db,
    {
      to: email,
      subject: 'Somebody signed in to the office on a new device',
      paragraphs: [
        `You were signed in to the office on ${longMoment(now)}: ${device}, which was not used for it before.`,
        `If it was you, there is nothing to do. ${orElse(context)}`,
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Mails that a credential was added or all credentials were replaced. */
export async function tellOfNewCredential(
  db: Db,
  context: MailContext,
  { email, replacedAll }: { email: string; replacedAll: boolean },
): Promise<void> {
  const now = context.clock()
  const what = replacedAll
    ? 'Your sign-in to the office was set up again: older passkeys, codes and sign-ins no longer work.'
    : 'A new way for you to sign in to the office was added, and your other devices were signed out.'
  await writeMail(
    db,
    {
      to: email,
      subject: 'A new way into the office',
      paragraphs: [
        `${longMoment(now)}: ${what}`,
        `If it was you, there is nothing to do. ${orElse(context)}`,
      ],
      purpose: 'log-in',
    },
    now,
  )
}

const changes = {
  password: 'Your password for the office was changed, and your other devices were signed out.',
  codes: 'You were given new recovery codes for the office: those of before no longer work.',
  removed: 'A way for you to sign in to the office was taken away, and your other devices were signed out.',
}

/** Mails a member about a change of their own sign-in. */
export async function tellOfChange(
  db: Db,
  context: MailContext,
  staffId: number,
  what: keyof typeof changes,
): Promise<void> {
  const now = context.clock()
  const { email } = await db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  await writeMail(
    db,
    {
      to: email,
      subject: 'Your sign-in for the office was changed',
      paragraphs: [
        `${longMoment(now)}: ${changes[what]}`,
        `If it was you, there is nothing to do. ${orElse(context)}`,
        'If your recovery codes no longer work, ask an owner to reset your sign-in.',
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Mails that all five codes of a sign-in with the right password were wrong. */
export async function tellOfWrongCodes(
  db: Db,
  context: MailContext,
  { id, email }: Addressee,
): Promise<void> {
  const now = context.clock()
  await writeMail(
    db,
    {
      to: email,
      subject: 'Five wrong codes at the office',
      paragraphs: [
        `On ${longMoment(now)} somebody entered your password for the office and then five wrong codes. They did not get in.`,
        `If it was not you, somebody knows your password.\nChoose another password: ${context.config.officeUrl}${addresses.mySignIn()}`,
      ],
      purpose: 'log-in',
      onceKey: `office-codes:${id}:${now.toISOString().slice(0, 10)}`,
    },
    now,
  )
}

/** Mails a member's link into the office, unless it is no longer valid. */
export async function mailInvitation(
  db: Db,
  context: MailContext,
  given: { email: string; fullName: string; token: string; isReturn: boolean; usefulUntil: Date },
): Promise<void> {
  const name = senderName(context)
  const office = name ? `the office of ${name}` : 'the office'
  const why = given.isReturn
    ? `Your way into ${office} was reset. With this link you make a new one.`
    : `You are invited to work in ${office}. With this link you set up your sign-in: a passkey, or a password and an authenticator app.`
  await writeMail(
    db,
    {
      to: given.email,
      subject: given.isReturn ? 'Your way into the office' : `Your invitation to ${office}`,
      paragraphs: [
        given.fullName && `Dear ${given.fullName},`,
        why,
        `Open the office: ${context.config.officeUrl}${addresses.welcome()}#${given.token}`,
        'It works once, within seven days. If you did not expect it, you can ignore this message.',
      ],
      purpose: 'log-in',
      usefulUntil: given.usefulUntil,
    },
    context.clock(),
  )
}

/** Mails the code that proves a new address. */
export async function mailEmailCode(
  db: Db,
  { clock }: MailContext,
  email: string,
  code: string,
): Promise<void> {
  const now = clock()
  await writeMail(
    db,
    {
      to: email,
      subject: `Your code for the office is ${code}`,
      paragraphs: [
        `Your code for the office is ${code}`,
        'With it this address becomes the one you sign in with. It can be used once, within half an hour.',
      ],
      purpose: 'code',
      usefulUntil: new Date(now.getTime() + 30 * 60_000),
    },
    now,
  )
}

/** Notifies the old address that it is no longer used to sign in. */
export async function tellOldEmail(db: Db, context: MailContext, email: string): Promise<void> {
  const now = context.clock()
  await writeMail(
    db,
    {
      to: email,
      subject: 'Your address at the office was changed',
      paragraphs: [
        `On ${longMoment(now)} your sign-in for the office was given another email address.`,
        'If it was not you, please tell the owner at once.',
      ],
      purpose: 'email-changed',
    },
    now,
  )
}
