import { sql } from 'kysely'
import * as addresses from '#contract/office/addresses.ts'
import { type MailWish, wishNeeds } from '#domain/office/mail-wishes.ts'
import { may } from '#domain/office/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'

export interface StaffNews {
  wish: MailWish
  /** Once for each: a second one of the same name is no other. */
  event: string
  /** What of; they name no person. */
  words: string
}

/** Tells, in the caller's transaction, whoever on the staff wishes to be mailed of such a thing (spec 3 §2.2). */
export async function tellStaff(tx: Db, { wish, event, words }: StaffNews, now: Date): Promise<void> {
  await sql`select tell_staff(${wish}, ${event}, ${words}, ${now})`.execute(tx)
}

const news: Record<MailWish, { subject: string; sentence: string; look: string; at: string }> = {
  order: {
    subject: 'The first order of the day',
    sentence: 'Those that follow are not mailed: you find them among the orders',
    look: 'See the orders',
    at: addresses.orders(),
  },
  enquiry: {
    subject: 'A new enquiry',
    sentence: 'Somebody has written through the site',
    look: 'Read it',
    at: addresses.enquiries(),
  },
  payment: {
    subject: 'A payment differs',
    sentence: 'What was paid is not what was asked for, so the order waits for you',
    look: 'Look at it',
    at: addresses.health(),
  },
  stock: {
    subject: 'Stock is low',
    sentence: 'There is little left of it',
    look: 'See the products',
    at: addresses.products(),
  },
  failure: {
    subject: 'Something fails',
    sentence: 'It does not mend itself',
    look: 'See what fails',
    at: addresses.health(),
  },
}

/** Mails one piece of news to each active member who wishes it and may see what it is about. */
export async function mailStaff({ db, clock, config }: Services, told: StaffNews): Promise<void> {
  const { subject, sentence, look, at } = news[told.wish]
  await transaction(db, async tx => {
    const active = await tx
      .selectFrom('staff')
      .select(['id', 'email', 'role', 'mail_wishes as wishes'])
      .where('status', '=', 'active')
      .execute()
    for (const { id, email, role, wishes } of active) {
      if (!wishes.includes(told.wish) || !may(role, wishNeeds[told.wish])) continue
      await writeMail(
        tx,
        {
          to: email,
          subject: `${subject}: ${told.words}`,
          paragraphs: [
            `${told.words}. ${sentence}.`,
            `${look}: ${config.officeUrl}${at}`,
            `Choose what you are mailed: ${config.officeUrl}${addresses.mySignIn()}`,
          ],
          purpose: 'office',
          onceKey: `tell-staff-${told.event}-${id}`,
        },
        clock(),
      )
    }
  })
}
