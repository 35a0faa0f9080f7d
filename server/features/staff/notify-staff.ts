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
    sentence: 'Later orders are not mailed. You find them under Orders',
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
    sentence: 'The amount paid is not the amount asked for, so the order waits for you',
    look: 'Open Health',
    at: addresses.health(),
  },
  refundFailed: {
    subject: 'A refund failed',
    sentence:
      'The refund to the card failed. Please try again, or pay the money back in another way and record it',
    look: 'See the orders',
    at: `${addresses.orders()}?needs=refundFailed`,
  },
  dispute: {
    subject: 'A payment is disputed, or a dispute was decided',
    sentence: 'Answer at Stripe before the deadline. Until it is decided the payment cannot be refunded',
    look: 'See the orders',
    at: `${addresses.orders()}?withRefund=yes`,
  },
  refund: {
    subject: 'A large refund was made',
    sentence: 'You are mailed about every refund of more than £250',
    look: 'See the orders',
    at: addresses.orders(),
  },
  stock: {
    subject: 'Stock is low',
    sentence: 'Only a few are left',
    look: 'See the products',
    at: addresses.products(),
  },
  failure: {
    subject: 'Please look at Health',
    sentence: 'It will not recover by itself',
    look: 'Open Health',
    at: addresses.health(),
  },
}

/** Mails one event to each active member who chose it and may see its subject. */
export async function mailStaff({ db, clock, config }: Services, told: StaffNews): Promise<void> {
  const { subject, sentence, look, at } = news[told.wish]
  await transaction(db, async tx => {
    const active = await tx
      .selectFrom('staff')
      .select(['id', 'email', 'role', 'mail_wishes as wishes'])
      .where('status', '=', 'active')
      .execute()
    for (const { id, email, role, wishes } of active) {
      if (!wishes.includes(told.wish) || !may(role, permissionOfMail[told.wish])) continue
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
