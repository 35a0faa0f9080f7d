import { sql } from 'kysely'
import * as addresses from '#contract/office/addresses.ts'
import { type MailWish, permissionOfMail } from '#domain/office/mail-wishes.ts'
import { may } from '#domain/office/permissions.ts'
import type { Db } from '#server/database/connect.ts'
import { transaction } from '#server/database/transaction.ts'
import type { StaffNews } from '#server/jobs/job-kinds.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Services } from '#server/services.ts'

/** Notifies the staff who chose this kind of mail, in the caller's transaction (spec 3 §2.2). */
export async function notifyStaff(tx: Db, { wish, event, words }: StaffNews, now: Date): Promise<void> {
  await sql`select tell_staff(${wish}, ${event}, ${words}, ${now})`.execute(tx)
}

const news: Record<MailWish, { subject: string; sentence: string; look: string; at: string }> = {
  order: {
    subject: 'The first order of the day',
    sentence: 'You are mailed about the first paid order of each day. All others are under Orders',
    look: 'See the orders',
    at: addresses.orders(),
  },
  enquiry: {
    subject: 'A new enquiry',
    sentence: 'Somebody has written to you through the site',
    look: 'Read it',
    at: addresses.enquiries(),
  },
  payment: {
    subject: 'A payment does not match',
    sentence: 'What was paid is not what the order asks for, so the order waits for somebody to decide',
    look: 'Open Health',
    at: addresses.health(),
  },
  refundFailed: {
    subject: 'A refund failed',
    sentence:
      'The card provider refused twice, so the family does not have its money. Try again, or pay it back in another way and record that',
    look: 'See the orders',
    at: `${addresses.orders()}?needs=refundFailed`,
  },
  dispute: {
    subject: 'A disputed payment',
    sentence:
      'An open dispute is answered at Stripe, before its deadline. Until it is decided, that payment cannot be refunded',
    look: 'See the orders',
    at: `${addresses.orders()}?withRefund=yes`,
  },
  refund: {
    subject: 'A large refund was made',
    sentence: 'You are mailed each time more than £250 is refunded at once',
    look: 'See the orders',
    at: addresses.orders(),
  },
  incident: {
    subject: 'An incident was written down',
    sentence: 'Its words are not in this mail, because they are about a child. They are shown in the office',
    look: 'Read it',
    at: addresses.incidents(),
  },
  stock: {
    subject: 'Stock is low',
    sentence: 'You are mailed when the stock falls to the number in the product’s form',
    look: 'See the products',
    at: addresses.products(),
  },
  failure: {
    subject: 'Please look at Health',
    sentence: 'Somebody has to look at it. Health shows what is wrong',
    look: 'Open Health',
    at: addresses.health(),
  },
}

/** Mails one event to each active member who chose it and may see its subject. */
export async function mailStaff({ db, clock, config }: Services, staffNews: StaffNews): Promise<void> {
  const { subject, sentence, look, at } = news[staffNews.wish]
  await transaction(db, async tx => {
    const active = await tx
      .selectFrom('staff')
      .select(['id', 'email', 'role', 'mail_wishes as wishes'])
      .where('status', '=', 'active')
      .execute()
    for (const { id, email, role, wishes } of active) {
      if (!wishes.includes(staffNews.wish) || !may(role, permissionOfMail[staffNews.wish])) continue
      await writeMail(
        tx,
        {
          to: email,
          subject: `${subject}: ${staffNews.words}`,
          paragraphs: [
            `${staffNews.words}. ${sentence}.`,
            `${look}: ${config.officeUrl}${at}`,
            `Change what you are mailed about: ${config.officeUrl}${addresses.mySignIn()}`,
          ],
          purpose: 'office',
          onceKey: `tell-staff-${staffNews.event}-${id}`,
        },
        clock(),
      )
    }
  })
}
