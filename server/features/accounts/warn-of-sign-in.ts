import * as addresses from '#contract/addresses.ts'
import { longMoment } from '#domain/format-dates.ts'
import type { Tx } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { countTry } from '#server/request/rate-limit.ts'
import type { Services } from '#server/services.ts'
import { holdLogin } from './queries.ts'

const day = 24 * 60

/** Tells the owner of a log-in from an unknown device, at most five times a day. */
export async function warnOfNewDevice(
  tx: Tx,
  { config, clock }: Services,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const now = clock()
  if ((await countTry(tx, { key: `new-device:${id}`, perMinutes: day }, now)) > 5) return
  await writeMail(
    tx,
    {
      ...{ to: email, accountId: id },
      subject: 'Somebody logged in on a new device',
      paragraphs: [
        `Your account was logged in to on ${longMoment(now)}, on a device that was not used for it before.`,
        `If it was you, there is nothing to do. If it was not, choose a new password: that ends every log-in.\n${config.publicUrl}${addresses.resetPassword()}`,
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Tells the owner that the password was changed, or reset with a code. */
export async function tellOfNewPassword(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<void> {
  await writeMail(
    tx,
    {
      ...{ to: email, accountId: id },
      subject: 'Your password was changed',
      paragraphs: [
        `The password of your account was changed on ${longMoment(now)}. Every other log-in has ended, and so has the address of your calendar.`,
        `If it was you, there is nothing to do. If it was not you, choose a new password now: that ends every log-in.\n${config.publicUrl}${addresses.resetPassword()}`,
      ],
      purpose: 'log-in',
    },
    now,
  )
}

/** Runs the job at the daily limit of wrong passwords: tells the owner, if there is one, once a day. */
export async function warnOfTries(
  { db, clock, config }: Services,
  { email }: { email: string },
): Promise<void> {
  const now = clock()
  await transaction(db, async tx => {
    const login = await holdLogin(tx, email)
    if (!login) return
    await writeMail(
      tx,
      {
        ...{ to: email, accountId: login.id },
        subject: 'Many wrong passwords for your account',
        paragraphs: [
          'Somebody has entered many wrong passwords for your account today. Nobody got in. Until tomorrow it can be logged in to only on devices that you have used before.',
          `If you need to log in on another one, choose a new password:\n${config.publicUrl}${addresses.resetPassword()}`,
        ],
        purpose: 'log-in',
        onceKey: `tries:${login.id}:${now.toISOString().slice(0, 10)}`,
      },
      now,
    )
  })
}
