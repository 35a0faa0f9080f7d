import * as addresses from '#contract/office/addresses.ts'
import { longMoment } from '#domain/wording.ts'
import type { Db } from '#server/database/connect.ts'
import { countTry } from '#server/features/accounts/allow-rate.ts'
import { ownName } from '#server/mail/own-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'

type Told = Pick<Services, 'business' | 'config' | 'clock'>
interface Addressee {
  id: number
  email: string
}

const orElse = ({ config }: Told) =>
  `If it was not you, set up your sign-in again now: that signs everybody else out.\n${config.officeUrl}${addresses.recover()}`

/** Tells of a sign-in on a device that was not seen before; five a day say enough. */
export async function tellOfNewDevice(
  db: Db,
  told: Told,
  { id, email }: Addressee,
  device: string,
): Promise<void> {
  const now = told.clock()
  if ((await countTry(db, { key: `office-new-device:${id}`, perMinutes: 24 * 60 }, now)) > 5) return
  await writeMail(
    db,
    {
      to: email,
      subject: 'Somebody signed in to the office on a new device',
      paragraphs: [
        `You were signed in to the office on ${longMoment(now)}: ${device}, which was not used for it before.`,
        `If it was you, there is nothing to do. ${orElse(told)}`,
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Tells that a way in was added, or everything begun anew. */
export async function tellOfNewWay(
  db: Db,
  told: Told,
  { email, begunAnew }: { email: string; begunAnew: boolean },
): Promise<void> {
  const now = told.clock()
  const what = begunAnew
    ? 'Your way into the office was made anew: older passkeys, codes and sign-ins no longer work.'
    : 'A new way for you to sign in to the office was added, and your other devices were signed out.'
  await writeMail(
    db,
    {
      to: email,
      subject: 'A new way into the office',
      paragraphs: [`${longMoment(now)}: ${what}`, `If it was you, there is nothing to do. ${orElse(told)}`],
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

/** Tells of what somebody signed in has changed about their own way in. */
export async function tellOfChange(
  db: Db,
  told: Told,
  staffId: number,
  what: keyof typeof changes,
): Promise<void> {
  const now = told.clock()
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
        `If it was you, there is nothing to do. ${orElse(told)}`,
        'If your recovery codes no longer work, ask an owner to reset your way in.',
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Tells that all five codes of a sign-in were wrong, whose password was right. */
export async function tellOfWrongCodes(db: Db, told: Told, { id, email }: Addressee): Promise<void> {
  const now = told.clock()
  await writeMail(
    db,
    {
      to: email,
      subject: 'Five wrong codes at the office',
      paragraphs: [
        `On ${longMoment(now)} somebody entered your password for the office and then five wrong codes. They did not get in.`,
        `If it was not you, somebody knows your password.\nChoose another password: ${told.config.officeUrl}${addresses.mySignIn()}`,
      ],
      purpose: 'log-in',
      onceKey: `office-codes:${id}:${now.toISOString().slice(0, 10)}`,
    },
    now,
  )
}

/** The mail with somebody's link into the office; it is not sent when it can no longer help. */
export async function mailInvitation(
  db: Db,
  told: Told,
  given: { email: string; fullName: string; token: string; isReturn: boolean; usefulUntil: Date },
): Promise<void> {
  const name = ownName(told)
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
        `Open the office: ${told.config.officeUrl}${addresses.welcome()}#${given.token}`,
        'It works once, within seven days. If you did not expect it, you can ignore this message.',
      ],
      purpose: 'log-in',
      usefulUntil: given.usefulUntil,
    },
    told.clock(),
  )
}

/** The code that proves a new address. */
export async function mailEmailCode(db: Db, { clock }: Told, email: string, code: string): Promise<void> {
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

/** Tells an address that it is no longer the one to sign in with. */
export async function tellOldEmail(db: Db, told: Told, email: string): Promise<void> {
  const now = told.clock()
  await writeMail(
    db,
    {
      to: email,
      subject: 'Your address at the office was changed',
      paragraphs: [
        `On ${longMoment(now)} your sign-in for the office was given another e-mail address.`,
        'If it was not you, please tell the owner at once.',
      ],
      purpose: 'email-changed',
    },
    now,
  )
}
